import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { corrupted } from '../../test/fuzz/corrupt.ts'
import { expectSentence } from '../../test/fuzz/invariants.ts'
import { propertyTimeoutMs, settings } from '../../test/fuzz/settings.ts'
import { almostJson } from '../../test/fuzz/values.ts'
import { readTargetFile } from './read-target.ts'
import { BadInput } from './target.ts'

const good = {
  format: 1,
  baseUrl: 'http://127.0.0.1:4141',
  disposable: true,
  tokens: { application: 'a', rootClient: { env: 'ROOT' }, userClient: 'c' },
  resources: {
    node: 1,
    location: 1,
    tags: [1, 2],
    egg: 1,
    otherEgg: 2,
    server: { id: 1, uuid: '00000000-0000-4000-8000-000000000001' },
    databaseHost: '1',
  },
  requests: { syncTags: { tags: '{{tagIds}}' }, updateNode: {}, createUser: {}, startup: {} },
  files: { importEgg: 'egg.json' },
  headers: { 'X-Extra': 'y' },
}

it(
  'a target file is read, or refused in a sentence that names it',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nestbox-fuzz-target-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'egg.json'), '{}')
    const path = join(folder, 'target.json')
    const text = fc.oneof(
      { weight: 5, arbitrary: corrupted(good) },
      { weight: 1, arbitrary: corrupted(good).map((json) => `// a comment\n${json}`) },
      { weight: 1, arbitrary: almostJson },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    )
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        await writeFile(path, content)
        try {
          const { baseUrl, tokens } = await readTargetFile(path, { env: { ROOT: 'b' } })
          expect(baseUrl).toMatch(/^https?:\/\//)
          expect(Object.values(tokens).every((token) => typeof token === 'string')).toBe(true)
        } catch (error) {
          if (!(error instanceof BadInput)) throw error
          expect(error.message.startsWith(path)).toBe(true)
          expectSentence(`"${error.message.slice(path.length)}`)
        }
      }),
      settings(0.5),
    )
  },
  propertyTimeoutMs,
)
