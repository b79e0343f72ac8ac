import { execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { absent, edited, type Json } from '../contract/schemas/testing/edit.ts'
import { makeWorld } from '../fixtures/index.ts'
import { BadWorldFile } from './errors.ts'
import { PersistentWorld } from './persistent-world.ts'
import { tempFolder } from './testing/temp-folder.ts'
import type { World } from './world.ts'
import { dataOf } from './world-data.ts'

const demo = makeWorld({ seed: 'file', scenario: 'demo', scale: 3 })

const dataFile = async (): Promise<string> => join(await tempFolder(), 'world.json')

/** Loads a data file, and gives it up again. */
async function load(path: string): Promise<World | undefined> {
  const file = await PersistentWorld.open(path)
  return file.load().finally(() => file.close())
}

const whole = JSON.stringify(dataOf(demo))

/** The demo world with one invalid part: another value, or none, at a JSON pointer. */
const broken = (pointer: string, to: Json | typeof absent): string =>
  JSON.stringify(edited(JSON.parse(whole), pointer, to))

const noWorld = 'it is not a world of nestbox: it has no "format": "nestbox-world"'

/** A world with a trailing comma after the last host, as an editor may leave it. */
const withComma = whole.replace(/\],"databases":/, ',\n],"databases":')
const commaColumn = withComma.slice(0, withComma.indexOf(',\n]')).length + 1

const twice = (field: 'email' | 'username') =>
  broken(`/tables/users/1/${field}`, demo.tables.users.must(1)[field].toUpperCase())

