import { ControlError, check, wrongField } from '../contract/checking/errors-in.ts'
import { shown } from '../contract/checking/words.ts'
import { scenarioNames } from '../fixtures/names.ts'
import { BadWorldData } from '../store/errors.ts'
import type { World } from '../store/world.ts'
import { dataOf, worldOf } from '../store/world-data.ts'
import type { ResetOptions, WorldInfo } from './model.ts'
import type { Sandbox } from './sandbox.ts'
import type { ServerContext } from './server-context.ts'
import { changing, snapshotInfo, states, tell } from './states.ts'
import { validateReset, validateSnapshotName } from './validate-calls.ts'
import type { Workspace } from './workspace.ts'

type WorldPart = Pick<
  Sandbox,
  'info' | 'reset' | 'state' | 'load' | 'snapshot' | 'snapshots' | 'restore' | 'forget'
>

const standardName = 'snapshot'

const scenarios: readonly string[] = scenarioNames

/** Replaces the world of a workspace; the main world is replaced once the new world is in the data file. */
async function replace(
  context: ServerContext,
  here: Workspace,
  world: World,
  start?: World,
): Promise<WorldInfo> {
  const enter = () => {
    here.versions.enter(world, start)
    here.rates.clear()
  }
  if (here.name === undefined) await context.keeper.replace(world, enter)
  else enter()
  context.workspaces.lighten()
  tell(context, 'world', here)
  return states.world(here)
}

/**
 * Replaces the world of a workspace by the one that JSON describes, whose objects become its rows.
 * @throws BadWorldData
 */
export async function enterState(
  context: ServerContext,
  workspace: () => Workspace,
  state: unknown,
): Promise<WorldInfo> {
  const allowsDuplicateUsers = workspace().gapSettings.gap('users.duplicate') === 'accept'
  const world = await worldOf(state, { allowsDuplicateUsers }).catch((error) => {
    throw error instanceof BadWorldData ? unusable(error.message) : error
  })
  return replace(context, workspace(), world.fork())
}

const unusable = (why: string): BadWorldData => new BadWorldData(`The state cannot be used: ${why}.`)

/** The operations on the world of a workspace. */
export function worldPart(context: ServerContext, workspace: () => Workspace): WorldPart {
  const changeSnapshots = changing(context, 'snapshots', workspace)

  return {
    info: () => states.world(workspace()),
    async reset(to = {}) {
      const made = await startFor(context, workspace(), to)
      const here = workspace()
      const start = made ?? here.versions.start
      return replace(context, here, start.fork(), start)
    },
    // The data is copied in both directions, so that callers who change it do not change the rows of the world.
    state: () => structuredClone(dataOf(workspace().world)),
    load: async (state) => enterState(context, workspace, plain(state)),
    snapshot(name = standardName) {
      check(validateSnapshotName, { name }, 'A snapshot')
      return changeSnapshots((here) => {
        // A write that is not in the data file yet can still be undone, so the snapshot leaves it out.
        const unsaved = here.name === undefined ? context.keeper.unsaved() : []
        return snapshotInfo(here.versions.snapshot(name, Date.now(), unsaved))
      })
    },
    snapshots: () => states.snapshots(workspace()).snapshots,
    async restore(name = standardName) {
      const here = workspace()
      const world = here.versions.copyOf(name)
      if (!world) throw noSnapshot(here, name)
      return replace(context, here, world)
    },
    forget: (name) =>
      changeSnapshots((here) => {
        if (!here.versions.forget(name)) throw noSnapshot(here, name)
      }),
  }
}

/** The world of a reset; undefined for the world at the start. */
async function startFor(context: ServerContext, workspace: Workspace, to: ResetOptions) {
  check(validateReset, to, 'A reset')
  if (Object.values(to).every((value) => value === undefined)) return undefined
  const { identity } = workspace.world
  const there = scenarios.join(', ')
  const scenario = to.scenario ?? (to.scale === undefined ? identity.scenario : 'demo')
  if (!scenarios.includes(scenario)) {
    const detail = `The scenario of this world, "${scenario}", cannot be generated again; name one of ${there}.`
    throw new ControlError(422, wrongField('scenario', 'required', detail))
  }
  if (to.scale !== undefined && scenario !== 'demo') {
    const detail = `The \`scale\` is for the demo scenario; the ${scenario} one has its own size.`
    throw new ControlError(422, wrongField('scale', 'prohibited', detail))
  }
  const scale = to.scale ?? (identity.scenario === 'demo' && identity.scale > 0 ? identity.scale : undefined)
  const { seed = identity.seed, today = identity.today } = to
  return context.makeWorld({ seed, scenario, scale, today })
}

/** A copy that can be written to a data file. @throws BadWorldData for values such as functions and a BigInt */
function plain(state: unknown): unknown {
  try {
    // `JSON.stringify` alone would leave functions out; `structuredClone` throws for them.
    return JSON.parse(JSON.stringify(structuredClone(state)))
  } catch {
    throw unusable('it must be plain JSON')
  }
}

function noSnapshot({ versions }: Workspace, name: string): ControlError {
  const names = versions.snapshots().map((snapshot) => snapshot.name)
  const there = names.length === 0 ? 'none was taken yet' : `there are ${names.join(', ')}`
  return new ControlError(404, `There is no snapshot ${shown(name)}; ${there}.`)
}
