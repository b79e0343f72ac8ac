import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Adapter, Memory } from 'lowdb'
import { describe, expect, it } from 'vitest'
import { absent, edited, type Json } from '../contract/schemas/testing/edit.ts'
import { makeWorld } from '../fixtures/index.ts'
import { BadWorldFile } from './bad-world-file.ts'
import { DurableFile } from './durable-file.ts'
import { tempFolder } from './testing/temp-folder.ts'
import { Watched } from './testing/watched.ts'
import type { World } from './world.ts'
import { dataOf, type WorldData } from './world-data.ts'
import { WorldFile } from './world-file.ts'

const demo = makeWorld({ seed: 'file', scenario: 'demo', scale: 3 })

const dataFile = async (): Promise<string> => join(await tempFolder(), 'world.json')

const insertHost = (world: World): number =>
  world.tables.hosts.insert({ name: 'db-02', host: 'db.example.com', port: 3306 }).id

/** A world that is kept somewhere: where from, and what lies there at this moment. */
interface Kept {
  readonly adapter: Watched<WorldData>
  readonly file: WorldFile
  readonly stored: () => Promise<WorldData>
}

const kept = (inner: Adapter<WorldData>, stored: () => Promise<WorldData>): Kept => {
  const adapter = new Watched(inner)
  return { adapter, file: new WorldFile(adapter, 'the file'), stored }
}

function keptInMemory(): Kept {
  const memory = new Memory<WorldData>()
  return kept(memory, async () => (await memory.read()) as WorldData)
}

async function keptOnDisk(): Promise<Kept> {
  const path = await dataFile()
  return kept(new DurableFile(path), async () => JSON.parse(await readFile(path, 'utf8')))
}

describe.each<[where: string, keep: () => Kept | Promise<Kept>]>([
  ['in memory', keptInMemory],
  ['on disk', keptOnDisk],
])('a world that is kept %s', (_, keep) => {
  it('is not there before it is saved', async () => {
    const { file } = await keep()
    expect(await file.load()).toBeUndefined()
  })

  it.each(['demo', 'empty', 'edge'])('comes back as it was: %s', async (scenario) => {
    const { file, adapter } = await keep()
    const world = makeWorld({ seed: 'file', scenario, scale: 1 }).fork()
    const removed = insertHost(world)
    world.tables.hosts.remove(removed)
    await file.save(world)
    const loaded = await new WorldFile(adapter, 'the file').load()
    expect(loaded?.checksum()).toBe(world.checksum())
    expect(loaded && dataOf(loaded)).toEqual(dataOf(world))
    expect(loaded?.tables.hosts.lastId).toBe(removed)
  })

  it('has all that was there at the call when a save is over', async () => {
    const { file, stored } = await keep()
    const world = demo.fork()
    const saves = Array.from({ length: 50 }, async () => {
      const id = insertHost(world)
      await file.save(world)
      expect((await stored()).tables.hosts).toContainEqual(world.tables.hosts.get(id))
    })
    await Promise.all(saves)
    expect(await stored()).toEqual(dataOf(world))
  })

  it('shares a write between the saves that come while one is under way', async () => {
    const { file, adapter } = await keep()
    const world = demo.fork()
    const first = file.save(world)
    const others = Array.from({ length: 50 }, () => file.save(world))
    await Promise.all([first, ...others])
    expect(adapter.writes).toBeLessThanOrEqual(2)
  })

  it('is the one that came last, where several come while a write is under way', async () => {
    const { file, stored } = await keep()
    const first = file.save(demo)
    await Promise.resolve()
    const [old, other] = [demo.fork(), demo.fork()]
    insertHost(other)
    await Promise.all([first, file.save(old), file.save(other)])
    expect(await stored()).toEqual(dataOf(other))
  })

  it('loses nothing of many who save again and again, and writes one at a time', async () => {
    const { file, adapter, stored } = await keep()
    const world = demo.fork()
    const writers = Array.from({ length: 10 }, async (_, writer) => {
      for (let round = 0; round < 10; round += 1) {
        const id = insertHost(world)
        // Every other writer looks at what is stored, so that the rest save again in the same breath.
        await file.save(world)
        if (writer % 2 === 0) expect((await stored()).lastIds.hosts).toBeGreaterThanOrEqual(id)
      }
    })
    await Promise.all(writers)
    expect(adapter.atOnce).toBe(1)
    expect(await stored()).toEqual(dataOf(world))
  })

  it('tells those whose save failed, and saves again after that', async () => {
    const { file, adapter, stored } = await keep()
    const world = demo.fork()
    await file.save(world)
    const before = await stored()
    adapter.failure = new Error('the disk is full')
    insertHost(world)
    await expect(file.save(world)).rejects.toThrow('the disk is full')
    expect(await stored()).toEqual(before)
    adapter.failure = undefined
    await file.save(world)
    expect(await stored()).toEqual(dataOf(world))
  })

  it('does not let the save that waits for a failing one fail with it', async () => {
    const { file, adapter, stored } = await keep()
    const world = demo.fork()
    adapter.failure = new Error('the disk is full')
    const first = file.save(world).finally(() => {
      adapter.failure = undefined
    })
    const both = Promise.allSettled([first, first.catch(() => file.save(world))])
    await file.settled()
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(await stored()).toEqual(dataOf(world))
  })

  it('is settled when every save so far is over, whether it went well or not', async () => {
    const { file, adapter } = await keep()
    const world = demo.fork()
    await file.settled()
    const over: string[] = []
    const first = file.save(world).finally(() => over.push('first'))
    await Promise.resolve()
    adapter.failure = new Error('the disk is full')
    const second = file.save(world).finally(() => over.push('second'))
    const both = Promise.allSettled([first, second])
    await file.settled()
    over.push('settled')
    await both
    expect(over).toEqual(['first', 'second', 'settled'])
  })
})

