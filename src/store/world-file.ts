import { isUtf8 } from 'node:buffer'
import type { Adapter } from 'lowdb'
import { jsonFault } from '../contract/checking/json-fault.ts'
import { repeatedName } from '../contract/checking/repeated-name.ts'
import { parsed } from '../contract/objects.ts'
import { onceFor } from '../contract/once.ts'
import { BadWorldData } from './errors.ts'
import { readBytes, type Writer, writeDurably } from './file-system.ts'
import type { Row } from './rows.ts'
import { nextLine, piecesOf, type WorldData } from './world-data.ts'

/**
 * Maximum bytes of a data file. A text of twice this size is too long for a string of V8, and the rows of a text need
 * several times its memory.
 */
const mostFileBytes = 256_000_000

/** The JSON of a row, which never changes in place. */
const bytesOf = onceFor((row: Row) => Buffer.from(JSON.stringify(row)))

const nextLineBytes = Buffer.from(nextLine)

/** A lowdb adapter for one JSON file, which a write replaces as a whole or not at all. */
export const worldFile = (path: string, writer: Writer, mostBytes = mostFileBytes): Adapter<WorldData> => ({
  /**
   * The parsed file, not validated; null if there is no file.
   * @throws BadWorldData for text that is not JSON, or of which parsing would lose a part
   */
  async read() {
    const bytes = await readBytes(path)
    if (bytes === undefined) return null
    // Decoding would replace other bytes, and the next write would make that final.
    if (!isUtf8(bytes)) throw new BadWorldData('it is damaged: its text must be UTF-8')
    const text = bytes.toString().replace(/^\uFEFF/, '')
    const value = parsed(text)
    if (value === undefined) throw new BadWorldData(`it is damaged: ${jsonFault(text)}`)
    const repeated = repeatedName(text)
    if (repeated !== undefined) throw new BadWorldData(`it ${repeated}`)
    // lowdb treats `null` and `false` as a missing file; an empty object is refused as a foreign file.
    return (value || {}) as WorldData
  },

  /** @throws Error for more bytes than can be read again */
  async write(data) {
    const pieces = Array.from(piecesOf(data), (piece) =>
      piece === nextLine ? nextLineBytes : typeof piece === 'string' ? Buffer.from(piece) : bytesOf(piece),
    )
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (length > mostBytes) throw new Error(`it would have more than ${mostBytes} bytes`)
    await writeDurably(path, Buffer.concat(pieces, length), writer)
  },
})
