import { constants } from 'node:fs'
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { placeOf } from './place-of.ts'
import type { Row } from './rows.ts'
import { syncFolder } from './sync-folder.ts'
import { type TableName, tableNames } from './tables.ts'
import type { Change } from './world.ts'

/** What the changes in a log are to be laid over. */
export interface LogHead {
  readonly format: 'nestbox-changes'
  readonly version: 1
  /** Belongs to a data file of the same number or a lower one; what a higher one lies over, it holds already. */
  readonly epoch: number
  readonly seed: string
  readonly scenario: string
}

/** A row as it was left: as it is, or the id of one that is gone. */
type Left =
  | { readonly table: TableName; readonly row: Row }
  | { readonly table: TableName; readonly gone: number }

/** A log that somebody left behind. */
export interface LeftLog {
  readonly head: LogHead
  readonly rows: readonly Left[]
}

/** A log that cannot be read; the message says where and why, to follow its name. */
export class BadLog extends Error {}

/** Writes that are not in a data file yet, in a file beside it: a line for each. What is older than the last fold lies in a second one. */
export class ChangeLog {
  readonly #dataPath: string
  #file: FileHandle | undefined
  #size = 0
  #hasOld = false

  constructor(dataPath: string) {
    this.#dataPath = dataPath
  }

  /** Bytes since the last fold. */
  get size(): number {
    return this.#size
  }

  /** Whether there are changes from before, which are not in the data file for certain. */
  get hasOld(): boolean {
    return this.#hasOld
  }

  /** Whether the data file alone holds everything. */
  get isEmpty(): boolean {
    return this.#size === 0 && !this.#hasOld
  }

  /**
   * What was left behind, the older one first.
   * @throws BadLog for what is no log; a last line that broke off was never answered, and does not count
   */
  async left(): Promise<LeftLog[]> {
    const texts = await Promise.all((await this.#paths()).toReversed().map(textOf))
    this.#hasOld = texts.some((text) => text !== undefined)
    return texts.flatMap((text) => (text === undefined ? [] : (readLog(text) ?? [])))
  }

  /**
   * Adds lines; they are on disk when it resolves, and not there at all when it rejects.
   * @param head begins the file if there is none
   * @returns whether the file still lies where it was: without it, nothing that it held is kept
   */
  async append(lines: string, head: LogHead): Promise<boolean> {
    const file = this.#file ?? (await this.#begin(head))
    const start = this.#size
    try {
      this.#size = await writeAt(file, lines, start)
      await file.datasync()
      return (await file.stat()).nlink > 0
    } catch (error) {
      this.#size = start
      // What got there all the same must not be taken for an answered write.
      await file.truncate(start).catch(() => {})
      throw error
    }
  }

  /** Puts the changes so far aside, for they are about to be in the data file. */
  async rotate(): Promise<void> {
    if (!this.#file) return
    await this.#end()
    const [path, old] = await this.#paths()
    await rename(path, old)
    this.#hasOld = true
  }

  /** Drops what was put aside: it is in the data file. */
  async dropOld(): Promise<void> {
    const [, old] = await this.#paths()
    await rm(old, { force: true })
    this.#hasOld = false
  }

  /** Lets go of the file, which stays as it is. */
  close(): Promise<void> {
    return this.#end()
  }

  /** Drops everything. */
  async clear(): Promise<void> {
    await this.#end()
    const [path] = await this.#paths()
    await rm(path, { force: true })
    await this.dropOld()
  }

  async #begin(head: LogHead): Promise<FileHandle> {
    const [path] = await this.#paths()
    const file = await open(path, constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY, 0o600)
    try {
      this.#size = await writeAt(file, `${JSON.stringify(head)}\n`, 0)
      await syncFolder(dirname(path))
    } catch (error) {
      await file.close()
      throw error
    }
    this.#file = file
    return file
  }

  async #end(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
    this.#size = 0
  }

  /** Beside the file itself, not beside a link to it. */
  async #paths(): Promise<[current: string, old: string]> {
    const path = await placeOf(this.#dataPath)
    return [`${path}.changes`, `${path}.changes.old`]
  }
}

/** @returns where the text ends */
async function writeAt(file: FileHandle, text: string, start: number): Promise<number> {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) {
    const some = await file.write(bytes, written, bytes.length - written, start + written)
    written += some.bytesWritten
  }
  return start + written
}

/** The line of one write. */
export const lineOf = (changes: readonly Change[]): string =>
  `${JSON.stringify(
    changes.map(({ table, before, after }) => (after ? { table, row: after } : { table, gone: before?.id })),
  )}\n`

const textOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

function readLog(text: string): LeftLog | undefined {
  const [first, ...lines] = text.split('\n').slice(0, -1)
  // Nothing was answered before the first line was whole.
  if (first === undefined) return undefined
  const head = parsed(first, 1) as Partial<LogHead> | null
  if (head?.format !== 'nestbox-changes' || typeof head.epoch !== 'number') {
    throw new BadLog('its first line is none of a log of changes')
  }
  if (head.version !== 1) {
    throw new BadLog(
      `it was written by another nestbox: its version is ${head.version}, this one reads version 1`,
    )
  }
  return { head: head as LogHead, rows: lines.flatMap((line, index) => rowsOf(line, index + 2)) }
}

/** What a line says; the rows themselves are checked with all others where they are laid over them. */
function rowsOf(line: string, number: number): readonly Left[] {
  const rows = parsed(line, number)
  if (Array.isArray(rows) && rows.every(isLeft)) return rows
  throw new BadLog(`line ${number} is no list of rows`)
}

function isLeft(value: unknown): value is Left {
  const { table, row, gone } = (value ?? {}) as {
    table?: unknown
    row?: { id?: unknown } | null
    gone?: unknown
  }
  return tableNames.some((name) => name === table) && (Number.isInteger(row?.id) || Number.isInteger(gone))
}

function parsed(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new BadLog(`line ${number} is no JSON`)
  }
}
