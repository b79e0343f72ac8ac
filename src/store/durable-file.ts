import { constants } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Adapter } from 'lowdb'
import { placeOf } from './place-of.ts'
import type { Row } from './rows.ts'
import { syncFolder } from './sync-folder.ts'
import type { WorldData } from './world-data.ts'

/** Rows that are put into words at one go. */
const piece = 500

/** Characters that are worth a trip to the disk. */
const trip = 65_536

/**
 * A lowdb adapter whose writes are on disk when they resolve, and are there
 * whole or not at all: a temporary file beside the target, fsync, rename.
 */
export class DurableFile implements Adapter<WorldData> {
  readonly #path: string
  /** The text of rows that did not change since it was made; rows never change in place. */
  readonly #texts = new WeakMap<Row, string>()

  constructor(path: string) {
    this.#path = path
  }

  /** What the file holds, unchecked; null where there is no file. */
  async read(): Promise<WorldData | null> {
    try {
      const data = JSON.parse((await readFile(this.#path, 'utf8')).replace(/^\uFEFF/, ''))
      // lowdb takes `null` and its like for no file at all; this one is there, so it counts as a foreign one.
      return data || {}
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  async write(data: WorldData): Promise<void> {
    const target = await placeOf(this.#path)
    const folder = dirname(target)
    const temporary = join(folder, `.${basename(target)}.tmp`)
    await writeThrough(temporary, this.#pieces(data), await modeOf(target))
    await rename(temporary, target)
    await syncFolder(folder)
  }

  /** One row a line, so that people and version control can read it; in pieces, so that nobody waits for all of them. */
  *#pieces({ tables, ...head }: WorldData): Generator<string> {
    yield `${JSON.stringify(head).slice(0, -1)},"tables":{`
    let isFirst = true
    for (const [name, rows] of Object.entries(tables)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(name)}:[${rows.length === 0 ? '' : '\n'}`
      isFirst = false
      for (let start = 0; start < rows.length; start += piece) {
        const texts = rows.slice(start, start + piece).map((row) => this.#rowText(row))
        yield `${texts.join(',\n')}${start + piece < rows.length ? ',' : ''}\n`
      }
      yield ']'
    }
    yield '\n}}\n'
  }

  #rowText(row: Row): string {
    const known = this.#texts.get(row)
    if (known !== undefined) return known
    const text = JSON.stringify(row)
    this.#texts.set(row, text)
    return text
  }
}

/** Who may do what with a file: as it is, or its owner alone if it is new. */
const modeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mode }) => mode & 0o777,
    () => 0o600,
  )

/** Pieces put together until they are worth a trip. */
function* joined(pieces: Iterable<string>): Generator<string> {
  let text = ''
  for (const each of pieces) {
    text += each
    if (text.length < trip) continue
    yield text
    text = ''
  }
  yield text
}

async function writeThrough(path: string, pieces: Iterable<string>, mode: number): Promise<void> {
  const file = await open(path, constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY, 0o600)
  try {
    await file.chmod(mode)
    // Each goes on where the last one ended.
    for (const text of joined(pieces)) await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
