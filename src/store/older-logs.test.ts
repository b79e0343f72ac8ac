import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { BadWorldFile, NotKept } from './errors.ts'
import { PersistentWorld } from './persistent-world.ts'
import type { Row } from './rows.ts'
import { tempFolder } from './testing/temp-folder.ts'
import type { World } from './world.ts'
import { dataOf, type WorldData } from './world-data.ts'

const base = makeWorld({ seed: 'file', scenario: 'empty', scale: 1 })

const dataFile = async (): Promise<string> => join(await tempFolder(), 'world.json')

const host = (id: number, name = 'db') => ({ id, name, host: 'db.example.com', port: 3306 })

/** The lines of a log, as earlier versions wrote them. */
function log(epoch: number, ...lines: readonly (readonly object[])[]): string {
  const { seed, scenario } = base.identity
  const head = { format: 'nestbox-changes', version: 1, epoch, seed, scenario }
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
}

const row = (host: Row) => ({ table: 'hosts', row: host })
const gone = (id: number) => ({ table: 'hosts', gone: id })

/** A data file of an earlier version, and its logs by the ending of their names. */
async function written(
  logs: Readonly<Record<string, string>>,
  change: (data: WorldData) => object = (data) => data,
): Promise<string> {
  const path = await dataFile()
  await writeFile(path, JSON.stringify(change(dataOf(base))))
  for (const [ending, text] of Object.entries(logs)) await writeFile(path + ending, text)
  return path
}

async function load(path: string): Promise<World | undefined> {
  const file = await PersistentWorld.open(path)
  return file.load().finally(() => file.close())
}

const hostNames = (world: World | undefined) =>
  world?.tables.hosts.rows().map(({ id, name }) => `${id} ${name}`)

const inFolder = async (path: string): Promise<string[]> => (await readdir(dirname(path))).sort()

