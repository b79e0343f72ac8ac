import { scenarioNames } from '../fixtures/scenario-names.ts'
import type { SnapshotInfo, WorldInfo } from '../model.ts'
import type { Room } from '../room.ts'
import type { Site } from '../site.ts'
import { type Snapshot, TooManySnapshots } from '../store/versions.ts'
import { BadWorldData, dataOf, worldOf } from '../store/world-data.ts'
import { Impossible } from './impossible.ts'
import type { ResetOptions, Sandbox } from './sandbox.ts'
import { snapshotName } from './snapshot-name.ts'

type WorldPart = Pick<
  Sandbox,
  'info' | 'reset' | 'state' | 'load' | 'snapshot' | 'snapshots' | 'restore' | 'forget'
>

const standardName = 'snapshot'

const goodName = new RegExp(snapshotName.pattern)

const scenarios: readonly string[] = scenarioNames

/** What can be done with the world of a room. */
export function worldPart(site: Site, room: Room): WorldPart {
  const { versions } = room

  /** Everything that put another world in place: durable before it is told. */
  async function settled(): Promise<WorldInfo> {
    if (room.name === undefined) await site.replace()
    const info = infoOf(room)
    site.events.publish('world', room.name, () => info)
    return info
  }

  const tellSnapshots = () =>
    site.events.publish('snapshots', room.name, () => ({ snapshots: versions.snapshots().map(snapshotInfo) }))

  return {
    info: () => infoOf(room),
    async reset(to = {}) {
      versions.reset(await startFor(site, room, to))
      return settled()
    },
    state: () => dataOf(room.world),
    async load(state) {
      versions.put(await readState(state))
      return settled()
    },
    snapshot(name = standardName) {
      if (!goodName.test(name)) {
        throw new Impossible(422, `The \`name\` must be ${snapshotName.says}.`, {
          field: 'name',
          rule: 'regex',
        })
      }
      const info = snapshotInfo(keep(room, name))
      tellSnapshots()
      return info
    },
    snapshots: () => versions.snapshots().map(snapshotInfo),
    async restore(name = standardName) {
      if (!versions.restore(name)) throw noSnapshot(room, name)
      return settled()
    },
    forget(name) {
      if (!versions.forget(name)) throw noSnapshot(room, name)
      tellSnapshots()
    },
  }
}

const infoOf = ({ world }: Room): WorldInfo => ({ ...world.identity, checksum: world.checksum() })

const snapshotInfo = ({ name, at, world }: Snapshot): SnapshotInfo => ({
  name,
  at: new Date(at).toISOString(),
  checksum: world.checksum(),
})

/** The world that a reset goes to; undefined for the one it started from. */
async function startFor(site: Site, room: Room, to: ResetOptions) {
  const unknown = Object.keys(to).find((name) => !['seed', 'scenario', 'scale'].includes(name))
  if (unknown !== undefined) {
    throw new Impossible(422, `A reset takes no "${unknown}"; it takes seed, scenario and scale.`, {
      field: unknown,
      rule: 'prohibited',
    })
  }
  if (to.seed === undefined && to.scenario === undefined && to.scale === undefined) return undefined
  const { identity } = room.world
  const there = scenarios.join(', ')
  if (to.scenario !== undefined && !scenarios.includes(to.scenario)) {
    throw new Impossible(422, `There is no scenario "${to.scenario}"; there are ${there}.`, {
      field: 'scenario',
      rule: 'in',
    })
  }
  const scenario = to.scenario ?? (to.scale === undefined ? identity.scenario : 'demo')
  if (!scenarios.includes(scenario)) {
    throw new Impossible(
      422,
      `The scenario of this world, "${scenario}", cannot be made anew; name one of ${there}.`,
      { field: 'scenario', rule: 'required' },
    )
  }
  if (to.scale !== undefined && scenario !== 'demo') {
    throw new Impossible(
      422,
      `The \`scale\` is for the demo scenario; the ${scenario} one has its own size.`,
      {
        field: 'scale',
        rule: 'prohibited',
      },
    )
  }
  const scale = to.scale ?? (identity.scenario === 'demo' && identity.scale > 0 ? identity.scale : undefined)
  return site.makeWorld({ seed: to.seed ?? identity.seed, scenario, scale })
}

async function readState(state: unknown) {
  try {
    return await worldOf(state)
  } catch (error) {
    if (error instanceof BadWorldData) throw new BadWorldData(`The state cannot be used: ${error.message}.`)
    throw error
  }
}

function keep(room: Room, name: string): Snapshot {
  try {
    return room.versions.snapshot(name, Date.now())
  } catch (error) {
    if (error instanceof TooManySnapshots) throw new Impossible(409, error.message)
    throw error
  }
}

function noSnapshot({ versions }: Room, name: string): Impossible {
  const names = versions.snapshots().map((snapshot) => snapshot.name)
  const there = names.length === 0 ? 'there is none yet' : `there are ${names.join(', ')}`
  return new Impossible(404, `There is no snapshot "${name}"; ${there}.`)
}
