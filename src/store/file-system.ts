import type { Stats } from 'node:fs'
import * as fs from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import reasons from './file-reasons.json' with { type: 'json' }

/** Who writes a file: the holder of its lock. */
export interface Writer {
  /** A UUID that is in the name of the temporary file. */
  readonly id: string
  /** @throws Error if the file belongs to another process now */
  readonly confirm: () => void
}

/**
 * Replaces a file, or creates it. The new content is on disk when the promise resolves. When the promise rejects, the
 * file has its old content.
 *
 * A process can be suspended at any point of this, and lose its lock to another one. The other one calls
 * `removeTemporaries` after it got the lock and before it reads the file, so the suspended one either fails to confirm
 * its lock or does not find its temporary file, or has renamed it before the other one reads the file.
 * @param path without symbolic links: a link would be replaced by the file
 */
export async function writeDurably(path: string, content: Uint8Array, writer: Writer): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${writer.id}.tmp`)
  // The folder is opened first: nothing may fail once the file has its new content.
  const folder = await openFolder(dirname(path))
  try {
    await writeThrough(temporary, content, await fs.stat(path).catch(() => undefined))
    writer.confirm()
    await fs.rename(temporary, path)
    await folder?.sync().catch(() => {})
  } catch (error) {
    // The temporary file is removed, since a full disk needs the space.
    await fs.rm(temporary, { force: true }).catch(() => {})
    // A missing temporary file was removed by the process that has the lock now.
    writer.confirm()
    throw error
  } finally {
    await folder?.close()
  }
}

/** Removes the temporary files of all writers of a file, which were killed or have lost their lock. */
export async function removeTemporaries(path: string): Promise<void> {
  const start = `.${basename(path)}.`
  for (const name of await fs.readdir(dirname(path))) {
    if (name.startsWith(start) && /^[\da-f-]{36}\.tmp$/.test(name.slice(start.length))) {
      await fs.rm(join(dirname(path), name), { force: true })
    }
  }
}

/**
 * The path of a file, or of a file that is not created yet, with all symbolic
 * links resolved, so that all paths of one file lead to one lock.
 */
export async function resolveLinks(path: string): Promise<string> {
  try {
    return await fs.realpath(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) return resolve(path)
    const pointed = await fs.readlink(path).catch(() => undefined)
    if (pointed !== undefined) return resolveLinks(resolve(dirname(path), pointed))
    return fs.realpath(dirname(path)).then(
      (folder) => join(folder, basename(path)),
      () => resolve(path),
    )
  }
}

/**
 * The bytes of a file; undefined if there is no file.
 * @throws Error for a folder, a device or a pipe, without a read
 */
export const readBytes = async (path: string): Promise<Buffer | undefined> =>
  (await isFile(path)) ? fs.readFile(path) : undefined

/**
 * Whether there is a file.
 * @throws Error for a folder, a device or a pipe: reading a pipe, for example, may never end
 */
export async function isFile(path: string): Promise<boolean> {
  try {
    const found = await fs.stat(path)
    if (found.isFile()) return true
    throw Object.assign(
      new Error('it is a device or a pipe, not a file'),
      found.isDirectory() && { code: 'EISDIR' },
    )
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/**
 * Checks that a file may be written: to replace it, the system asks only whether its folder may be.
 * @throws Error
 */
export const mustBeWritable = (path: string): Promise<void> =>
  fs.access(path, fs.constants.W_OK).catch((error) => {
    throw hasCode(error, 'EACCES', 'EPERM') ? new Error('this user may not write it') : error
  })

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '')

/** Why a file cannot be used, as a clause that follows the name of the file. */
export function fileReason(error: unknown): string {
  const { code = '', errno = 0, message = String(error) } = error as NodeJS.ErrnoException
  const known: Readonly<Record<string, string>> = reasons
  return known[code] ?? getSystemErrorMap().get(errno)?.[1] ?? message.replace(/\.$/, '')
}

const ownerOnly = 0o600

/**
 * @param replaced the file that will be replaced, whose permissions and owner stay; a new file is for its owner alone
 */
async function writeThrough(path: string, content: Uint8Array, replaced: Stats | undefined): Promise<void> {
  const mode = replaced === undefined ? ownerOnly : replaced.mode & 0o777
  // The rest of a write that failed, or a link.
  await fs.rm(path, { force: true })
  const file = await fs.open(path, 'wx', ownerOnly)
  try {
    // Only root may do this; another user replaces the files of others by own ones, if the folder allows it.
    if (replaced && replaced.uid !== process.geteuid?.())
      await file.chown(replaced.uid, replaced.gid).catch(() => {})
    if (mode !== ownerOnly) await file.chmod(mode)
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Opens a folder to flush its entries; undefined where the system does not support this, such as on Windows. */
async function openFolder(path: string): Promise<fs.FileHandle | undefined> {
  try {
    return await fs.open(path, 'r')
  } catch (error) {
    if (hasCode(error, 'EPERM', 'EISDIR', 'EINVAL')) return undefined
    throw error
  }
}
