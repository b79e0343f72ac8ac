import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import os from 'node:os'
// The global timers may be replaced by tests of a program.
import { clearInterval, setInterval, setTimeout } from 'node:timers'
import { Locked } from './errors.ts'
import { fileReason, hasCode, resolveLinks, type Writer } from './file-system.ts'

export interface LockTiming {
  /** Milliseconds between two heartbeats. */
  readonly heartbeatMs: number
  /** Milliseconds without a heartbeat after which a lock is stale. */
  readonly staleMs: number
}

const standardTiming: LockTiming = { heartbeatMs: 1_000, staleMs: 10_000 }

/** The lock of a data file, which this process holds until `release`. */
export interface Lock extends Writer {
  release(): void
}

/** The id of a process that is written nowhere. */
const nobody = 0

/** The process that wrote a lock file. */
type Owner = ReturnType<typeof ownerIn>

/**
 * Host and process namespace, as a process id has a meaning within one namespace only, such as a container: two words,
 * whatever the name of the host.
 */
const thisHost = (): string => `${os.hostname().replaceAll(/\s/g, '-') || '-'} ${processNamespace()}`

function processNamespace(): string {
  try {
    return fs.readlinkSync('/proc/self/ns/pid')
  } catch {
    return '-'
  }
}

/** The lock files that this program holds or tries to get, with the content of each file. */
const held = new Map<string, string>()

const lockFileOf = (path: string): string => `${path}.lock`

/** Removes all lock files of this program before it ends without `release`. */
export function releaseAll(): void {
  for (const [file, own] of held) drop(file, own)
}

const drop = (file: string, own: string): void =>
  ignoringErrors(() => ownerOf(file)?.text === own && fs.rmSync(file, { force: true }))

/**
 * Claims a data file with a lock file next to it, whose modification time is a
 * heartbeat. The lock of a dead process of this host is taken over at once. Any
 * other lock is watched until it shows a heartbeat or is stale: its process id
 * may belong to another program by now, or to another container.
 * @throws Locked, also for a file of another program that has the name of the lock file, such as `yarn.lock`
 */
export async function lock(path: string, timing: LockTiming = standardTiming): Promise<Lock> {
  const resolved = await resolveLinks(path)
  const file = lockFileOf(resolved)
  if (held.has(file)) throw new Locked(`${path} is in use by this very process; name another file.`)
  const id = randomUUID()
  const own = `${process.pid} ${thisHost()} ${id}\n`
  held.set(file, own)
  try {
    const owner = await claim(file, own, timing)
    if (owner.text !== own) throw new Locked(inUse(path, owner))
    return { id, ...hold(resolved, own, timing) }
  } catch (error) {
    held.delete(file)
    throw error instanceof Locked ? error : new Locked(`Cannot use ${path}: ${fileReason(error)}.`)
  }
}

function inUse(path: string, owner: Owner): string {
  const elsewhere = owner.host === thisHost() ? '' : ` on the host "${owner.host.split(' ')[0]}"`
  return `${path} is in use by process ${owner.pid}${elsewhere}; stop that one, or name another file.`
}

function hold(path: string, own: string, { heartbeatMs }: LockTiming): Omit<Lock, 'id'> {
  const file = lockFileOf(path)
  const heartbeat = setInterval(() => ignoringErrors(() => beat(file, own)), heartbeatMs).unref()
  return {
    confirm() {
      const owner = ownerOf(file)
      if (owner?.text === own) return
      if (owner && owner.pid !== nobody)
        throw new Error(`process ${owner.pid} took it over while this one was suspended`)
      // Where the data file was removed as well, no write of another process can be lost.
      if (create(file, own) && !fs.existsSync(path)) return
      drop(file, own)
      throw new Error(
        `its lock file was ${owner ? 'overwritten' : 'removed'}, so that another process may have changed it; start this one again`,
      )
    },
    release() {
      clearInterval(heartbeat)
      held.delete(file)
      drop(file, own)
    },
  }
}

