import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { lock } from './lock.ts'
import { Locked } from './locked.ts'
import { tempFolder } from './testing/temp-folder.ts'

/** What a lock of this process says. */
const own = `${process.pid} ${hostname()}\n`

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
  it('names the process that has it, and its host', async () => {
    const path = await dataFile()
    await lock(path)
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(own)
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

  it.each<[what: string, content: (owner: number) => string]>([
    ['as it is written now', (owner) => `${owner} ${hostname()}\n`],
    ['as it was written before hosts were named', (owner) => `${owner}\n`],
  ])('is refused while another process has it, and stays with that one: %s', async (_, content) => {
    const path = await dataFile()
    const owner = await liveProcess()
    await writeFile(`${path}.lock`, content(owner))
    await expect(lock(path)).rejects.toThrow(
      new Locked(`${path} is in use by process ${owner}; stop that one, or name another file.`),
    )
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(content(owner))
  })

  it.each<[what: string, pid: () => Promise<number> | number]>([
    ['this one', () => process.pid],
    ['none that lives here', deadProcess],
    ['the first, as in a container', () => 1],
  ])('is refused while it is another host’s, whose process has the id of %s', async (_, pid) => {
    const path = await dataFile()
    const theirs = `${await pid()} elsewhere-1\n`
    await writeFile(`${path}.lock`, theirs)
    const refused = lock(path)
    await expect(refused).rejects.toThrow(Locked)
    await expect(refused).rejects.toThrow(
      `${path} is in use by process ${Number.parseInt(theirs, 10)} on the host "elsewhere-1", which cannot be seen from here; stop that one, or, if it is gone already, remove ${path}.lock.`,
    )
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(theirs)
    expect(await readdir(join(path, '..'))).toEqual(['world.json.lock'])
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
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(own)
  })

  it.each<[what: string, content: () => Promise<string> | string]>([
    ['of a process that is gone', async () => `${await deadProcess()}\n`],
    ['of an earlier process with the same id', () => own],
    ['of one from before hosts were named', () => `${process.pid}\n`],
    ['that names no process', () => 'nobody'],
    ['that is empty', () => ''],
    ['that names all processes', () => '0'],
    ['that names a group of processes', () => '-1'],
  ])('is taken over %s', async (_, content) => {
    const path = await dataFile()
    await writeFile(`${path}.lock`, await content())
    await lock(path)
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(own)
  })

  it('is refused while another process is about to take it over', async () => {
    const path = await dataFile()
    const [gone, other] = [await deadProcess(), await liveProcess()]
    await writeFile(`${path}.lock`, `${gone}\n`)
    await writeFile(`${path}.lock.${gone}`, `${other}\n`)
    await expect(lock(path)).rejects.toThrow(
      new Locked(`${path} is in use by process ${other}; stop that one, or name another file.`),
    )
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(`${gone}\n`)
    expect(await readFile(`${path}.lock.${gone}`, 'utf8')).toBe(`${other}\n`)
  })

  it.each<[what: string, change: (file: string, other: number) => Promise<void>, owner: RegExp]>([
    ['another process', (file, other) => writeFile(file, `${other}\n`), /^in use by process [1-9]/],
    [
      'another host',
      (file) => writeFile(file, '0 elsewhere-1\n'),
      /^in use by process 0 on the host "elsewhere-1"/,
    ],
    ['nobody', (file) => rm(file), /^in use by nobody else$/],
  ])('goes to whoever has it by the time it could be taken over: %s', async (_, change, owner) => {
    const path = await dataFile()
    const file = `${path}.lock`
    // Empty ones are looked at for a while, for they may be in the making; a third is there once both were.
    for (const each of [file, `${file}.0`]) await writeFile(each, '')
    const other = await liveProcess()
    const locked = lock(path).then(
      () => 'in use by nobody else',
      (error: Error) => error.message.slice(error.message.indexOf('in use')),
    )
    await expect.poll(() => readdir(dirname(path)), { interval: 5 }).toContain('world.json.lock.0.0')
    await change(file, other)
    expect(await locked).toMatch(owner)
    expect(await readdir(dirname(path))).toEqual(['world.json.lock'])
  })

  it('is refused where it is being made by another process', async () => {
    const path = await dataFile()
    const owner = await liveProcess()
    await writeFile(`${path}.lock`, '')
    const refused = expect(lock(path)).rejects.toThrow(`in use by process ${owner};`)
    await wait(50)
    await writeFile(`${path}.lock`, `${owner}\n`)
    await refused
  })

  it('is refused while a process of somebody else has it', async () => {
    const path = await dataFile()
    await writeFile(`${path}.lock`, `${await deadProcess()}\n`)
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('no'), { code: 'EPERM' })
    })
    onTestFinished(() => kill.mockRestore())
    await expect(lock(path)).rejects.toThrow(Locked)
  })

  it('is refused where a folder has its name', async () => {
    const path = await dataFile()
    await mkdir(`${path}.lock`)
    await expect(lock(path)).rejects.toThrow(new Locked(`Cannot use ${path}: it is a folder, not a file.`))
  })

  it.skipIf(process.platform === 'win32')(
    'waits for what is there and cannot be read to go away',
    async () => {
      const path = await dataFile()
      await symlink(join(dirname(path), 'nowhere'), `${path}.lock`)
      const locked = lock(path)
      await wait(50)
      await rm(`${path}.lock`)
      await expect(locked).resolves.toBeTypeOf('function')
      expect(await readFile(`${path}.lock`, 'utf8')).toBe(own)
    },
  )

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
