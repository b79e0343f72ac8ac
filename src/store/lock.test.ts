import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Locked, lock } from './lock.ts'
import { tempFolder } from './testing/temp-folder.ts'

const dataFile = async (): Promise<string> => join(await tempFolder(), 'world.json')

/** The id of another process that lives until the test is over. */
async function liveProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { stdio: 'ignore' })
  await once(child, 'spawn')
  onTestFinished(() => end(child))
  return child.pid as number
}

async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid as number
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

describe('the lock of a data file', () => {
  it('names the process that has it', async () => {
    const path = await dataFile()
    await lock(path)
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(`${process.pid}\n`)
  })

  it('is gone when it is given up, and can be had again', async () => {
    const path = await dataFile()
    const release = await lock(path)
    await release()
    expect(await readdir(join(path, '..'))).toEqual([])
    await expect(lock(path)).resolves.toBeTypeOf('function')
  })

  it('can be given up twice', async () => {
    const release = await lock(await dataFile())
    await release()
    await expect(release()).resolves.toBeUndefined()
  })

  it('is refused while another process has it, and stays with that one', async () => {
    const path = await dataFile()
    const owner = await liveProcess()
    await writeFile(`${path}.lock`, `${owner}\n`)
    await expect(lock(path)).rejects.toThrow(
      new Locked(`${path} is in use by process ${owner}; stop that one, or name another file.`),
    )
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(`${owner}\n`)
  })

  it('is refused while this very process has it, however the path is written', async () => {
    const path = await dataFile()
    const release = await lock(path)
    const again = relative(process.cwd(), path)
    await expect(lock(again)).rejects.toThrow(
      new Locked(`${again} is in use by this very process; name another file.`),
    )
    await release()
    await expect(lock(again)).resolves.toBeTypeOf('function')
  })

  it('goes to one of those who want it at the same moment', async () => {
    const path = await dataFile()
    const claims = await Promise.allSettled(Array.from({ length: 5 }, () => lock(path)))
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(`${process.pid}\n`)
  })

  it.each<[what: string, content: () => Promise<string> | string]>([
    ['of a process that is gone', async () => `${await deadProcess()}\n`],
    ['of an earlier process with the same id', () => `${process.pid}\n`],
    ['that names no process', () => 'nobody'],
    ['that is empty', () => ''],
    ['that names all processes', () => '0'],
    ['that names a group of processes', () => '-1'],
  ])('is taken over %s', async (_, content) => {
    const path = await dataFile()
    await writeFile(`${path}.lock`, await content())
    await lock(path)
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(`${process.pid}\n`)
  })

  it('leaves the locks of other files alone', async () => {
    const path = await dataFile()
    await lock(path)
    await expect(lock(`${path}.other`)).resolves.toBeTypeOf('function')
    expect((await readdir(join(path, '..'))).sort()).toEqual(['world.json.lock', 'world.json.other.lock'])
  })

  it.each<[what: string, below: string, reason: string]>([
    ['a missing folder', 'missing', 'there is no such folder'],
    ['a file in the place of a folder', 'file', 'a part of its path is a file, not a folder'],
  ])('is refused in one sentence for %s', async (_, below, reason) => {
    const folder = await tempFolder()
    await writeFile(join(folder, 'file'), '')
    const path = join(folder, below, 'world.json')
    await expect(lock(path)).rejects.toThrow(new Locked(`Cannot use ${path}: ${reason}.`))
    await expect(lock(path)).rejects.toThrow('Cannot use')
  })
})