describe('an invalid file', () => {
  it.each<[what: string, content: string | Buffer, reason: string]>([
    ['nothing', '', 'it is damaged: it ends too early, at line 1, column 1'],
    ['white space', ' \n\t\n', 'it is damaged: it ends too early, at line 3, column 1'],
    ['a single byte order mark', '\uFEFF', 'it is damaged: it ends too early, at line 1, column 1'],
    [
      'a world without its last brace',
      whole.slice(0, -1),
      `it is damaged: it ends too early, at line 1, column ${whole.length}`,
    ],
    ['two worlds', `${whole}\n${whole}`, 'it is damaged: unexpected "{" at line 2, column 1'],
    ['text', 'To do: water the plants', 'it is damaged: unexpected "T" at line 1, column 1'],
    [
      'a stray comma',
      withComma,
      `it is damaged: unexpected comma before "]" at line 1, column ${commaColumn}`,
    ],
    [
      'a table twice',
      `${whole.slice(0, -2)},\n"users":[]}}`,
      'it has "users" twice in one object, again at line 2, column 1; leave one of them out',
    ],
    [
      'a field of a row twice, once with an escape',
      whole.replace('"email":', '"e\\u006dail" : "\\\\\\"",\n"email":'),
      'it has "email" twice in one object, again at line 2, column 1; leave one of them out',
    ],
    ['null', 'null', noWorld],
    ['false', 'false', noWorld],
    ['zero', '0', noWorld],
    ['an empty string', '""', noWorld],
    ['a string', '"x"', 'it must be an object, not "x"'],
    ['an empty list', '[]', 'it must be an object, not []'],
    ['an empty object', '{}', noWorld],
    ['another format', broken('/format', 'other'), noWorld],
    [
      'a newer version',
      broken('/version', 2),
      'it was written by a newer nestbox: its version is 2, this one reads version 1',
    ],
    ['no version', broken('/version', absent), 'it must have the field `version`: 1'],
    ['a version that is a string', broken('/version', '1'), 'version must be 1, not "1"'],
    ['a newer version that is a string', broken('/version', '2'), 'version must be 1, not "2"'],
    ['an older version', broken('/version', 0), 'version must be 1, not 0'],
    [
      'a seed that is a number',
      broken('/seed', 7),
      'seed must be a string of at most 1000 characters, not 7',
    ],
    [
      'no scenario',
      broken('/scenario', absent),
      'it must have the field `scenario`: a string of at most 1000 characters',
    ],
    ['an invalid scale', broken('/scale', 1.5), 'scale must be an integer from 0 to 10000, not 1.5'],
    ['a negative scale', broken('/scale', -1), 'scale must be an integer from 0 to 10000, not -1'],
    [
      'no day',
      broken('/today', absent),
      'it must have the field `today`: a day from 1970 on, such as 2026-06-01',
    ],
    ['no tables', broken('/tables', absent), 'it must have the field `tables`: an object'],
    ['null as tables', broken('/tables', null), 'tables must be an object, not null'],
    ['a missing table', broken('/tables/users', absent), 'tables must have the field `users`: a list'],
    ['a table that is not a list', broken('/tables/users', {}), 'tables.users must be a list, not {}'],
    [
      'a row of the wrong type',
      broken('/tables/nodes/0/memory', 'much'),
      'tables.nodes[0].memory must be an integer below 2 to the power of 53, not "much"',
    ],
    [
      'an fqdn with a space',
      broken('/tables/nodes/0/fqdn', 'node one'),
      'tables.nodes[0].fqdn must be a host name or an IP address, not "node one"',
    ],
    [
      'a colour without a hash sign',
      broken('/tables/tags/0/color', 'ff0000'),
      'tables.tags[0].color must be a hex colour with a leading # or null, not "ff0000"',
    ],
    ['a row that is null', broken('/tables/tags/1', null), 'tables.tags[1] must be an object, not null'],
    [
      'a row with a missing field',
      broken('/tables/users/0/email', absent),
      'tables.users[0] must have the field `email`: an e-mail address',
    ],
    ['an id below 1', broken('/tables/hosts/0/id', 0), 'tables.hosts[0].id must be an id, not 0'],
    ['a duplicate row', broken('/tables/users/1/id', 1), 'tables.users[1].id appears twice'],
    [
      'a reference to a missing row',
      broken('/tables/servers/1/egg_id', 999),
      'tables.servers[1].egg_id must be the id of a row in eggs',
    ],
    [
      'a list with a reference to a missing row',
      broken('/tables/mounts/0/node_ids', [1, 999]),
      'tables.mounts[0].node_ids must be the id of a row in nodes',
    ],
    [
      'a last id that is a string',
      broken('/lastIds/tags', '9'),
      'lastIds.tags must be an integer from 0, not "9"',
    ],
    [
      'a last id that is too high',
      broken('/lastIds/tags', 2 ** 53 - 1),
      'lastIds.tags must be at most 4503599627370496',
    ],
    [
      'a row with an id that is too high',
      broken('/tables/databases/0/id', 2 ** 52 + 1),
      'lastIds.databases must be at most 4503599627370496',
    ],
    ['a last id below 0', broken('/lastIds/tags', -1), 'lastIds.tags must be an integer from 0, not -1'],
    [
      'a backup with a negative size',
      broken('/tables/backups/0/bytes', -1),
      'tables.backups[0].bytes must be an integer from 0, not -1',
    ],
    [
      'text in another encoding than UTF-8',
      Buffer.from(broken('/tables/users/0/first_name', 'Jürgen'), 'latin1'),
      'it is damaged: its text must be UTF-8',
    ],
    [
      'a field of its own',
      broken('/comment', 'mine'),
      'it has no field `comment`; its fields are format, version, seed, scenario, scale, today, lastIds, tables',
    ],
    [
      'a table of its own',
      broken('/tables/invoices', []),
      'tables has no field `invoices`; its fields are locations, tags, nodes, eggs, variables, users, servers, allocations, mounts, backups, hosts, databases',
    ],
    [
      'a last id of no table',
      broken('/lastIds/user', 1),
      'lastIds has no field `user`; did you mean `users`',
    ],
    [
      'a too deeply nested value in a row',
      broken('/tables/hosts/0/more', JSON.parse(`${'['.repeat(17)}${']'.repeat(17)}`)),
      'it is nested more than 20 levels deep',
    ],
  ])('is refused and unchanged: %s', async (_, content, reason) => {
    const path = await dataFile()
    await writeFile(path, content)
    await expect(load(path)).rejects.toThrow(
      new BadWorldFile(`Cannot use ${path}: ${reason}. It was left untouched.`),
    )
    expect(Buffer.from(content).equals(await readFile(path))).toBe(true)
    expect(await readdir(dirname(path))).toEqual(['world.json'])
  })

  it('is refused if it is a folder', async () => {
    const path = await tempFolder()
    await expect(load(path)).rejects.toThrow(
      new BadWorldFile(`Cannot use ${path}: it is a directory, not a file. It was left untouched.`),
    )
  })

  // Root may write every file.
  it.runIf((process.getuid?.() ?? 0) !== 0)('is refused if it is write-protected', async () => {
    const path = await dataFile()
    await writeFile(path, whole, { mode: 0o444 })
    await expect(load(path)).rejects.toThrow(
      new BadWorldFile(`Cannot use ${path}: this user may not write it. It was left untouched.`),
    )
    expect(await readdir(dirname(path))).toEqual(['world.json'])
  })

  it('is refused if its path has a NUL character', async () => {
    await expect(load('a\0b')).rejects.toThrow('its path has a NUL character')
  })

  it.skipIf(process.platform === 'win32')(
    'is refused without reading or locking if it is a pipe',
    async () => {
      const path = await dataFile()
      execFileSync('mkfifo', [path])
      await expect(load(path)).rejects.toThrow(
        new BadWorldFile(`Cannot use ${path}: it is a device or a pipe, not a file. It was left untouched.`),
      )
      expect(await readdir(dirname(path))).toEqual(['world.json'])
    },
  )

  it('leaves adjacent files unchanged, whatever their names', async () => {
    const path = await dataFile()
    await writeFile(path, whole)
    await writeFile(`${path}.changes`, 'a line without an end')
    await load(path)
    expect(await readFile(`${path}.changes`, 'utf8')).toBe('a line without an end')
  })
})

