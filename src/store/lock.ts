import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileReason } from './file-reason.ts'

/** A file that cannot be claimed; the message is the whole story. */
export class Locked extends Error {}

/** The lock files of this process; one that bears its id and is not among them is left of an earlier one. */
const held = new Set<string>()

/**
 * Claims a data file for its caller, by a lock file beside it that names this
 * process. A lock of a process that is gone counts for nothing.
 * @returns what gives the claim up
 * @throws Locked while another process, or another caller in this one, has it
 */
export async function lock(path: string): Promise<() => Promise<void>> {
  const file = `${await placeOf(path)}.lock`
  if (held.has(file)) throw new Locked(`${path} is in use by this very process; name another file.`)
  held.add(file)
  try {
    const owner = await claim(file)
    if (owner !== process.pid) {
      throw new Locked(`${path} is in use by process ${owner}; stop that one, or name another file.`)
    }
  } catch (error) {
    held.delete(file)
    throw error instanceof Locked ? error : new Locked(`Cannot use ${path}: ${fileReason(error)}.`)
  }
  return async () => {
    await rm(file, { force: true })
    held.delete(file)
  }
}

/** Where a file really lies, so that it and the links to it have one lock. */
const placeOf = (path: string): Promise<string> =>
  realpath(path)
    .catch(async () => join(await realpath(dirname(path)), basename(path)))
    .catch(() => resolve(path))

/**
 * Lets a lock file name this process unless it names another one that lives.
 * What a dead one left is replaced by whoever has the right to: of those who
 * meet it at the same moment, the one that holds a lock of its own for that.
 * @returns the process that has it
 */
async function claim(file: string): Promise<number> {
  for (;;) {
    try {
      await writeFile(file, `${process.pid}\n`, { flag: 'wx' })
      return process.pid
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
    const owner = await ownerOf(file)
    if (owner === undefined) continue
    if (owner !== process.pid && isAlive(owner)) return owner
    const right = `${file}.${owner}`
    const replacing = await claim(right)
    if (replacing !== process.pid) return replacing
    // Somebody may have had the right before, and have used it.
    if ((await ownerOf(file)) === owner) {
      await rename(right, file)
      return process.pid
    }
    await rm(right, { force: true })
  }
}

/** The process that a lock file names, 0 for none; undefined if the file is gone. */
async function ownerOf(file: string): Promise<number | undefined> {
  try {
    // One that is being made is empty for a moment.
    for (let tries = 0; tries < 20; tries += 1) {
      const text = await readFile(file, 'utf8')
      if (text !== '') return Number(text) || 0
      await wait(10)
    }
    return 0
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