/**
 * Sets the modification time of a lock file by writing its content again: that is the time of the system, as the
 * program's clock may be fake. The open file stays the same one if another process replaces the lock file meanwhile.
 */
function beat(file: string, own: string): void {
  // A pipe with the name of the lock file would block the program, so the type of the file is checked before it is
  // opened.
  if (ownerOf(file)?.text !== own) return
  const descriptor = fs.openSync(file, 'r+')
  try {
    if (fs.readFileSync(descriptor, 'utf8') === own) fs.writeSync(descriptor, own, 0)
  } finally {
    fs.closeSync(descriptor)
  }
}

/**
 * Creates a lock file, or replaces a stale one. Of several processes that find the
 * same stale lock, the holder of a second lock file replaces the stale one.
 * @returns the owner of the lock: this process, or another one that is alive
 * @throws Locked for a file that is not a lock file
 */
async function claim(file: string, own: string, timing: LockTiming): Promise<Owner> {
  for (;;) {
    if (create(file, own)) return ownerIn(own)
    const owner = ownerOf(file)
    // Another process has released it in the meantime.
    if (owner === undefined) continue
    if (!isLock(owner.text)) throw foreign(file)
    if (await isAlive(file, owner, timing)) {
      const latest = ownerOf(file)
      if (latest) return latest
    } else {
      const right = `${file}.${owner.pid}`
      const replacing = await claim(right, own, timing)
      if (replacing.text !== own) return replacing
      // Another process may have replaced the stale lock, and released the second lock, in the meantime.
      if (ownerOf(file)?.text === owner.text) {
        fs.renameSync(right, file)
        return ownerIn(own)
      }
      fs.rmSync(right, { force: true })
    }
  }
}

/** @returns whether the file was created; false if it exists */
function create(file: string, own: string): boolean {
  try {
    fs.writeFileSync(file, own, { flag: 'wx' })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    // A full disk may have had space for the name of the file, but not for its content.
    ignoringErrors(() => fs.rmSync(file, { force: true }))
    throw error
  }
}

/** Whether a file has the text of a lock file. One without a text is left by a computer that lost its power. */
const isLock = (text: string): boolean => text === '' || /^\d+ \S+ \S+ \S+\n$/.test(text)

/** Maximum bytes of a lock file, whose text is far shorter. */
const longestLock = 10_000

const foreign = (file: string): Locked =>
  new Locked(
    `${file} is not a lock file of Nestbox, and was left untouched; name another data file, or move that one.`,
  )

/**
 * The owner of a lock file; undefined if there is no such file.
 * @throws Locked if it is not a lock file: reading a pipe, a device or a large file might block the program
 */
function ownerOf(file: string): Owner | undefined {
  try {
    const found = fs.lstatSync(file)
    if (!found.isFile() || found.size > longestLock) throw foreign(file)
    return ownerIn(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** @param text the whole content of a lock file, which is unique to the lock */
function ownerIn(text: string) {
  const [pid = '', ...names] = text.trimEnd().split(' ')
  return { pid: /^\d+$/.test(pid) ? Number(pid) : nobody, host: names.slice(0, 2).join(' '), text }
}

async function isAlive(file: string, { pid, host: theirs }: Owner, timing: LockTiming): Promise<boolean> {
  if (theirs === thisHost() && pid !== process.pid && !isProcess(pid)) return false
  const first = lastChange(file)
  const intervalMs = timing.heartbeatMs / 10
  // Intervals are counted, since a clock continues while a computer sleeps.
  for (let waitedMs = 0; waitedMs < timing.staleMs; waitedMs += intervalMs) {
    await pause(intervalMs)
    if (lastChange(file) !== first) return true
  }
  return false
}

const lastChange = (file: string): number | undefined => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs

function isProcess(pid: number): boolean {
  // A signal to process 0 goes to the whole process group.
  if (pid === nobody) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

function ignoringErrors(work: () => unknown): void {
  try {
    work()
  } catch {
    // The disk may fail; the write of the data file reports that.
  }
}