describe('a file that nestbox wrote', () => {
  it.each<[what: string, content: string]>([
    ['two users with one e-mail address', twice('email')],
    ['two users with one name', twice('username')],
    ['the highest id', broken('/lastIds/hosts', 2 ** 52)],
  ])('is accepted with %s', async (_, content) => {
    const path = await dataFile()
    await writeFile(path, content)
    expect((await load(path))?.tables.users.size).toBe(demo.tables.users.size)
  })
})

describe('the next id', () => {
  const last = demo.tables.hosts.lastId

  it.each<[what: string, content: string, next: number]>([
    ['follows the rows if the file has no last ids', broken('/lastIds', absent), last + 1],
    ['follows the rows if the last id in the file is lower', broken('/lastIds/hosts', 0), last + 1],
    ['follows the last id in the file if it is higher', broken('/lastIds/hosts', 80), 81],
  ])('%s', async (_, content, next) => {
    const path = await dataFile()
    await writeFile(path, content)
    const hosts = (await load(path))?.tables.hosts
    expect(hosts?.insert({ name: 'db', host: 'db.example.com', port: 3306 }).id).toBe(next)
  })
})

describe.each([
  ['is damaged', '{"format":"nestbox-world",'],
  ['is none', '[]'],
])('a file that %s', (_, content) => {
  it('can be used by others after it was refused', async () => {
    const path = await dataFile()
    await writeFile(path, content)
    await expect(load(path)).rejects.toThrow(BadWorldFile)
    await writeFile(path, whole)
    expect((await load(path))?.checksum()).toBe(demo.checksum())
    expect(await readdir(dirname(path))).toEqual(['world.json'])
  })
})
