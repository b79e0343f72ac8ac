import { type FileHandle, open, stat } from 'node:fs/promises'
import { getSystemErrorMap } from 'node:util'

/** Why a file cannot be read, as the end of a sentence, such as `it is a directory`. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

export interface ReadOptions {
  /** Whether a pipe may be read too, such as `<(...)` in a shell. */
  readonly pipes?: boolean
  /** Maximum bytes of the file. */
  readonly most?: number
}

/**
 * Reads a text file. A device or a pipe may never end, and a file may be larger than the memory, so each is refused before
 * it is read.
 * @throws Unreadable
 */
export async function readText(
  path: string,
  { pipes = false, most = 20_000_000 }: ReadOptions = {},
): Promise<string> {
  const tooLarge = () => new Unreadable(`it has more than ${most / 1_000_000} MB`)
  let file: FileHandle | undefined
  try {
    const info = await stat(path)
    if (info.isDirectory()) throw new Unreadable('it is a directory')
    if (!info.isFile() && !(pipes && info.isFIFO())) throw new Unreadable('it is not a regular file')
    if (info.size > most) throw tooLarge()
    file = await open(path)
    const buffer = Buffer.alloc(info.isFile() ? Math.min(most, info.size) + 1 : most + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, length)
      length += bytesRead
      if (length === buffer.length) throw tooLarge()
      if (bytesRead === 0) return buffer.toString('utf8', 0, length)
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    const { code, errno = 0, message } = error as NodeJS.ErrnoException
    throw new Unreadable(
      code === 'ENOENT' ? 'there is no such file' : (getSystemErrorMap().get(errno)?.[1] ?? message),
    )
  } finally {
    await file?.close()
  }
}
