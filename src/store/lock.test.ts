import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import os, { hostname } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Locked } from './errors.ts'
import { type Lock, lock } from './lock.ts'
import { tempFolder } from './testing/temp-folder.ts'

const namespace = process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : '-'

/** A lock file of a process, of this host unless another one is named. */
const lockOf = (pid: number, host = `${hostname()} ${namespace}`) => `${pid} ${host} some-id\n`

/** A lock that is watched for so long that no test waits for the end. */
const watching = { heartbeatMs: 50, staleMs: 60_000 }

/** A lock without a heartbeat is stale after a short time. */
const impatient = { heartbeatMs: 20, staleMs: 60 }

const dataFile = async (): Promise<string> => join(await tempFolder(), 'world.json')

async function held(path: string, timing?: typeof watching): Promise<Lock> {
  const lockOfPath = await lock(path, timing)
  onTestFinished(() => lockOfPath.release())
  return lockOfPath
}

/** Another process that lives until the test is over. */
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

/** Lets a lock file show a heartbeat until the test is over. */
function beat(file: string): void {
  let count = 0
  const heart = setInterval(() => {
    count += 1
    utimes(file, count, count).catch(() => {})
  }, 10)
  onTestFinished(() => clearInterval(heart))
}

const inFolder = async (path: string): Promise<string[]> => (await readdir(dirname(path))).sort()

describe('the lock of a data file', () => {
  it.each(['', 'my box', 'two\nlines'])(
    'of a dead process is taken over on a host named %j',
    async (name) => {
      const named = vi.spyOn(os, 'hostname').mockReturnValue(name)
      onTestFinished(() => named.mockRestore())
      const path = await dataFile()
      const first = await lock(path)
      const text = await readFile(`${path}.lock`, 'utf8')
      first.release()
      await writeFile(`${path}.lock`, text.replace(/^\d+/, String(await deadProcess())))
      await held(path, watching)
    },
  )

  it('names its process and host', async () => {
    const path = await dataFile()
    await held(path)
    expect(await readFile(`${path}.lock`, 'utf8')).toMatch(
      new RegExp(`^${process.pid} ${hostname()} \\S+ [\\da-f-]{36}\\n$`),
    )
  })

  it('is removed when it is released, and can be taken again', async () => {
    const path = await dataFile()
    const first = await held(path)
    first.release()
    expect(await inFolder(path)).toEqual([])
    first.release()
    await held(path)
    expect(await inFolder(path)).toEqual(['world.json.lock'])
  })

  it('has a heartbeat until it is released', async () => {
    const path = await dataFile()
    const own = await held(path, { heartbeatMs: 10, staleMs: 60_000 })
    const changes = new Set<number>()
    await expect
      .poll(async () => changes.add((await stat(`${path}.lock`)).mtimeMs).size, { interval: 5 })
      .toBeGreaterThan(3)
    own.release()
  })

  it('has a heartbeat with fake timers and a stopped clock', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const path = await dataFile()
    await held(path, { heartbeatMs: 10, staleMs: 60_000 })
    const first = (await stat(`${path}.lock`)).mtimeMs
    while ((await stat(`${path}.lock`)).mtimeMs === first) await wait(5)
  })

  it('is refused while this process has it, whatever spelling the path has', async () => {
    const path = await dataFile()
    const own = await held(path)
    const again = relative(process.cwd(), path)
    await expect(lock(again)).rejects.toThrow(
      new Locked(`${again} is in use by this very process; name another file.`),
    )
    own.release()
    await held(again)
  })

  it('is taken by one of several simultaneous callers', async () => {
    const path = await dataFile()
    const claims = await Promise.allSettled(Array.from({ length: 5 }, () => held(path)))
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await inFolder(path)).toEqual(['world.json.lock'])
  })

  it('does not affect locks of other files', async () => {
    const path = await dataFile()
    await held(path)
    await held(`${path}.other`)
    expect(await inFolder(path)).toEqual(['world.json.lock', 'world.json.other.lock'])
  })
})

