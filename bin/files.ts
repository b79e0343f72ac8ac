import type { WriteFileOptions } from 'node:fs'
import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readText, type Unreadable } from '../conformance/target/read-text.ts'
import { flag } from '../src/options/flag.ts'
import { string } from '../src/options/types.ts'
import { fileReason } from '../src/store/file-system.ts'
import { Failure, UsageError } from './command.ts'
import { print } from './terminal.ts'

export const outFlag = flag('-o, --out <file>', 'file to write', string, { default: 'stdout' })

/** The text of a file that an argument names, which can be a pipe. @throws UsageError */
export const readInput = (path: string, most?: number): Promise<string> =>
  readText(path, { pipes: true, ...(most !== undefined && { most }) }).catch((error: Unreadable) => {
    throw new UsageError(`${path} cannot be read: ${error.message}.`)
  })

/**
 * Writes the output of a command to the file of a flag, or to stdout without a file.
 * @param mode `wx` writes no file that exists
 * @throws UsageError for a path that cannot be written; Failure if writing fails
 */
export async function writeOutput(
  text: string,
  flag: string,
  path: string | undefined,
  mode: 'w' | 'wx' = 'w',
): Promise<void> {
  if (path === undefined) return print(text)
  await mustBeWritable(flag, path)
  await write(path, text, { flag: mode })
}

/**
 * Checks that a file can be written, without writing it; otherwise a long run would fail only at its end.
 * @throws UsageError
 */
export async function mustBeWritable(flag: string, path: string): Promise<void> {
  const fail = (reason: string): never => {
    throw new UsageError(`${flag} cannot write to ${path}: ${reason}.`)
  }
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error)
  if (!(found instanceof Error)) {
    if (found.isDirectory()) fail('it is a directory')
    await access(path, constants.W_OK).catch(() => fail('permission denied'))
    return
  }
  if (found.code !== 'ENOENT' && found.code !== 'ENOTDIR') fail(fileReason(found))
  const folder = await mustHaveFolder(flag, path)
  await access(folder, constants.W_OK).catch(() => fail(`permission denied in ${folder}`))
}

/** Checks that the folder of a file exists. @returns the folder @throws UsageError */
export async function mustHaveFolder(flag: string, path: string): Promise<string> {
  const folder = dirname(path)
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory()) return folder
  const reason = found ? `${folder} is not a directory` : `the directory ${folder} does not exist`
  throw new UsageError(`${flag} cannot write to ${path}: ${reason}.`)
}

/**
 * Writes a file that only its owner can read, since a report can contain data of a server that is not public.
 * @throws Failure
 */
export const writeForOwner = (path: string, text: string): Promise<void> => write(path, text, { mode: 0o600 })

async function write(path: string, text: string, options: WriteFileOptions): Promise<void> {
  try {
    await writeFile(path, text, options)
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${fileReason(error)}.`)
  }
}
