import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The temporary file of the process that has locked a data file: its name has the id of the lock. */
export function temporaryFileOf(path: string): string {
  const id = readFileSync(`${path}.lock`, 'utf8').trim().split(' ').at(-1)
  return join(dirname(path), `.${basename(path)}.${id}.tmp`)
}