describe('the logs of an earlier version', () => {
  it('are merged into the data file, and removed', async () => {
    const path = await written({
      '.changes.old': log(0, [row(host(5, 'a')), row(host(6, 'b'))], [row(host(7, 'c'))]),
      '.changes': log(1, [row(host(5, 'changed')), gone(6)], [row(host(9, 'd')), gone(9)]),
    })
    const world = await load(path)
    expect(hostNames(world)).toEqual([...(hostNames(base) ?? []), '5 changed', '7 c'])
    expect(world?.tables.hosts.lastId).toBe(9)
    expect(await inFolder(path)).toEqual(['world.json'])
    expect((await load(path))?.checksum()).toBe(world?.checksum())
    expect(JSON.parse(await readFile(path, 'utf8'))).not.toHaveProperty('epoch')
  })

  it.each<[what: string, text: string]>([
    ['in the middle of a line', `${log(0, [row(host(5, 'a'))])}[{"table":"hosts","row":{"id":9`],
    ['before the line was ended', `${log(0, [row(host(5, 'a'))])}[{"table":"hosts","gone":5}]`],
  ])('may end with a write that was never confirmed: %s', async (_, text) => {
    expect(hostNames(await load(await written({ '.changes': text })))).toContain('5 a')
  })

  it('may break off in their first line', async () => {
    const path = await written({ '.changes': '{"format":"nestbox-ch' })
    expect((await load(path))?.checksum()).toBe(base.checksum())
    expect(await inFolder(path)).toEqual(['world.json'])
  })

  it('are not merged into a data file that contains them already', async () => {
    const path = await written({ '.changes': log(3, [row(host(5, 'a'))]) }, (data) => ({ ...data, epoch: 4 }))
    expect((await load(path))?.checksum()).toBe(base.checksum())
    expect(await inFolder(path)).toEqual(['world.json'])
  })

  it('are kept while the data file cannot be written', async () => {
    const logs = { '.changes': log(0, [row(host(5, 'a'))]) }
    const path = await written(logs)
    await mkdir(join(dirname(path), '.world.json.tmp'))
    await expect(load(path)).rejects.toThrow(NotKept)
    expect(await readFile(`${path}.changes`, 'utf8')).toBe(logs['.changes'])
  })

  it.skipIf(process.platform === 'win32')('are found beside the file that a link points at', async () => {
    const path = await written({ '.changes': log(0, [row(host(5, 'a'))]) })
    const link = await dataFile()
    await symlink(path, link)
    expect(hostNames(await load(link))).toContain('5 a')
    expect(await inFolder(path)).toEqual(['world.json'])
  })

  it.each<[what: string, text: string, reason: string]>([
    ['another program', 'hello\n', 'line 1 is no JSON'],
    ['null', 'null\n', 'it is no log of changes: line 1 has no "format": "nestbox-changes"'],
    [
      'another format',
      '{"format":"x","version":1,"epoch":0}\n',
      'it is no log of changes: line 1 has no "format": "nestbox-changes"',
    ],
    [
      'no epoch',
      '{"format":"nestbox-changes","version":1}\n',
      'it is no log of changes: line 1 has no "format": "nestbox-changes"',
    ],
    [
      'a newer nestbox',
      '{"format":"nestbox-changes","version":2,"epoch":9}\n',
      'its version is 2, and this nestbox reads version 1',
    ],
    ['damage', '{"format":"nestbox-changes","version":1,"epoch":9}\n[{]\n[]\n', 'line 2 is no JSON'],
    [
      'no rows',
      '{"format":"nestbox-changes","version":1,"epoch":9}\n[]\n[{"table":"x","gone":1}]\n',
      'line 3 is no list of rows',
    ],
    [
      'a row that is neither there nor gone',
      '{"format":"nestbox-changes","version":1,"epoch":9}\n[{"table":"hosts","row":null}]\n',
      'line 2 is no list of rows',
    ],
    [
      'nothing in the place of a row',
      '{"format":"nestbox-changes","version":1,"epoch":9}\n[null]\n',
      'line 2 is no list of rows',
    ],
  ])('are refused and left as they were: %s', async (_, text, reason) => {
    const path = await written({ '.changes': text })
    await expect(load(path)).rejects.toThrow(
      new BadWorldFile(`Cannot use ${path}.changes: ${reason}. It was left untouched.`),
    )
    expect(await readFile(`${path}.changes`, 'utf8')).toBe(text)
  })

  it('are refused without their data file', async () => {
    const path = await dataFile()
    await writeFile(`${path}.changes`, log(0, [row(host(5))]))
    await expect(load(path)).rejects.toThrow(
      new BadWorldFile(
        `${path} is missing, but ${path}.changes has writes to it; restore the first, or remove the second.`,
      ),
    )
    expect(await inFolder(path)).toEqual(['world.json.changes'])
  })

  it('are refused where a folder has their name', async () => {
    const path = await written({})
    await mkdir(`${path}.changes`)
    await expect(load(path)).rejects.toThrow(
      new BadWorldFile(`Cannot use ${path}.changes: it is a folder, not a file. It was left untouched.`),
    )
  })

  it.each<[what: string, other: Partial<WorldData>]>([
    ['seed', { seed: 'other' }],
    ['scenario', { scenario: 'edge' }],
  ])('are refused beside a world of another %s', async (_, other) => {
    const path = await written({ '.changes': log(0, [row(host(5))]) }, (data) => ({ ...data, ...other }))
    await expect(load(path)).rejects.toThrow(
      new BadWorldFile(
        `${path}.changes belongs to a world of seed file, scenario empty, and ${path} holds another; restore the right file, or remove the changes.`,
      ),
    )
  })

  it('take no id back that was given out before', async () => {
    const world = await load(
      await written({ '.changes': log(0, [gone(7)]) }, (data) => ({
        ...data,
        lastIds: { ...data.lastIds, hosts: 20, tags: 30 },
      })),
    )
    expect([world?.tables.hosts.lastId, world?.tables.tags.lastId]).toEqual([20, 30])
  })

  it.each<[what: string, change: (data: WorldData) => object, line: string, reason: string]>([
    [
      'a table that is no list',
      (data) => ({ ...data, tables: { ...data.tables, users: {} } }),
      '[{"table":"hosts","gone":7}]',
      'tables.users must be array',
    ],
    [
      'a table too few, of which a row is gone',
      (data) => ({ ...data, tables: { ...data.tables, hosts: undefined } }),
      '[{"table":"hosts","gone":7}]',
      "tables must have required property 'hosts'",
    ],
    [
      'a table too few, of which a row is there',
      (data) => ({ ...data, tables: { ...data.tables, hosts: undefined } }),
      '[{"table":"hosts","row":{"id":7}}]',
      "tables must have required property 'hosts'",
    ],
    ['a row that is none', (data) => data, '[{"table":"hosts","row":{"id":7}}]', 'tables.hosts.'],
  ])('do not hide a fault of the data file: %s', async (_, change, line, reason) => {
    const path = await written({ '.changes': `${log(0)}${line}\n` }, change)
    await expect(load(path)).rejects.toThrow(`: ${reason}`)
  })
})
