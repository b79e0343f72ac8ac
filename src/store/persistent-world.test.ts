import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { BadWorldFile } from './bad-world-file.ts'
import { ChangeLog } from './change-log.ts'
import { DurableFile } from './durable-file.ts'
import { NotKept } from './not-kept.ts'
import { PersistentWorld } from './persistent-world.ts'
import { persistentWorldAt } from './persistent-world-at.ts'
import { tempFolder } from './testing/temp-folder.ts'
import { Watched } from './testing/watched.ts'
import type { Change, World } from './world.ts'
import type { WorldData } from './world-data.ts'
import { WorldFile } from './world-file.ts'

const base = makeWorld({ seed: 'keeper', scenario: 'empty', scale: 1 })

const dataFile = async (): Promise<string> => join(await tempFolder(), 'world.json')

const insertHost = (world: World, name = 'db'): readonly Change[] =>
  world.transaction(() => world.tables.hosts.insert({ name, host: 'db.example.com', port: 3306 })).changes

/** A keeper with a world in its file. */
async function kept(path: string): Promise<{ keeper: PersistentWorld; world: World }> {
  const keeper = persistentWorldAt(path)
  const world = base.fork()
  await keeper.replace(world)
  return { keeper, world }
}

/** What a process that starts now would find; what it finds it folds, so this is done to a copy of the files. */
async function foundAt(path: string): Promise<World | undefined> {
  const copy = await dataFile()
  for (const ending of ['', '.changes', '.changes.old']) {
    const text = await readFile(path + ending, 'utf8').catch(() => undefined)
    if (text !== undefined) await writeFile(copy + ending, text)
  }
  return persistentWorldAt(copy).load()
}

/** A keeper with a world in its file, whose writes of the file are counted, and can be let fail or wait. */
async function watched(
  path: string,
): Promise<{ keeper: PersistentWorld; world: World; file: Watched<WorldData> }> {
  const file = new Watched(new DurableFile(path))
  const keeper = new PersistentWorld(new WorldFile(file, path), new ChangeLog(path), path)
  const world = base.fork()
  await keeper.replace(world)
  return { keeper, world, file }
}

/** Writes the data file anew, with other data in it or with other spaces. */
const rewrite = async (
  path: string,
  change: (data: WorldData) => object = (data) => data,
): Promise<string> => {
  const text = JSON.stringify(change(JSON.parse(await readFile(path, 'utf8'))), undefined, 2)
  await writeFile(path, text)
  return text
}

const inFolder = async (path: string): Promise<string[]> => (await readdir(dirname(path))).sort()

