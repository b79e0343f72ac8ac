import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * Where a file really lies, or will once it is written: what links point at, so that the
 * file and the links to it are one, and a link stays a link.
 */
export async function placeOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return resolve(path)
    const pointed = await readlink(path).catch(() => undefined)
    if (pointed !== undefined) return placeOf(resolve(dirname(path), pointed))
    return realpath(dirname(path)).then(
      (folder) => join(folder, basename(path)),
      () => resolve(path),
    )
  }
}
