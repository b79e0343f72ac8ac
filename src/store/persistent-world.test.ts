import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Adapter, Memory } from 'lowdb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { NotKept } from './errors.ts'
import type { Writer } from './file-system.ts'
import { lock } from './lock.ts'
import { PersistentWorld } from './persistent-world.ts'
import { tempFolder } from './testing/temp-folder.ts'
import { temporaryFileOf } from './testing/temporary-file.ts'
import { Watched } from './testing/watched.ts'
import type { Change, World } from './world.ts'
import { dataOf, type WorldData } from './world-data.ts'
import { worldFile } from './world-file.ts'

const base = makeWorld({ seed: 'file', scenario: 'empty', scale: 1 })

const dataFile = async (): Promise<string> => join(await tempFolder(), 'world.json')

const insertHost = (world: World, name = 'db'): readonly Change[] =>
  world.transaction(() => world.tables.hosts.insert({ name, host: 'db.example.com', port: 3306 })).changes

const removeHost = (world: World, id: number): readonly Change[] =>
  world.transaction(() => world.tables.hosts.remove(id)).changes

async function open(path: string): Promise<PersistentWorld> {
  const file = await PersistentWorld.open(path)
  onTestFinished(() => file.close())
  return file
}

/** What a process finds that starts now, on a copy of the file. */
async function foundAt(path: string): Promise<World | undefined> {
  const copy = await dataFile()
  await writeFile(copy, await readFile(path))
  return (await open(copy)).load()
}

/** A world in a store whose writes can be counted, fail or wait. */
interface Kept {
  readonly file: PersistentWorld
  readonly world: World
  readonly adapter: Watched<WorldData>
  readonly stored: () => Promise<WorldData>
  readonly path: string
}

async function keep(innerFor: (path: string, writer: Writer) => Adapter<WorldData>): Promise<Kept> {
  const path = await dataFile()
  const held = await lock(path)
  const inner = innerFor(path, held)
  const adapter = new Watched<WorldData>(inner)
  const file = new PersistentWorld(path, adapter, held)
  onTestFinished(() => file.close())
  const world = base.fork()
  await file.replace(world)
  adapter.writes = 0
  // Plain JSON, so that what changes later is not seen.
  const stored = async () => structuredClone((await inner.read()) as WorldData)
  return { file, world, adapter, stored, path }
}

const keptOnDisk = () => keep((path, writer) => worldFile(path, writer))

const keptInMemory = () => keep(() => new Memory<WorldData>())

