import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { companions } from '../../src/contract/companions.ts'
import { operations } from '../../src/contract/operations.ts'
import exampleEgg from '../../src/eggs/example-egg.json' with { type: 'json' }
import { readShareFile } from '../../src/eggs/share-file.ts'
import { BadShareFile } from '../../src/eggs/share-part.ts'
import { GapSettings } from '../../src/gaps/gap-settings.ts'
import { startNestbox } from '../../src/nestbox.ts'
import type { Sandbox } from '../../src/sandboxes/sandbox.ts'
import { BadWorldData } from '../../src/store/errors.ts'
import { createLog } from '../../src/util/log.ts'
import { Connection } from './connection.ts'
import { corrupted } from './corrupt.ts'
import { expectInvariants, expectSentence } from './invariants.ts'
import { propertyTimeoutMs, settings } from './settings.ts'
import { almostJson, jsonText } from './values.ts'

/** The operations that read; their responses contain every kind of row, at the top and nested. */
const reads = [...Object.values(companions), ...Object.values(operations)].filter(
  ({ method }) => method === 'GET',
)

/** Expects responses without a server error to every read of a loaded world. */
async function expectServed(connection: Connection, sandbox: Sandbox, token: string): Promise<void> {
  const { tables } = sandbox.state()
  const first = {
    server: tables.servers[0],
    node: tables.nodes[0],
    user: tables.users[0],
    location: tables.locations[0],
    egg: tables.eggs[0],
    tag: tables.tags[0],
    mount: tables.mounts[0],
    database: tables.hosts[0],
  }
  for (const { path, method } of reads) {
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const kind = Object.keys(first).find((each) => name.startsWith(each)) as keyof typeof first | undefined
      const row = kind && first[kind]
      return encodeURIComponent(
        String(path.startsWith('/api/client') ? (row as { uuid?: string })?.uuid : row?.id),
      )
    })
    const headers = [['Host', 'a'] as const, ['Authorization', `Bearer ${token}`] as const]
    const reply = await connection.send({ method, target: `/~loaded${target}`, headers })
    expectInvariants(reply, 'panel')
    JSON.parse(reply.body.toString())
  }
}

describe('a corrupted egg file', () => {
  it(
    'a corrupted egg file is read completely or refused with one sentence',
    () => {
      const text = fc.oneof(
        { weight: 4, arbitrary: corrupted(exampleEgg) },
        { weight: 1, arbitrary: almostJson },
        { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
      )
      fc.assert(
        fc.property(text, (file) => {
          try {
            const share = readShareFile(file, new GapSettings().gap)
            expect(JSON.parse(JSON.stringify(share))).toEqual(share)
          } catch (error) {
            if (!(error instanceof BadShareFile)) throw error
            expectSentence(error.message)
          }
        }),
        settings(2),
      )
    },
    propertyTimeoutMs,
  )
})

describe('corrupted data of a world', () => {
  it(
    'corrupted data of a world is loaded and served, or refused with one sentence',
    async () => {
      const errors: string[] = []
      const log = createLog('error', (line) => errors.push(line))
      await using nestbox = await startNestbox({ scenario: 'empty', log })
      const sandbox = nestbox.sandbox('loaded')
      const connection = new Connection(nestbox.url)
      sandbox.gaps.set({
        'operations.beyond': 'companions',
        'nesting.cut': 'two-levels',
        'mounts.eligible': 'all',
      })
      const good = nestbox.sandbox('good')
      await good.reset({ scenario: 'edge' })
      const text = fc.oneof(
        { weight: 8, arbitrary: corrupted(good.state()) },
        { weight: 1, arbitrary: jsonText },
      )
      try {
        await fc.assert(
          fc.asyncProperty(text, async (state) => {
            const before = sandbox.info()
            try {
              await sandbox.load(JSON.parse(state))
            } catch (error) {
              if (!(error instanceof BadWorldData)) throw error
              expectSentence(error.message)
              expect(sandbox.info()).toEqual(before)
              return
            }
            await expectServed(connection, sandbox, nestbox.tokens.rootClient)
            expect(errors).toEqual([])
          }),
          settings(0.25),
        )
      } finally {
        connection.close()
      }
    },
    propertyTimeoutMs,
  )
})
