import { describe, expect, it } from 'vitest'
import { folder } from './testing/folder.ts'
import { expectRefusal, run, start } from './testing/run.ts'
import { runHere } from './testing/run-here.ts'

const plan = { servers: [{ name: 'arena', owner: 'jo', backups: 3 }] }

const module = `export default (make) => {
  make.server({ name: 'arena', owner: 'jo', backups: 3 })
}
`

describe('--world', () => {
  it.each<[kind: string, name: string, content: unknown]>([
    ['a JSON file', 'world.json', plan],
    ['a JSON file with a byte order mark', 'world.json', `\uFEFF${JSON.stringify(plan)}`],
    ['a module', 'world.mjs', module],
  ])('adds the rows of %s to the generated world', async (_, name, content) => {
    await using files = await folder()
    await using server = await start(['--scenario', 'empty', '--world', await files.write(name, content)])
    const state = await (await fetch(`${server.url}/_nestbox/state`)).json()
    expect(state).toMatchObject({ tables: { servers: [{}, { name: 'arena' }], backups: [{}, {}, {}] } })
  })

  it.each<[what: string, name: string, content: unknown, says: string]>([
    [
      'a stray comma',
      'world.json',
      '{ "servers": 3, }',
      'is not JSON: unexpected comma before "}" at line 1, column 15.',
    ],
    [
      'a table twice',
      'world.json',
      '{"servers": 3,\n "servers": 1}',
      'has "servers" twice in one object, again at line 2, column 2; leave one of them out.',
    ],
    ['a list', 'world.json', [], 'must be an object, such as {"servers": 3}, not []'],
    [
      'a data file',
      'world.json',
      { format: 'nestbox-world' },
      'is a data file, which holds a whole world; pass it with --data.',
    ],
    [
      'an unknown field',
      'world.json',
      { servers: { nam: 'x' } },
      'A server has no field `nam`; did you mean `name`?',
    ],
    ['a module that fails', 'world.mjs', 'throw new Error("no such thing")', 'no such thing'],
    ['a module that throws null', 'world.mjs', 'throw null', 'world.mjs: it threw null.'],
    [
      'a function that fails',
      'world.mjs',
      'export default () => { throw new Error("no such thing") }',
      'world.mjs: The function failed: no such thing.',
    ],
    [
      'a function that throws undefined',
      'world.mjs',
      'export default () => { throw undefined }',
      'world.mjs: The function failed: it threw undefined.',
    ],
    [
      'a function that throws an object without a message',
      'world.mjs',
      'export default () => { throw Object.create(null) }',
      'world.mjs: The function failed: it threw [Object: null prototype] {}.',
    ],
    [
      'a function that calls an unknown method',
      'world.mjs',
      'export default (make) => make.nope()',
      'world.mjs: The function failed: make.nope is not a function.',
    ],
    [
      'an async function that fails',
      'world.mjs',
      'export default async () => { throw 7 }',
      'must not be async.',
    ],
    [
      'an object that cannot be read',
      'world.mjs',
      'export default new Proxy({}, { ownKeys() { throw 1 } })',
      'world.mjs: ',
    ],
    ['a module without a default export', 'world.mjs', 'export const world = {}', 'The default export of'],
  ])('is refused in one sentence: %s', async (_, name, content, says) => {
    await using files = await folder()
    const ended = await runHere(['--port', '0', '--world', await files.write(name, content)])
    expectRefusal(ended, 2, says)
  })

  it('lets a later reset be refused whose function fails', async () => {
    await using files = await folder()
    const module =
      'let isFirst = true; export default () => { if (isFirst) isFirst = false; else throw new Error("no more") }'
    await using server = await start(['--world', await files.write('world.mjs', module)])
    const response = await fetch(`${server.url}/_nestbox/reset?seed=b`, { method: 'POST' })
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { detail: 'The function failed: no more.' },
    ])
  })

  it('is refused if a module never finishes loading', async () => {
    await using files = await folder()
    const path = await files.write('world.mjs', 'await new Promise(() => {}); export default {}')
    expectRefusal(await run(['--world', path]), 2, 'world.mjs: it never finishes loading.')
  })

  it.each(['missing.json', 'missing.mjs'])('is refused if the file does not exist: %s', async (name) => {
    expectRefusal(await runHere(['--world', name]), 2, `${name} cannot be read: there is no such file.`)
  })
})