describe('the data file', () => {
  const saved = async (path: string, world: World = demo): Promise<void> =>
    new WorldFile(new DurableFile(path), path).save(world)

  it('is JSON that says what it is', async () => {
    const path = await dataFile()
    await saved(path)
    const { tables, lastIds, ...head } = JSON.parse(await readFile(path, 'utf8'))
    const which = { seed: 'file', scenario: 'demo', scale: 3, today: '2026-06-01' }
    expect(head).toEqual({ format: 'nestbox-world', version: 1, ...which })
    expect(Object.keys(tables)).toEqual(Object.keys(demo.tables))
    expect(lastIds.servers).toBe(3)
  })

  it('has a line for each row', async () => {
    const path = await dataFile()
    await saved(path)
    const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.replace(/,$/, ''))
    for (const row of demo.tables.servers.rows()) expect(lines).toContain(JSON.stringify(row))
  })

  it('is alone in its folder when a save is over', async () => {
    const path = await dataFile()
    await saved(path)
    expect(await readdir(dirname(path))).toEqual(['world.json'])
  })

  it('is written whatever a crash left behind', async () => {
    const path = await dataFile()
    await writeFile(join(dirname(path), '.world.json.tmp'), 'x'.repeat(1_000_000))
    await saved(path)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(dataOf(demo))
    expect(await readdir(dirname(path))).toEqual(['world.json'])
  })

  it('may start with a byte order mark', async () => {
    const path = await dataFile()
    await saved(path)
    await writeFile(path, `\uFEFF${await readFile(path, 'utf8')}`)
    const loaded = await new WorldFile(new DurableFile(path), path).load()
    expect(loaded?.checksum()).toBe(demo.checksum())
  })

  it('keeps the old world when the new one cannot be written', async () => {
    const path = await dataFile()
    const file = new WorldFile(new DurableFile(path), path)
    const world = demo.fork()
    await file.save(world)
    const before = await readFile(path, 'utf8')
    // A folder in the place of the temporary file: a failure that even root runs into.
    const obstacle = join(dirname(path), '.world.json.tmp')
    await mkdir(obstacle)
    insertHost(world)
    await expect(file.save(world)).rejects.toThrow('EISDIR')
    expect(await readFile(path, 'utf8')).toBe(before)
    await rm(obstacle, { recursive: true })
    await file.save(world)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(dataOf(world))
  })

  it('can be saved again when its folder is there', async () => {
    const path = join(await tempFolder(), 'later', 'world.json')
    const file = new WorldFile(new DurableFile(path), path)
    await expect(file.save(demo)).rejects.toThrow('ENOENT')
    await mkdir(dirname(path))
    await file.save(demo)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(dataOf(demo))
  })

  describe.skipIf(process.platform === 'win32')('on a disk with modes and links', () => {
    const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

    it('is for its owner alone when it is new', async () => {
      const path = await dataFile()
      await saved(path)
      expect(await modeOf(path)).toBe('600')
    })

    it.each(['644', '640', '666'])('keeps its mode: %s', async (mode) => {
      const path = await dataFile()
      await saved(path)
      await chmod(path, Number.parseInt(mode, 8))
      await saved(path)
      expect(await modeOf(path)).toBe(mode)
    })

    it.each([
      ['is there', saved],
      ['is not there yet', async () => {}],
    ])('stays a link to what %s, and that is written', async (_, make) => {
      const folder = await tempFolder()
      const [target, link] = [join(folder, 'far', 'target.json'), join(folder, 'world.json')]
      await mkdir(dirname(target))
      await make(target)
      await symlink(join('far', 'target.json'), link)
      const world = demo.fork()
      insertHost(world)
      await saved(link, world)
      expect(await readlink(link)).toBe(join('far', 'target.json'))
      expect((await lstat(target)).isFile()).toBe(true)
      expect(JSON.parse(await readFile(target, 'utf8'))).toEqual(dataOf(world))
      expect(await readdir(folder)).toEqual(['far', 'world.json'])
    })
  })
})

const whole = JSON.stringify(dataOf(demo))

/** The demo world with one thing broken: another value, or none, at a JSON pointer. */
const broken = (pointer: string, to: Json | typeof absent): string =>
  JSON.stringify(edited(JSON.parse(whole), pointer, to))

