import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UsageError } from './command.ts'
import { complain } from './terminal.ts'

/**
 * Writes the output of a command to the file of a flag, or to stdout without one.
 * @param mode `wx` rejects where the file exists
 * @returns the exit code
 * @throws UsageError where the file cannot be written
 */
export async function writeOutput(
  text: string,
  flag: string,
  path: string | undefined,
  mode: 'w' | 'wx' = 'w',
): Promise<number> {
  if (path === undefined) {
    // A reader such as `head` closes the pipe early.
    process.stdout.once('error', () => {})
    process.stdout.write(text)
    return 0
  }
  await mustBeWritable(flag, path)
  try {
    await writeFile(path, text, { flag: mode })
    return 0
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw error
    complain(`${path} cannot be written: ${code}.`)
    return 1
  }
}

/**
 * Makes sure that a file can be written, without writing it: a run is too long to find that out at its end.
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
  if (found.code === 'ENOTDIR') fail(`${dirname(path)} is not a directory`)
  if (found.code !== 'ENOENT') fail(`it cannot be accessed (${found.code})`)
  const folder = dirname(path)
  const parent = await stat(folder).catch(() => fail(`the directory ${folder} does not exist`))
  if (!parent.isDirectory()) fail(`${folder} is not a directory`)
  await access(folder, constants.W_OK).catch(() => fail(`permission denied in ${folder}`))
}

/** Writes a file that only its owner may read: a report can hold data of a server that is not public. */
export const writeForOwner = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { mode: 0o600 })
