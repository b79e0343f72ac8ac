import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ChangeLog, type LogHead } from './change-log.ts'
import { canTellOpenFiles, everyFile, openIn, pathOf } from './testing/open-files.ts'
import { tempFolder } from './testing/temp-folder.ts'

const dataFile = async (): Promise<string> => join(await tempFolder(), 'world.json')

const head: LogHead = { format: 'nestbox-changes', version: 1, epoch: 0, seed: 'log', scenario: 'empty' }

const firstLine = `${JSON.stringify(head)}\n`

const textOf = (path: string): Promise<string> => readFile(`${path}.changes`, 'utf8')

type Write = (
  this: FileHandle,
  bytes: Uint8Array,
  from: number,
  length: number,
  at: number,
) => Promise<{ bytesWritten: number }>

/** Lets the next call of a method of open files fail. */
async function failOnce(method: 'datasync' | 'write'): Promise<void> {
  const failing = vi.spyOn(await everyFile(), method).mockRejectedValueOnce(new Error('no'))
  onTestFinished(() => failing.mockRestore())
}

describe('a log of changes', () => {
  it('begins with its head, beside a data file that may not be there yet', async () => {
    const path = await dataFile()
    const log = new ChangeLog(path)
    expect([log.size, log.hasOld]).toEqual([0, false])
    expect(await log.append('[1]\n', head)).toBe(true)
    expect(await log.append('["ä"]\n', { ...head, epoch: 9 })).toBe(true)
    expect(await textOf(path)).toBe(`${firstLine}[1]\n["ä"]\n`)
    expect(log.size).toBe(Buffer.byteLength(await textOf(path)))
    await log.clear()
  })

  it.skipIf(process.platform === 'win32')(
    'lies beside the data file itself, not beside a link to it',
    async () => {
      const [path, link] = [await dataFile(), await dataFile()]
      await writeFile(path, '')
      await symlink(path, link)
      const log = new ChangeLog(link)
      await log.append('[1]\n', head)
      expect(await readdir(dirname(path))).toEqual(['world.json', 'world.json.changes'])
      expect(await readdir(dirname(link))).toEqual(['world.json'])
      await log.clear()
    },
  )

  it.each<[what: string, left: readonly string[], hasOld: boolean]>([
    ['nothing', [], false],
    ['changes', ['.changes'], true],
    ['changes that were put aside', ['.changes.old'], true],
    ['both', ['.changes', '.changes.old'], true],
  ])('knows whether something is left from before: %s', async (_, left, hasOld) => {
    const path = await dataFile()
    for (const ending of left) await writeFile(path + ending, `${firstLine}[]\n`)
    const log = new ChangeLog(path)
    expect(await log.left()).toEqual(left.map(() => ({ head, rows: [] })))
    expect(log.hasOld).toBe(hasOld)
    await log.clear()
    expect([log.hasOld, await readdir(dirname(path))]).toEqual([false, []])
  })

  it('gives back what was left, the older first', async () => {
    const path = await dataFile()
    await writeFile(`${path}.changes`, `${firstLine}[{"table":"hosts","gone":2}]\n`)
    await writeFile(`${path}.changes.old`, `${firstLine}[{"table":"hosts","gone":1}]\n`)
    const left = await new ChangeLog(path).left()
    expect(left.flatMap(({ rows }) => rows)).toEqual([
      { table: 'hosts', gone: 1 },
      { table: 'hosts', gone: 2 },
    ])
  })

  it('begins anew after what was there is put aside, until that is dropped', async () => {
    const path = await dataFile()
    const log = new ChangeLog(path)
    await log.append('[1]\n', head)
    await log.rotate()
    expect([log.size, log.hasOld, await readdir(dirname(path))]).toEqual([
      0,
      true,
      ['world.json.changes.old'],
    ])
    await log.append('[2]\n', head)
    expect(await textOf(path)).toBe(`${firstLine}[2]\n`)
    expect(await readFile(`${path}.changes.old`, 'utf8')).toBe(`${firstLine}[1]\n`)
    await log.dropOld()
    expect([log.hasOld, await readdir(dirname(path))]).toEqual([false, ['world.json.changes']])
    await log.clear()
  })

  it('puts nothing aside where there is nothing', async () => {
    const path = await dataFile()
    const log = new ChangeLog(path)
    await log.rotate()
    expect([log.hasOld, await readdir(dirname(path))]).toEqual([false, []])
  })

  it('does not hold what could not be brought to the disk', async () => {
    const path = await dataFile()
    const log = new ChangeLog(path)
    await log.append('[1]\n', head)
    const { size } = log
    await failOnce('datasync')
    await expect(log.append('["lost, and longer than the next one"]\n', head)).rejects.toThrow('no')
    expect([log.size, await textOf(path)]).toEqual([size, `${firstLine}[1]\n`])
    await log.append('[2]\n', head)
    expect(await textOf(path)).toBe(`${firstLine}[1]\n[2]\n`)
    await log.clear()
  })

  it('begins anew after a beginning that failed', async () => {
    const path = await dataFile()
    const log = new ChangeLog(path)
    await failOnce('write')
    await expect(log.append('[1]\n', head)).rejects.toThrow('no')
    expect(log.size).toBe(0)
    await log.append('[2]\n', head)
    expect(await textOf(path)).toBe(`${firstLine}[2]\n`)
    await log.clear()
  })

  it.runIf(existsSync('/dev/full'))('is refused by a disk that is full', async () => {
    const path = await dataFile()
    const log = new ChangeLog(path)
    await symlink('/dev/full', `${path}.changes`)
    await expect(log.append('[1]\n', head)).rejects.toThrow('ENOSPC')
    await rm(`${path}.changes`)
    await log.append('[1]\n', head)
    expect(await textOf(path)).toBe(`${firstLine}[1]\n`)
    await log.clear()
  })

  it('is written whole by a disk that takes some bytes at a time', async () => {
    const path = await dataFile()
    // Of the ways in which it can be called, the one that a log uses.
    const disk = (await everyFile()) as unknown as { write: Write }
    const { write } = disk
    const slow = vi.spyOn(disk, 'write').mockImplementation(function (
      this: FileHandle,
      bytes,
      from,
      length,
      at,
    ) {
      return write.call(this, bytes, from, Math.ceil(length / 2), at)
    })
    onTestFinished(() => slow.mockRestore())
    const log = new ChangeLog(path)
    await log.append('["abcdefgh"]\n', head)
    await log.append('["ijklmnop"]\n', head)
    expect(await textOf(path)).toBe(`${firstLine}["abcdefgh"]\n["ijklmnop"]\n`)
    await log.clear()
  })

  it('cannot be read where it is a folder', async () => {
    const path = await dataFile()
    await mkdir(`${path}.changes`)
    await expect(new ChangeLog(path).left()).rejects.toThrow('EISDIR')
  })

  describe.runIf(canTellOpenFiles)('where the system tells which files are open', () => {
    it('is on the disk, and its name, when a write is over', async () => {
      const path = await dataFile()
      const anyFile = await everyFile()
      const synced: string[] = []
      for (const method of ['sync', 'datasync'] as const) {
        const original = anyFile[method]
        const watched = vi.spyOn(anyFile, method).mockImplementation(async function (this: FileHandle) {
          synced.push(`${method} ${basename(await pathOf(this.fd))}`)
          return original.call(this)
        })
        onTestFinished(() => watched.mockRestore())
      }
      const log = new ChangeLog(path)
      await log.append('[1]\n', head)
      await log.append('[2]\n', head)
      const written = 'datasync world.json.changes'
      expect(synced).toEqual([`sync ${basename(dirname(path))}`, written, written])
      await log.clear()
    })

    it('is closed when it is over, or could not begin', async () => {
      const path = await dataFile()
      const log = new ChangeLog(path)
      await failOnce('write')
      await expect(log.append('[1]\n', head)).rejects.toThrow('no')
      expect(await openIn(dirname(path))).toEqual([])
      await log.append('[1]\n', head)
      expect(await openIn(dirname(path))).toEqual(['world.json.changes'])
      await log.rotate()
      expect(await openIn(dirname(path))).toEqual([])
      await log.append('[2]\n', head)
      await log.clear()
      expect(await openIn(dirname(path))).toEqual([])
    })
  })
})