describe('a world that is kept', () => {
  it('is not there before it was put in', async () => {
    const path = await dataFile()
    expect(await persistentWorldAt(path).load()).toBeUndefined()
    expect(await inFolder(path)).toEqual([])
  })

  it('is there for the next process as soon as a write is over, also while it is folded', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    for (let count = 0; count < 30; count += 1) {
      await keeper.commit(world, insertHost(world))
      if (count % 7 === 0) await wait(120)
      expect((await foundAt(path))?.checksum()).toBe(world.checksum())
    }
    await keeper.close()
  })

  it('is in the file alone when its keeper is closed, and soon after the last write', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    await keeper.commit(world, insertHost(world))
    expect(await inFolder(path)).toEqual(['world.json', 'world.json.changes'])
    await expect.poll(() => inFolder(path)).toEqual(['world.json'])
    expect(await readFile(path, 'utf8')).toContain('"db"')
    await keeper.commit(world, insertHost(world))
    expect(await inFolder(path)).toEqual(['world.json', 'world.json.changes'])
    await expect.poll(() => inFolder(path)).toEqual(['world.json'])
    await keeper.commit(world, insertHost(world))
    await keeper.close()
    expect(await inFolder(path)).toEqual(['world.json'])
    expect((await persistentWorldAt(path).load())?.checksum()).toBe(world.checksum())
  })

  it('is in the file alone, too, when it was written to while that was being written', async () => {
    const path = await dataFile()
    const { keeper, world, file } = await watched(path)
    const goOn = file.hold()
    await keeper.commit(world, insertHost(world))
    await expect.poll(() => file.writes).toBe(2)
    await keeper.commit(world, insertHost(world))
    await wait(200)
    expect(file.writes).toBe(2)
    goOn()
    await expect.poll(() => inFolder(path)).toEqual(['world.json'])
    expect((await persistentWorldAt(path).load())?.checksum()).toBe(world.checksum())
    await keeper.close()
  })

  it('is in the file before much is in the log, even while clients write on and on', async () => {
    const path = await dataFile()
    const { keeper, world, file } = await watched(path)
    await keeper.commit(world, insertHost(world, 'x'.repeat(8_000_001)))
    for (let count = 0; count < 50 && file.writes === 1; count += 1) {
      await keeper.commit(world, insertHost(world))
    }
    expect(file.writes).toBe(2)
    await keeper.close()
    expect((await persistentWorldAt(path).load())?.checksum()).toBe(world.checksum())
  })

  it('leaves the file as it is where there is nothing to put into it', async () => {
    const path = await dataFile()
    await (await kept(path)).keeper.close()
    const text = await rewrite(path)
    const keeper = persistentWorldAt(path)
    const world = await keeper.load()
    await keeper.close()
    expect(await readFile(path, 'utf8')).toBe(text)
    await keeper.replace(world as World)
    const anew = await rewrite(path)
    await keeper.close()
    expect(await readFile(path, 'utf8')).toBe(anew)
  })

  it('makes the same file again where nothing lay beside it, and one of a higher number where something did', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    const first = await readFile(path, 'utf8')
    await keeper.replace(world)
    expect(await readFile(path, 'utf8')).toBe(first)
    expect(JSON.parse(first)).not.toHaveProperty('epoch')
    await keeper.commit(world, insertHost(world))
    await keeper.replace(world)
    expect(JSON.parse(await readFile(path, 'utf8')).epoch).toBe(1)
    await keeper.close()
  })

  it('goes on where an earlier process stopped', async () => {
    const path = await dataFile()
    const first = await kept(path)
    await first.keeper.commit(first.world, insertHost(first.world))
    await first.keeper.close()
    const keeper = persistentWorldAt(path)
    const world = (await keeper.load()) as World
    await keeper.commit(world, insertHost(world))
    expect((await foundAt(path))?.checksum()).toBe(world.checksum())
    await keeper.close()
  })

  it('remembers rows that are gone, and ids that were given out', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    const [added] = insertHost(world)
    await keeper.commit(world, [added as Change])
    const id = added?.after?.id ?? 0
    await keeper.commit(world, world.transaction(() => world.tables.hosts.remove(id)).changes)
    const found = await foundAt(path)
    expect(found?.tables.hosts.get(id)).toBeUndefined()
    expect(found?.tables.hosts.lastId).toBe(id)
    await keeper.close()
  })

  it('answers many writers with a few trips to the disk', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    const trips = vi.spyOn(ChangeLog.prototype, 'append')
    await Promise.all(Array.from({ length: 200 }, () => keeper.commit(world, insertHost(world))))
    expect(trips.mock.calls.length).toBeLessThan(20)
    trips.mockRestore()
    expect((await foundAt(path))?.checksum()).toBe(world.checksum())
    await keeper.close()
  })

  it('is another one after it was replaced, whatever was written before', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    const commits = [1, 2, 3].map(() => keeper.commit(world, insertHost(world)))
    const other = makeWorld({ seed: 'other', scenario: 'edge', scale: 1 }).fork()
    await Promise.all([...commits, keeper.replace(other)])
    await keeper.commit(other, insertHost(other))
    const found = await foundAt(path)
    expect(found?.identity.seed).toBe('other')
    expect(found?.checksum()).toBe(other.checksum())
    await keeper.close()
  })
})