describe('a lock with a heartbeat', () => {
  it.each<[what: string, text: () => Promise<string> | string, owner: RegExp]>([
    ['of another process', async () => lockOf(await liveProcess()), /by process [1-9]\d*;/],
    ['of another thread of this process', () => lockOf(process.pid), /by process [1-9]\d*;/],
    ['of another host', () => lockOf(1, 'elsewhere pid:[7]'), /by process 1 on the host "elsewhere";/],
    [
      'of another container with the name of this host',
      async () => lockOf(await deadProcess(), `${hostname()} pid:[7]`),
      /by process \d+ on the host ".+";/,
    ],
    ['of nobody', () => '', /by process 0 /],
  ])('is refused, and kept: %s', async (_, make, owner) => {
    const path = await dataFile()
    const text = await make()
    await writeFile(`${path}.lock`, text)
    beat(`${path}.lock`)
    const refused = lock(path, watching)
    await expect(refused).rejects.toThrow(Locked)
    await expect(refused).rejects.toThrow(owner)
    await expect(refused).rejects.toThrow(`${path} is in use by process`)
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(text)
    expect(await inFolder(path)).toEqual(['world.json.lock'])
  })

  it('is refused while another process replaces a stale lock', async () => {
    const path = await dataFile()
    const gone = await deadProcess()
    await writeFile(`${path}.lock`, lockOf(gone))
    await writeFile(`${path}.lock.${gone}`, lockOf(7, 'elsewhere pid:[7]'))
    beat(`${path}.lock.${gone}`)
    await expect(lock(path, watching)).rejects.toThrow('is in use by process 7 on the host "elsewhere";')
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(lockOf(gone))
  })

  it('is refused if another process creates it at the same moment', async () => {
    const path = await dataFile()
    await writeFile(`${path}.lock`, '')
    const refused = expect(lock(path, watching)).rejects.toThrow('is in use by process 7')
    await wait(30)
    // In one step: a file that is being written can be read while it is empty.
    await writeFile(`${path}.whole`, lockOf(7, 'elsewhere pid:[7]'))
    await rename(`${path}.whole`, `${path}.lock`)
    await refused
  })
})

describe('a lock without a heartbeat', () => {
  it('is replaced at once if its process has ended', async () => {
    const path = await dataFile()
    await writeFile(`${path}.lock`, lockOf(await deadProcess()))
    await held(path, watching)
    expect(await readFile(`${path}.lock`, 'utf8')).toContain(`${process.pid} `)
    expect(await inFolder(path)).toEqual(['world.json.lock'])
  })

  it.each<[what: string, text: () => Promise<string> | string]>([
    ['whose process id now belongs to another program', async () => lockOf(await liveProcess())],
    ['of a killed container', () => lockOf(1, 'elsewhere pid:[7]')],
    ['of an earlier process with the same id', () => lockOf(process.pid)],
    ['that is empty', () => ''],
    ['with the process id 0', () => lockOf(0)],
  ])('is replaced when it is stale: %s', async (_, text) => {
    const path = await dataFile()
    await writeFile(`${path}.lock`, await text())
    await held(path, impatient)
    expect(await readFile(`${path}.lock`, 'utf8')).toMatch(new RegExp(`^${process.pid} .*[\\da-f-]{36}\\n$`))
    expect(await inFolder(path)).toEqual(['world.json.lock'])
  })

  it('is replaced together with one that a process left behind while replacing it', async () => {
    const path = await dataFile()
    const gone = await deadProcess()
    await writeFile(`${path}.lock`, lockOf(gone))
    await writeFile(`${path}.lock.${gone}`, lockOf(gone))
    await held(path, watching)
    expect(await inFolder(path)).toEqual(['world.json.lock'])
  })

  it('is refused if its process belongs to another user, until it is stale', async () => {
    const path = await dataFile()
    await writeFile(`${path}.lock`, lockOf(await deadProcess()))
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('no'), { code: 'EPERM' })
    })
    onTestFinished(() => kill.mockRestore())
    beat(`${path}.lock`)
    await expect(lock(path, watching)).rejects.toThrow(Locked)
  })
})

