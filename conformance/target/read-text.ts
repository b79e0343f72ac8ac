import { constants, type FileHandle, open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { getSystemErrorMap } from 'node:util'
import type { EndSignal } from '../client/ending.ts'

/** Why a file cannot be read, as the end of a sentence, such as `it is a directory`. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

export interface ReadOptions {
  /** Whether a pipe may be read too, such as `<(...)` in a shell. */
  readonly pipes?: boolean
  /** Maximum bytes of the file. */
  readonly most?: number
  /** Ends the wait for a pipe. */
  readonly signal?: Pick<EndSignal, 'aborted'> | undefined
}

/** Pipes of a shell, such as stdin and `<(...)`, whose writer exists from the beginning. */
const ofShell = /^\/(?:dev|proc)\//

/** How long a pipe may send nothing, in milliseconds. */
const longestPauseMs = 10_000

/**
 * Reads a text file. A device or a pipe may never end, and a file may be larger than the memory, so each is refused before
 * it is read.
 * @throws Unreadable
 */
export async function readText(
  path: string,
  { pipes = false, most = 20_000_000, signal }: ReadOptions = {},
): Promise<string> {
  const tooLarge = () => new Unreadable(`it has more than ${most / 1_000_000} MB`)
  let file: FileHandle | undefined
  try {
    const info = await stat(path)
    if (info.isDirectory()) throw new Unreadable('it is a directory')
    if (!info.isFile() && !(pipes && info.isFIFO())) throw new Unreadable('it is not a regular file')
    if (info.size > most) throw tooLarge()
    // The threads of Node.js would wait for the writer of a pipe, and then not even `process.exit` ends the process.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    let until = performance.now() + longestPauseMs
    const buffer = Buffer.alloc(info.isFile() ? Math.min(most, info.size) + 1 : most + 1)
    let length = 0
    for (;;) {
      const bytesRead = await readMore(file, buffer, length)
      const isYetToCome = bytesRead === 0 && length === 0 && info.isFIFO() && !ofShell.test(path)
      if (bytesRead === undefined || isYetToCome) {
        if (signal?.aborted) throw new Unreadable('the run ended before its content arrived')
        if (performance.now() > until)
          throw new Unreadable(`no data came from the pipe within ${longestPauseMs / 1000} seconds`)
        await sleep(20)
        continue
      }
      if (bytesRead > 0) until = performance.now() + longestPauseMs
      length += bytesRead
      if (length === buffer.length)
        throw length > most ? tooLarge() : new Unreadable('it has more bytes than the size that it reports')
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

/** Reads the next bytes; undefined if a pipe has none yet. */
const readMore = (file: FileHandle, buffer: Buffer, from: number): Promise<number | undefined> =>
  file.read(buffer, from).then(
    ({ bytesRead }) => bytesRead,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EAGAIN') throw error
      return undefined
    },
  )