const noWorld = 'it is no world of nestbox: it has no "format": "nestbox-world"'
const damaged = 'it is damaged, as it holds no whole JSON'
describe('a file that cannot be used', () => {
  it.each<[what: string, content: string, reason: string]>([
    ['nothing', '', damaged],
    ['white space', ' \n\t\n', damaged],
    ['a lone byte order mark', '\uFEFF', damaged],
    ['the first half of a world', whole.slice(0, whole.length / 2), damaged],
    ['a world without its last brace', whole.slice(0, -1), damaged],
    ['two worlds', whole + whole, damaged],
    ['text', 'To do: water the plants', damaged],
    ['null', 'null', noWorld],
    ['false', 'false', noWorld],
    ['zero', '0', noWorld],
    ['an empty string', '""', noWorld],
    ['a string', '"x"', noWorld],
    ['an empty list', '[]', noWorld],
    ['an empty object', '{}', noWorld],
    ['another format', broken('/format', 'other'), noWorld],
    [
      'a newer version',
      broken('/version', 2),
      'it was written by a newer nestbox: its version is 2, this one reads version 1',
    ],
    ['no version', broken('/version', absent), 'version must be 1'],
    ['a version that is text', broken('/version', '1'), 'version must be 1'],
    ['a newer version that is text', broken('/version', '2'), 'version must be 1'],
    ['an older version', broken('/version', 0), 'version must be 1'],
    ['a seed that is a number', broken('/seed', 7), 'seed must be a string'],
    ['no scenario', broken('/scenario', absent), 'scenario must be a string'],
    ['a broken scale', broken('/scale', 1.5), 'scale must be an integer'],
    ['a negative scale', broken('/scale', -1), 'scale must be >= 0'],
    ['an epoch that is text', broken('/epoch', '1'), 'epoch must be an integer'],
    ['no tables', broken('/tables', absent), 'tables must be an object'],
    ['null for the tables', broken('/tables', null), 'tables must be an object'],
    ['a table too few', broken('/tables/users', absent), "tables must have required property 'users'"],
    ['a table that is no list', broken('/tables/users', {}), 'tables.users must be array'],
    [
      'a row of the wrong type',
      broken('/tables/nodes/0/memory', 'much'),
      'tables.nodes.0.memory must be integer',
    ],
    ['a row that is null', broken('/tables/tags/1', null), 'tables.tags.1 must be object'],
    [
      'a row with a field too few',
      broken('/tables/users/0/email', absent),
      "tables.users.0 must have required property 'email'",
    ],
    ['an id below 1', broken('/tables/hosts/0/id', 0), 'tables.hosts.0.id must be >= 1'],
    ['a row twice', broken('/tables/users/1/id', 1), 'tables.users.1.id is there twice'],
    [
      'a reference to no row',
      broken('/tables/servers/1/egg_id', 999),
      'tables.servers.1.egg_id must be the id of a row in eggs',
    ],
    [
      'a list with a reference to no row',
      broken('/tables/mounts/0/node_ids', [1, 999]),
      'tables.mounts.0.node_ids must be the id of a row in nodes',
    ],
    ['a last id that is text', broken('/lastIds/tags', '9'), 'lastIds.tags must be integer'],
    ['a last id below 0', broken('/lastIds/tags', -1), 'lastIds.tags must be >= 0'],
    [
      'a backup of fewer bytes than none',
      broken('/tables/backups/0/bytes', -1),
      'tables.backups.0.bytes must be >= 0',
    ],
    [
      'something in a row that is nested too deep',
      broken('/tables/hosts/0/more', JSON.parse(`${'['.repeat(17)}${']'.repeat(17)}`)),
      'it is nested more than 20 levels deep',
    ],
  ])('is refused and left as it was: %s', async (_, content, reason) => {
    const path = await dataFile()
    await writeFile(path, content)
    const load = new WorldFile(new DurableFile(path), path).load()
    await expect(load).rejects.toThrow(
      new BadWorldFile(`Cannot use ${path}: ${reason}. It was left untouched.`),
    )
    await expect(load).rejects.toBeInstanceOf(BadWorldFile)
    expect(await readFile(path, 'utf8')).toBe(content)
    expect(await readdir(dirname(path))).toEqual(['world.json'])
  })

  it('is refused where it is a folder', async () => {
    const path = await tempFolder()
    await expect(new WorldFile(new DurableFile(path), path).load()).rejects.toThrow(
      new BadWorldFile(`Cannot use ${path}: it is a folder, not a file. It was left untouched.`),
    )
  })
})

describe('the next id', () => {
  const last = demo.tables.hosts.lastId

  it.each<[what: string, content: string, next: number]>([
    ['follows the rows where the file tells no last ids', broken('/lastIds', absent), last + 1],
    ['follows the rows where the last id in the file is lower', broken('/lastIds/hosts', 0), last + 1],
    ['follows the last id in the file where it is higher', broken('/lastIds/hosts', 80), 81],
  ])('%s', async (_, content, next) => {
    const path = await dataFile()
    await writeFile(path, content)
    const world = await new WorldFile(new DurableFile(path), path).load()
    expect(world && insertHost(world)).toBe(next)
  })
})
