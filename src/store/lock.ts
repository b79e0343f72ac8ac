import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileReason } from './file-reason.ts'
import { Locked } from './locked.ts'
import { placeOf } from './place-of.ts'

/** The lock files of this process; one that bears its id and is not among them is left of an earlier one. */
const held = new Set<string>()

/** Who has a lock. */
interface Owner {
  readonly pid: number
  /** Containers that share a volume are hosts of their own, and nearly always the same process there: the first. */
  readonly host: string
}

const self: Owner = { pid: process.pid, host: hostname() }

/**
 * Claims a data file for its caller, by a lock file beside it that names this
 * process and its host. A lock of a process that is gone counts for nothing; of
 * one on another host nobody here can tell, so it holds until it is removed.
 * @returns what gives the claim up
 * @throws Locked while another process, or another caller in this one, has it
 */
export async function lock(path: string): Promise<() => Promise<void>> {
  const file = `${await placeOf(path)}.lock`
  if (held.has(file)) throw new Locked(`${path} is in use by this very process; name another file.`)
  held.add(file)
  try {
    const owner = await claim(file)
    if (owner !== self) throw new Locked(inUse(path, file, owner))
  } catch (error) {
    held.delete(file)
    throw error instanceof Locked ? error : new Locked(`Cannot use ${path}: ${fileReason(error)}.`)
  }
  return async () => {
    await rm(file, { force: true })
    held.delete(file)
  }
}

const inUse = (path: string, file: string, { pid, host }: Owner): string =>
  host === self.host
    ? `${path} is in use by process ${pid}; stop that one, or name another file.`
    : `${path} is in use by process ${pid} on the host "${host}", which cannot be seen from here; stop that one, or, if it is gone already, remove ${file}.`

/**
 * Lets a lock file name this process unless it names another one that lives.
 * What a dead one left is replaced by whoever has the right to: of those who
 * meet it at the same moment, the one that holds a lock of its own for that.
 * @returns who has it; `self` if this process does
 */
async function claim(file: string): Promise<Owner> {
  for (;;) {
    try {
      await writeFile(file, `${self.pid} ${self.host}\n`, { flag: 'wx' })
      return self
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
    const owner = await ownerOf(file)
    if (owner === undefined) continue
    if (isHolding(owner)) return owner
    const right = `${file}.${owner.pid}`
    const replacing = await claim(right)
    if (replacing !== self) return replacing
    // Somebody may have had the right before, and have used it.
    const now = await ownerOf(file)
    if (now?.pid === owner.pid && now.host === owner.host) {
      await rename(right, file)
      return self
    }
    await rm(right, { force: true })
  }
}

/** Who is named in a lock file, process 0 for nobody; undefined if the file is gone. */
async function ownerOf(file: string): Promise<Owner | undefined> {
  try {
    // One that is being made is empty for a moment.
    for (let tries = 0; tries < 20; tries += 1) {
      const text = await readFile(file, 'utf8')
      if (text !== '') return ownerIn(text)
      await wait(10)
    }
    return ownerIn('')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** One without a host is of an earlier version, and of this host. */
function ownerIn(text: string): Owner {
  const [, pid = 0, host = self.host] = /^(\d+)(?: (.*))?\n?$/.exec(text) ?? []
  return { pid: Number(pid), host }
}

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code

/** Whether a lock counts. One of this very process that it does not know of is left of an earlier one. */
const isHolding = ({ pid, host }: Owner): boolean => host !== self.host || (pid !== self.pid && isAlive(pid))

function isAlive(pid: number): boolean {
  // To that one listen all of the group.
  if (pid === 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