describe('a crash', () => {
  it.each([
    ['in the middle of a line', (log: string) => appendFile(log, '[{"table":"hosts","row":{"id":9')],
    ['before the line was ended', (log: string) => appendFile(log, '[{"table":"hosts","gone":1}]')],
  ])('loses nothing that was answered: %s', async (_, crash) => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    await keeper.commit(world, insertHost(world))
    await crash(`${path}.changes`)
    expect((await foundAt(path))?.checksum()).toBe(world.checksum())
    await keeper.close()
  })

  it('before the first line was whole means that nothing was answered', async () => {
    const path = await dataFile()
    await (await kept(path)).keeper.close()
    await writeFile(`${path}.changes`, '{"format":"nestbox-ch')
    expect((await foundAt(path))?.checksum()).toBe(base.checksum())
  })

  it('between the file and the log does not bring back what a reset took away', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    await keeper.commit(world, insertHost(world))
    const log = await readFile(`${path}.changes`, 'utf8')
    await keeper.replace(base.fork())
    await writeFile(`${path}.changes`, log)
    expect((await foundAt(path))?.checksum()).toBe(base.checksum())
    await keeper.close()
  })

  it('leaves a log that is folded at the next start, and gone then', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    await keeper.commit(world, insertHost(world))
    const copy = await dataFile()
    for (const ending of ['', '.changes']) await writeFile(copy + ending, await readFile(path + ending))
    await persistentWorldAt(copy).load()
    expect(await inFolder(copy)).toEqual(['world.json'])
    expect((await foundAt(copy))?.checksum()).toBe(world.checksum())
    await keeper.close()
  })

  it('in the middle of a fold loses nothing of before and after', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    const old = await readFile(path, 'utf8')
    await keeper.commit(world, insertHost(world, 'before'))
    const log = await readFile(`${path}.changes`, 'utf8')
    await expect.poll(() => inFolder(path)).toEqual(['world.json'])
    await keeper.commit(world, insertHost(world, 'after'))
    await writeFile(path, old)
    await writeFile(`${path}.changes.old`, log)
    expect((await foundAt(path))?.checksum()).toBe(world.checksum())
    await keeper.close()
  })

  it('loses nothing that was answered while the data file could not be written', async () => {
    const path = await dataFile()
    const { keeper, world, file } = await watched(path)
    file.failure = new Error('no')
    for (const [count, name] of ['first', 'second', 'third'].entries()) {
      await keeper.commit(world, insertHost(world, name))
      await expect.poll(() => file.writes).toBe(2 + count)
      expect((await foundAt(path))?.checksum()).toBe(world.checksum())
    }
    file.failure = undefined
    await keeper.commit(world, insertHost(world))
    await expect
      .poll(async () => JSON.parse(await readFile(path, 'utf8')).tables.hosts)
      .toEqual(world.tables.hosts.rows())
    await keeper.close()
    expect(await inFolder(path)).toEqual(['world.json'])
    expect((await persistentWorldAt(path).load())?.checksum()).toBe(world.checksum())
  })

  it('loses nothing that was answered while the data file could not be written, however much', async () => {
    const path = await dataFile()
    const { keeper, world, file } = await watched(path)
    file.failure = new Error('no')
    for (const count of [1, 2]) {
      await keeper.commit(world, insertHost(world, 'x'.repeat(8_000_001)))
      await expect.poll(() => file.writes).toBe(1 + count)
    }
    expect((await foundAt(path))?.checksum()).toBe(world.checksum())
    file.failure = undefined
    await keeper.close()
    expect((await persistentWorldAt(path).load())?.checksum()).toBe(world.checksum())
  })
})

/** Where Linux lists the files that a process has open. */
const descriptors = '/proc/self/fd'

it.skipIf(!existsSync(descriptors))(
  'keeps no file open that could not be folded before the end',
  async () => {
    const path = await dataFile()
    const { keeper, world, file } = await watched(path)
    file.failure = new Error('no')
    for (const count of [1, 2]) {
      await keeper.commit(world, insertHost(world))
      await expect.poll(() => file.writes).toBe(1 + count)
    }
    await keeper.commit(world, insertHost(world))
    await keeper.close()
    const open = (await readdir(descriptors)).map((name) => readlink(join(descriptors, name)).catch(() => ''))
    expect((await Promise.all(open)).filter((name) => name.startsWith(dirname(path)))).toEqual([])
    expect((await foundAt(path))?.checksum()).toBe(world.checksum())
  },
)

describe('a write that cannot be kept', () => {
  /** Lets the next trip to the disk fail. */
  const breakDown = (code: string) =>
    vi.spyOn(ChangeLog.prototype, 'append').mockRejectedValueOnce(Object.assign(new Error('no'), { code }))

  it('is taken back, with all that stand on it, and said in a sentence', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    const before = world.checksum()
    breakDown('ENOSPC')
    const commits = await Promise.allSettled([1, 2, 3].map(() => keeper.commit(world, insertHost(world))))
    expect(commits.map((each) => (each.status === 'rejected' ? each.reason : undefined))).toEqual(
      Array(3).fill(new NotKept(`${path} cannot be written: the disk is full. Nothing was changed.`)),
    )
    expect(world.checksum()).toBe(before)
    expect((await foundAt(path))?.checksum()).toBe(before)
    await keeper.commit(world, insertHost(world))
    expect((await foundAt(path))?.checksum()).toBe(world.checksum())
    await keeper.close()
  })
})

