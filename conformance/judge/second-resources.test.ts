import { describe, expect, it } from 'vitest'
import { GapSettings, startNestbox } from '../../src/index.ts'
import { isWhole, sample } from '../../src/testing/sample.ts'
import { choose } from '../checks/choose.ts'
import { checks } from '../checks/index.ts'
import { run } from '../run.ts'
import { readTarget } from '../target/read-target.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** The fields of the second node and of both servers of a target that a run leaves changed, and its ledger. */
async function leftBy(beyond: 'absent' | 'companions', requests: object, explore = 0, other = 2) {
  await using mock = await startNestbox({ gapSettings: new GapSettings().set('operations.beyond', beyond) })
  const url = `${mock.url}/~pinned`
  const target = (await (await fetch(`${url}/_nestbox/target.json`)).json()) as {
    requests: object
    resources: object
  }
  const rowsOf = async () => {
    const { tables } = (await (await fetch(`${url}/_nestbox/state`)).json()) as {
      tables: Record<string, Rows>
    }
    const otherNode = tables['nodes']?.find(({ id }) => id === other)
    const [server, otherServer] = tables['servers'] ?? []
    return { otherNode, server, otherServer }
  }
  const before = await rowsOf()
  const { ledger, results } = await run({
    target: readTarget(
      {
        ...target,
        requests: { ...target.requests, ...requests },
        resources: { ...target.resources, otherNode: other },
      },
      'target',
    ),
    checks: choose(checks, { only: ['4.1', '4.5', isWhole ? '5' : '5/*-refused-changes-nothing'] }),
    observe: false,
    requests: 'own',
    pause: async () => {},
    ...(explore > 0 && { explore: { requests: explore, seed: 'pins' } }),
  })
  const after = await rowsOf()
  const changed = Object.entries(before).flatMap(([name, row = {}]) =>
    Object.keys(row)
      .filter((field) => {
        const now = after[name as keyof typeof after]?.[field]
        return field !== 'updated_at' && JSON.stringify(row[field]) !== JSON.stringify(now)
      })
      .map((field) => `${name}.${field}`),
  )
  return { changed, ledger, failed: results.filter(({ status }) => status === 'fail').map(({ id }) => id) }
}

const pins = {
  updateNode: { name: 'pinned', fqdn: 'pinned.example.com', daemon_listen: 9999, memory: 12_345 },
  startup: { startup: './pinned', docker_image: 'example/pinned:1', environment: {}, skip_scripts: false },
}

describe('the second node and server of a target', () => {
  it('keep fields that no read shows, except for those in the ledger', async () => {
    const { changed, ledger, failed } = await leftBy('absent', pins)
    const ofNode = changed.filter((field) => field.startsWith('otherNode'))
    expect(ofNode).toEqual(['otherNode.name', 'otherNode.tag_ids'])
    expect(ledger).toContain('node 2: its name was not put back')
    expect(ledger.filter((line) => line.startsWith('server '))).toEqual(
      [2, 1].map(
        (id) =>
          `server ${id}: startup command, image, environment and install-script behavior were not put back`,
      ),
    )
    expect(failed).toEqual([])
  })

  // The mounts of the server nest node 6.
  it('keep fields that nested resources show, without a read of the node', async () => {
    const { changed, ledger, failed } = await leftBy('absent', {}, 0, 6)
    expect(changed).not.toContain('otherNode.name')
    expect(ledger).not.toContain('node 6: its name was not put back')
    expect(failed).toEqual([])
  })

  it.each(sample(2, [60, 0]))(
    'get no field that is pinned for the first ones, and all are restored (%i random requests)',
    async (explore) => {
      const { changed, failed } = await leftBy('companions', pins, explore)
      expect(changed.filter((field) => !/environment|tag_ids/.test(field))).toEqual([])
      expect(failed).toEqual([])
    },
  )
})