describe.each<[where: string, kept: () => Promise<Kept>]>([
  ['in memory', keptInMemory],
  ['on disk', keptOnDisk],
])('a world that is kept %s', (_, kept) => {
  it('contains a write after it is committed', async () => {
    const { file, world, stored } = await kept()
    for (let count = 0; count < 20; count += 1) {
      await file.commit(world, insertHost(world))
      expect(await stored()).toEqual(dataOf(world))
    }
  })

  it('saves writes together that arrive while another is being saved', async () => {
    const { file, world, adapter, stored } = await kept()
    await Promise.all(Array.from({ length: 200 }, () => file.commit(world, insertHost(world))))
    expect(adapter.writes).toBeLessThanOrEqual(2)
    expect(await stored()).toEqual(dataOf(world))
  })

  it('does not wait long for a client that has stopped writing', async () => {
    const { file, world, adapter, stored } = await kept()
    await Promise.all(Array.from({ length: 20 }, () => file.commit(world, insertHost(world))))
    const before = adapter.writes
    await file.commit(world, insertHost(world))
    expect(adapter.writes).toBe(before + 1)
    expect(await stored()).toEqual(dataOf(world))
  })

  it('loses no writes of many clients, and is written by one process at a time', async () => {
    const { file, world, adapter, stored } = await kept()
    const writers = Array.from({ length: 10 }, async () => {
      for (let round = 0; round < 10; round += 1) {
        const changes = insertHost(world)
        await file.commit(world, changes)
        expect((await stored()).lastIds.hosts).toBeGreaterThanOrEqual(changes[0]?.after?.id ?? 0)
      }
    })
    await Promise.all(writers)
    expect(adapter.atOnce).toBe(1)
    expect(await stored()).toEqual(dataOf(world))
  })

  it('undoes writes that cannot be saved, with all later writes, and reports why', async () => {
    const { file, world, adapter, stored, path } = await kept()
    await file.commit(world, insertHost(world, 'kept'))
    const before = dataOf(world)
    adapter.failure = Object.assign(new Error('no'), { code: 'ENOSPC' })
    const goOn = adapter.hold()
    const first = file.commit(world, insertHost(world, 'first'))
    await expect.poll(() => adapter.writes).toBe(2)
    const later = [1, 2].map(() => file.commit(world, insertHost(world, 'later')))
    const [stillUnsaved, copy] = [file.unsaved(), world.copy()]
    copy.undo(stillUnsaved)
    expect(dataOf(copy).tables).toEqual(before.tables)
    goOn()
    const results = await Promise.allSettled([first, ...later])
    expect(file.unsaved()).toEqual([])
    expect(results.map((each) => (each.status === 'rejected' ? each.reason : undefined))).toEqual(
      Array(3).fill(
        new NotKept(
          `${path} cannot be written: the disk is full. Nothing was changed.`,
          'The data file cannot be written: the disk is full. Nothing was changed.',
        ),
      ),
    )
    expect(dataOf(world)).toEqual(before)
    expect(await stored()).toEqual(before)
    adapter.failure = undefined
    await file.commit(world, insertHost(world, 'again'))
    expect(await stored()).toEqual(dataOf(world))
  })

  it('is replaced after earlier writes, and used when the new world is saved', async () => {
    const { file, world, adapter, stored } = await kept()
    const other = makeWorld({ seed: 'other', scenario: 'edge', scale: 1 }).fork()
    const goOn = adapter.hold()
    const over: string[] = []
    const commit = file.commit(world, insertHost(world)).then(() => over.push('commit'))
    const replace = file.replace(other, () => over.push('entered')).then(() => over.push('replaced'))
    await expect.poll(() => adapter.writes).toBe(1)
    expect(over).toEqual([])
    goOn()
    await Promise.all([commit, replace])
    expect(over).toEqual(['commit', 'entered', 'replaced'])
    expect(await stored()).toEqual(dataOf(other))
    await file.commit(other, insertHost(other))
    expect(await stored()).toEqual(dataOf(other))
  })

  it('is not restored by a write that was made while it was replaced', async () => {
    const { file, world, adapter, stored } = await kept()
    const other = makeWorld({ seed: 'other', scenario: 'edge', scale: 1 }).fork()
    const goOn = adapter.hold()
    const replace = file.replace(other)
    await expect.poll(() => adapter.writes).toBe(1)
    const late = file.commit(world, insertHost(world))
    goOn()
    await Promise.all([replace, late])
    await file.commit(other, insertHost(other))
    expect(adapter.writes).toBe(2)
    expect(await stored()).toEqual(dataOf(other))
  })

  it('is kept, with the writes that were made meanwhile, if it cannot be replaced', async () => {
    const { file, world, adapter, stored, path } = await kept()
    const other = makeWorld({ seed: 'other', scenario: 'edge', scale: 1 }).fork()
    adapter.failure = Object.assign(new Error('no'), { code: 'EROFS' })
    const goOn = adapter.hold()
    let isEntered = false
    const replace = file
      .replace(other, () => {
        isEntered = true
      })
      .finally(() => {
        adapter.failure = undefined
      })
    await expect.poll(() => adapter.writes).toBe(1)
    const commit = file.commit(world, insertHost(world))
    goOn()
    await expect(replace).rejects.toMatchObject({
      name: 'NotKept',
      message: `${path} cannot be written: the file system is read-only. Nothing was changed.`,
    })
    await commit
    expect(isEntered).toBe(false)
    expect(await stored()).toEqual(dataOf(world))
  })

  it('is not written after it is closed', async () => {
    const { file, world, adapter, stored, path } = await kept()
    const commit = file.commit(world, insertHost(world))
    const closed = file.close()
    const replace = file.replace(base.fork())
    replace.catch(() => {})
    await commit
    await closed
    const before = world.checksum()
    const late = [replace, file.commit(world, insertHost(world))]
    for (const each of late) {
      await expect(each).rejects.toMatchObject({
        name: 'NotKept',
        message: `${path} cannot be written: the service has stopped. Nothing was changed.`,
      })
    }
    expect(world.checksum()).toBe(before)
    expect(await stored()).toEqual(dataOf(world))
    expect(adapter.writes).toBe(1)
  })
})