describe('a lock that is confirmed', () => {
  it('is lost if its file was removed, since another process may have had it since then', async () => {
    const path = await dataFile()
    await writeFile(path, '')
    const own = await held(path)
    await rm(`${path}.lock`)
    expect(() => own.confirm()).toThrow('its lock file was removed')
    expect(await inFolder(path)).toEqual(['world.json'])
  })

  it('is created again if the data file was removed with it', async () => {
    const path = await dataFile()
    const own = await held(path)
    const text = await readFile(`${path}.lock`, 'utf8')
    await rm(`${path}.lock`)
    own.confirm()
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(text)
  })

  it('does not update the file of another process that replaced it', async () => {
    const path = await dataFile()
    await held(path, { heartbeatMs: 10, staleMs: 60_000 })
    const theirs = lockOf(7, 'elsewhere pid:[7]')
    await writeFile(`${path}.theirs`, theirs)
    await rename(`${path}.theirs`, `${path}.lock`)
    const { mtimeMs } = await stat(`${path}.lock`)
    await wait(50)
    expect((await stat(`${path}.lock`)).mtimeMs).toBe(mtimeMs)
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(theirs)
  })

  it('is lost if another process replaced it, and the new lock is kept', async () => {
    const path = await dataFile()
    const own = await held(path)
    const theirs = lockOf(7, 'elsewhere pid:[7]')
    await writeFile(`${path}.lock`, theirs)
    expect(() => own.confirm()).toThrow('process 7 took it over while this one was suspended')
    own.release()
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(theirs)
  })
})

describe('a lock that cannot be created', () => {
  it.each([
    ['of packages', '# THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.\n# yarn lockfile v1\n'],
    ['with the id of a process', `${process.pid}\n`],
    ['with a word', 'nobody'],
    ['with additional text', `${lockOf(0)}${lockOf(0)}`],
  ])('is refused if another program has a file of its name, which is kept: one %s', async (_, theirs) => {
    const path = await dataFile()
    await writeFile(`${path}.lock`, theirs)
    await expect(lock(path, impatient)).rejects.toThrow(
      new Locked(
        `${path}.lock is not a lock file of Nestbox, and was left untouched; name another data file, or move that one.`,
      ),
    )
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(theirs)
    expect(await inFolder(path)).toEqual(['world.json.lock'])
  })

  it.skipIf(process.platform === 'win32').each<[what: string, put: (name: string) => unknown]>([
    ['a folder', (name) => mkdir(name)],
    ['a pipe', (name) => execFileSync('mkfifo', [name])],
    ['a link to a device', (name) => symlink('/dev/zero', name)],
    ['a dangling link', (name) => symlink('nowhere', name)],
    ['a large file', (name) => writeFile(name, '').then(() => truncate(name, 2 ** 40))],
  ])('is refused if %s has its name, without reading it', async (_, put) => {
    const path = await dataFile()
    await put(`${path}.lock`)
    await expect(lock(path)).rejects.toThrow(
      new Locked(
        `${path}.lock is not a lock file of Nestbox, and was left untouched; name another data file, or move that one.`,
      ),
    )
    expect(await inFolder(path)).toEqual(['world.json.lock'])
  })

  it.each<[what: string, below: string, reason: string]>([
    ['a missing folder', 'missing', 'there is no such directory'],
    ['a file instead of a folder', 'file', 'a part of its path is a file, not a directory'],
  ])('is refused in one sentence, each time, for %s', async (_, below, reason) => {
    const folder = await tempFolder()
    await writeFile(join(folder, 'file'), '')
    const path = join(folder, below, 'world.json')
    for (const _again of [1, 2]) {
      await expect(lock(path)).rejects.toThrow(new Locked(`Cannot use ${path}: ${reason}.`))
    }
  })
})
