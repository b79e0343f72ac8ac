import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UsageError } from '../usage-error.ts'

/**
 * Makes sure that a file can be written, without writing it: a run is too long to find that out at its end.
 * @throws UsageError
 */
export async function mustBeWritable(flag: string, path: string): Promise<void> {
  const fail = (why: string): never => {
    throw new UsageError(`${flag} cannot write to ${path}: ${why}.`)
  }
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => error)
  if (!(there instanceof Error)) {
    if (there.isDirectory()) fail('that is a folder')
    await access(path, constants.W_OK).catch(() => fail('it may not be written'))
    return
  }
  if (there.code === 'ENOTDIR') fail(`${dirname(path)} is no folder`)
  if (there.code !== 'ENOENT') fail(`it cannot be looked at (${there.code})`)
  const folder = dirname(path)
  const above = await stat(folder).catch(() => fail(`there is no folder ${folder}`))
  if (!above.isDirectory()) fail(`${folder} is no folder`)
  await access(folder, constants.W_OK).catch(() => fail(`nothing may be written in ${folder}`))
}

/** Writes a file that only its owner may read, since it may tell of a server what is nobody else's business. */
export const writeForOwner = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { mode: 0o600 })