describe('a log', () => {
  it('that is removed under its keeper costs nothing that was answered', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    await keeper.commit(world, insertHost(world))
    await rm(`${path}.changes`)
    await keeper.commit(world, insertHost(world))
    expect((await foundAt(path))?.checksum()).toBe(world.checksum())
    await keeper.close()
  })

  it.each<[what: string, text: string, reason: string]>([
    ['another program', 'hello\n', 'line 1 is no JSON'],
    ['null', 'null\n', 'its first line is none of a log of changes'],
    [
      'another format',
      '{"format":"x","version":1,"epoch":0}\n',
      'its first line is none of a log of changes',
    ],
    ['no epoch', '{"format":"nestbox-changes","version":1}\n', 'its first line is none of a log of changes'],
    [
      'a newer nestbox',
      '{"format":"nestbox-changes","version":2,"epoch":9}\n',
      'it was written by another nestbox: its version is 2, this one reads version 1',
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
  ])('of %s is refused and left as it was', async (_, text, reason) => {
    const path = await dataFile()
    await (await kept(path)).keeper.close()
    await writeFile(`${path}.changes`, text)
    await expect(persistentWorldAt(path).load()).rejects.toThrow(
      new BadWorldFile(`Cannot use ${path}.changes: ${reason}. It was left untouched.`),
    )
    expect(await readFile(`${path}.changes`, 'utf8')).toBe(text)
  })

  it('without its data file is refused', async () => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    await keeper.commit(world, insertHost(world))
    const elsewhere = await dataFile()
    await rename(`${path}.changes`, `${elsewhere}.changes`)
    await expect(persistentWorldAt(elsewhere).load()).rejects.toThrow(
      /world\.json is gone, but .*\.changes holds/,
    )
    await keeper.close()
  })

  it('that is a folder is refused', async () => {
    const path = await dataFile()
    await (await kept(path)).keeper.close()
    await mkdir(`${path}.changes`)
    await expect(persistentWorldAt(path).load()).rejects.toThrow(
      new BadWorldFile(`Cannot use ${path}.changes: it is a folder, not a file. It was left untouched.`),
    )
  })

  it.each<[what: string, seed: string, scenario: string]>([
    ['seed', 'other', 'empty'],
    ['scenario', 'keeper', 'edge'],
  ])('of a world of another %s is refused', async (_, seed, scenario) => {
    const path = await dataFile()
    const { keeper, world } = await kept(path)
    await keeper.commit(world, insertHost(world))
    const other = await dataFile()
    await new WorldFile(new DurableFile(other), other).save(makeWorld({ seed, scenario, scale: 1 }))
    await rename(`${path}.changes`, `${other}.changes`)
    await expect(persistentWorldAt(other).load()).rejects.toThrow(
      new BadWorldFile(
        `${other}.changes belongs to a world of seed keeper, scenario empty, and ${other} holds another; put the right file back, or remove the changes.`,
      ),
    )
    await keeper.close()
  })

  /** Loads a data file that was changed by hand, and beside it a log of one line. */
  async function loaded(change: (data: WorldData) => object, line: string): Promise<World | undefined> {
    const path = await dataFile()
    await (await kept(path)).keeper.close()
    await rewrite(path, change)
    const { seed, scenario } = base.identity
    const head = { format: 'nestbox-changes', version: 1, epoch: 0, seed, scenario }
    await writeFile(`${path}.changes`, `${JSON.stringify(head)}\n${line}\n`)
    return persistentWorldAt(path).load()
  }

  it('takes no id back that was given out before it', async () => {
    const world = await loaded(
      (data) => ({ ...data, lastIds: { ...data.lastIds, hosts: 20, tags: 30 } }),
      '[{"table":"hosts","gone":7}]',
    )
    expect([world?.tables.hosts.lastId, world?.tables.tags.lastId]).toEqual([20, 30])
  })

  it('has ids of its own that count', async () => {
    const world = await loaded((data) => ({ ...data, lastIds: undefined }), '[{"table":"hosts","gone":7}]')
    expect(world?.tables.hosts.lastId).toBe(7)
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
  ])('does not hide what is wrong with the data file: %s', async (_, change, line, reason) => {
    await expect(loaded(change, line)).rejects.toThrow(`: ${reason}`)
  })
})

describe('a data file with the same row twice', () => {
  it('is refused, as without a log beside it', async () => {
    const path = await dataFile()
    await (await kept(path)).keeper.close()
    await rewrite(path, (data) => {
      const [user] = data.tables.users
      return { ...data, tables: { ...data.tables, users: [user, user] } }
    })
    await expect(persistentWorldAt(path).load()).rejects.toThrow(
      new BadWorldFile(`Cannot use ${path}: tables.users.1.id is there twice. It was left untouched.`),
    )
  })
})