describe('a data file', () => {
  it('does not exist before a world was saved in it', async () => {
    const path = await dataFile()
    expect(await (await open(path)).load()).toBeUndefined()
    expect(await readdir(dirname(path))).toEqual(['world.json.lock'])
  })

  it.each(['demo', 'empty', 'bare', 'edge'])('returns the saved world: %s', async (scenario) => {
    const path = await dataFile()
    const file = await open(path)
    const world = makeWorld({ seed: 'file', scenario, scale: 1 }).fork()
    await file.replace(world)
    const changes = insertHost(world)
    await file.commit(world, changes)
    const id = changes[0]?.after?.id ?? 0
    await file.commit(world, removeHost(world, id))
    const found = await foundAt(path)
    expect(found && dataOf(found)).toEqual(dataOf(world))
    expect(found?.tables.hosts.lastId).toBe(id)
  })

  it('continues where an earlier process stopped, and is the only file in its folder then', async () => {
    const path = await dataFile()
    const first = await open(path)
    await first.replace(base)
    const world = base.fork()
    await first.commit(world, insertHost(world))
    await first.close()
    expect(await readdir(dirname(path))).toEqual(['world.json'])
    const second = await open(path)
    const loaded = (await second.load()) as World
    expect(loaded.checksum()).toBe(world.checksum())
    await second.commit(loaded, insertHost(loaded))
    expect((await foundAt(path))?.checksum()).toBe(loaded.checksum())
  })

  it('is unchanged if nothing is written', async () => {
    const path = await dataFile()
    const first = await open(path)
    await first.replace(base)
    await first.close()
    const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')), undefined, 2)
    await writeFile(path, text)
    const second = await open(path)
    await second.load()
    await second.close()
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  it('is not written by a process that has lost its lock', async () => {
    const { file, world, path } = await keptOnDisk()
    const before = await readFile(path, 'utf8')
    const theirs = '7 elsewhere - id\n'
    await writeFile(`${path}.lock`, theirs)
    await expect(file.commit(world, insertHost(world))).rejects.toMatchObject({
      name: 'NotKept',
      message: `${path} cannot be written: process 7 took it over while this one was suspended. Nothing was changed.`,
    })
    await file.close()
    expect(await readFile(path, 'utf8')).toBe(before)
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(theirs)
  })

  it.each<[what: string, change: (file: string) => Promise<unknown>, reason: string]>([
    [
      'was removed',
      (lockFile) => rm(lockFile),
      'its lock file was removed, so that another process may have changed it; start this one again',
    ],
    [
      'was emptied',
      (lockFile) => writeFile(lockFile, ''),
      'its lock file was overwritten, so that another process may have changed it; start this one again',
    ],
    [
      'is replaced by a folder',
      (lockFile) => rm(lockFile).then(() => mkdir(lockFile)),
      'LOCK is not a lock file of Nestbox, and was left untouched; name another data file, or move that one',
    ],
  ])(
    'is not written by a process whose lock file %s, and clients learn no path',
    async (_, change, reason) => {
      const { file, world, path } = await keptOnDisk()
      const before = await readFile(path, 'utf8')
      await change(`${path}.lock`)
      await expect(file.commit(world, insertHost(world))).rejects.toMatchObject({
        name: 'NotKept',
        message: `${path} cannot be written: ${reason.replace('LOCK', `${path}.lock`)}. Nothing was changed.`,
        detail: `The data file cannot be written: ${reason.startsWith('LOCK') ? 'the log of the server has the reason' : reason}. Nothing was changed.`,
      })
      expect(await readFile(path, 'utf8')).toBe(before)
    },
  )

  it('is reported to possibly contain a write if the process lost its lock meanwhile', async () => {
    const memory = new Memory<WorldData>()
    const { file, world, adapter, path } = await keep(() => memory)
    const goOn = adapter.hold()
    const late = file.commit(world, insertHost(world))
    await expect.poll(() => adapter.writes).toBe(1)
    await writeFile(`${path}.lock`, '7 elsewhere - id\n')
    goOn()
    await expect(late).rejects.toMatchObject({
      name: 'NotKept',
      message: `${path} cannot be written: process 7 took it over while this one was suspended. The write may be in the file.`,
    })
  })

  it('keeps the old world if the new one cannot be written', async () => {
    const { file, world, path } = await keptOnDisk()
    const before = await readFile(path, 'utf8')
    // A folder that has the name of the temporary file: a failure even for root.
    await mkdir(temporaryFileOf(path))
    await expect(file.commit(world, insertHost(world))).rejects.toThrow(NotKept)
    await expect(file.replace(base.fork())).rejects.toThrow(NotKept)
    expect(await readFile(path, 'utf8')).toBe(before)
  })

  it('is written with fake timers', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const path = await dataFile()
    const file = await open(path)
    const world = base.fork()
    await file.replace(world)
    await file.commit(world, insertHost(world))
    expect((await foundAt(path))?.checksum()).toBe(world.checksum())
  })
})
