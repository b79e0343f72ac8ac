import type { Adapter } from 'lowdb'
import { jsonFault } from '../util/json-fault.ts'
import { BadWorldData } from './errors.ts'
import { readText, type Writer, writeDurably } from './file-system.ts'
import type { Row } from './rows.ts'
import type { WorldData } from './world-data.ts'

/**
 * Maximum bytes of a data file. A text of twice this size is too long for a string of V8, and the rows of a text need
 * several times its memory.
 */
const mostFileBytes = 256_000_000

/** Number of rows whose text is cached together. */
const blockLength = 64

/** Neighbouring rows of a table and their JSON text, which is valid as long as the rows are the same objects. */
interface Block {
  readonly rows: readonly Row[]
  readonly text: Buffer
}

/** A lowdb adapter for one JSON file, which a write replaces as a whole or not at all. */
export class WorldFile implements Adapter<WorldData> {
  readonly #path: string
  readonly #writer: Writer
  readonly #mostBytes: number
  /** The blocks of each table, as they were written last. */
  readonly #blocks = new Map<string, Block[]>()

  constructor(path: string, writer: Writer, mostBytes = mostFileBytes) {
    this.#path = path
    this.#writer = writer
    this.#mostBytes = mostBytes
  }

  /**
   * The parsed file, not validated; null if there is no file.
   * @throws BadWorldData for text that is not JSON
   */
  async read(): Promise<WorldData | null> {
    const text = (await readText(this.#path))?.replace(/^\uFEFF/, '')
    if (text === undefined) return null
    try {
      // lowdb treats `null` and `false` as a missing file; an empty object is refused as a foreign file.
      return JSON.parse(text) || {}
    } catch {
      throw new BadWorldData(`it is damaged: ${jsonFault(text)}`)
    }
  }

  write(data: WorldData): Promise<void> {
    return writeDurably(this.#path, this.#bounded(this.#pieces(data)), this.#writer)
  }

  /** @throws Error for more bytes than can be read again */
  *#bounded(pieces: Iterable<Buffer>): Generator<Buffer> {
    let bytes = 0
    for (const piece of pieces) {
      bytes += piece.length
      if (bytes > this.#mostBytes) throw new Error(`it would have more than ${this.#mostBytes} bytes`)
      yield piece
    }
  }

  /** One row per line, so that people and version control can read the file. */
  *#pieces({ tables, ...head }: WorldData): Generator<Buffer> {
    yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"tables":{`)
    let separator = '\n'
    for (const [name, rows] of Object.entries(tables)) {
      yield Buffer.from(`${separator}${JSON.stringify(name)}:[`)
      separator = ',\n'
      yield* this.#rowPieces(name, rows)
      yield Buffer.from(rows.length === 0 ? ']' : '\n]')
    }
    yield Buffer.from('\n}}\n')
  }

  *#rowPieces(table: string, rows: readonly Row[]): Generator<Buffer> {
    const before = this.#blocks.get(table) ?? []
    const blocks: Block[] = []
    this.#blocks.set(table, blocks)
    for (let start = 0; start < rows.length; start += blockLength) {
      const own = rows.slice(start, start + blockLength)
      const known = before[blocks.length]
      const block =
        known && isSame(known.rows, own)
          ? known
          : { rows: own, text: textOf(own, start === 0 ? '\n' : ',\n') }
      blocks.push(block)
      yield block.text
    }
  }
}

const textOf = (rows: readonly Row[], start: string): Buffer =>
  Buffer.from(start + rows.map((row) => JSON.stringify(row)).join(',\n'))

const isSame = (one: readonly Row[], other: readonly Row[]): boolean =>
  one.length === other.length && one.every((row, index) => row === other[index])
