import { readFile, rm, writeFile } from 'node:fs/promises'
import { fileReason } from './file-reason.ts'

/** A file that cannot be claimed; the message is the whole story. */
export class Locked extends Error {}

/**
 * Claims a data file for this process, by a lock file beside it that names the
 * process. A lock of a process that is gone counts for nothing.
 * @returns what gives the claim up
 * @throws Locked while another process has it
 */
export async function lock(path: string): Promise<() => Promise<void>> {
  const file = `${path}.lock`
  const release = () => rm(file, { force: true })
  for (const _ of ['first', 'after a stale lock']) {
    try {
      await writeFile(file, `${process.pid}\n`, { flag: 'wx' })
      return release
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new Locked(`Cannot use ${path}: ${fileReason(error)}.`)
      }
    }
    const owner = Number(await readFile(file, 'utf8').catch(() => ''))
    if (owner !== process.pid && isAlive(owner)) {
      throw new Locked(`${path} is in use by process ${owner}; stop that one, or name another file.`)
    }
    await release()
  }
  throw new Locked(`${path} is being claimed by another process right now; try again, or name another file.`)
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
