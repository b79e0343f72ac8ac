import { constants } from 'node:fs'
import { open, readFile, realpath, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Adapter } from 'lowdb'
import type { Row } from './rows.ts'
import type { WorldData } from './world-data.ts'

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
    const text = this.#textOf(data)
    // A link stays a link: what it points at is replaced.
    const target = await realpath(this.#path).catch(() => this.#path)
    const folder = dirname(target)
    const temporary = join(folder, `.${basename(target)}.tmp`)
    await writeThrough(temporary, text, await modeOf(target))
    await rename(temporary, target)
    await syncFolder(folder)
  }

  /** One row a line, so that people and version control can read it. */
  #textOf({ tables, ...head }: WorldData): string {
    const lines = Object.entries(tables).map(([name, rows]) => {
      const texts = rows.map((row) => this.#rowText(row)).join(',\n')
      return `${JSON.stringify(name)}:[${texts === '' ? '' : `\n${texts}\n`}]`
    })
    return `${JSON.stringify(head).slice(0, -1)},"tables":{\n${lines.join(',\n')}\n}}\n`
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

async function writeThrough(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY, 0o600)
  try {
    await file.chmod(mode)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A rename is durable when the folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
