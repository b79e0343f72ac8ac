import { rm } from 'node:fs/promises'
import { BadWorldData, BadWorldFile } from './errors.ts'
import { fileReason, readText, resolveLinks } from './file-system.ts'
import type { Row } from './rows.ts'
import { type TableName, tableNames } from './tables.ts'
import { checkHead, type WorldData } from './world-data.ts'

/** Logs that an earlier version of nestbox left beside a data file: writes that the data file does not contain yet. */
export interface OlderLogs {
  /** The data of the file with the logged writes. @throws BadWorldData, or BadWorldFile for logs of another file */
  merge(data: WorldData | null): WorldData
  remove(): Promise<void>
}

interface LogHead {
  readonly format: 'nestbox-changes'
  readonly version: 1
  /** A data file with a higher `epoch` already contains the writes. */
  readonly epoch: number
  readonly seed: string
  readonly scenario: string
}

/** A row after a write: the new row, or the id of a removed one. */
type Entry =
  | { readonly table: TableName; readonly row: Row }
  | { readonly table: TableName; readonly gone: number }

interface Log {
  readonly head: LogHead
  readonly entries: readonly Entry[]
}

/**
 * Reads the logs beside a data file; undefined if there are none.
 * @throws BadWorldFile; the logs stay as they are
 */
export async function readOlderLogs(name: string): Promise<OlderLogs | undefined> {
  const path = await resolveLinks(name)
  const files = [`${path}.changes.old`, `${path}.changes`]
  try {
    const texts = (await Promise.all(files.map(readText))).filter((text) => text !== undefined)
    if (texts.length === 0) return undefined
    const logs = texts.flatMap((text) => parseLog(text) ?? [])
    return {
      merge: (data) => merged(data, logs, name),
      async remove() {
        for (const file of files) await rm(file, { force: true })
      },
    }
  } catch (error) {
    const reason = error instanceof BadWorldData ? error.message : fileReason(error)
    throw new BadWorldFile(`Cannot use ${name}.changes: ${reason}. It was left untouched.`)
  }
}

/** @returns undefined where the first line is incomplete: the log contains no write then */
function parseLog(text: string): Log | undefined {
  // The last line is empty, or was cut off by a crash before its write was confirmed.
  const [first, ...lines] = text.split('\n').slice(0, -1)
  if (first === undefined) return undefined
  const head = parseLine(first, 1) as Partial<LogHead> | null
  if (head?.format !== 'nestbox-changes' || typeof head.epoch !== 'number') {
    throw new BadWorldData('it is no log of changes: line 1 has no "format": "nestbox-changes"')
  }
  if (head.version !== 1) {
    throw new BadWorldData(`its version is ${head.version}, and this nestbox reads version 1`)
  }
  return { head: head as LogHead, entries: lines.flatMap((line, index) => parseEntries(line, index + 2)) }
}

/** The entries of a line; their rows are validated later, together with the rows of the data file. */
function parseEntries(line: string, number: number): readonly Entry[] {
  const entries = parseLine(line, number)
  if (Array.isArray(entries) && entries.every(isEntry)) return entries
  throw new BadWorldData(`line ${number} is no list of rows`)
}

function isEntry(value: unknown): value is Entry {
  const { table, row, gone } = (value ?? {}) as {
    table?: unknown
    row?: { id?: unknown } | null
    gone?: unknown
  }
  return tableNames.some((name) => name === table) && (Number.isInteger(row?.id) || Number.isInteger(gone))
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new BadWorldData(`line ${number} is no JSON`)
  }
}

function merged(data: WorldData | null, logs: readonly Log[], name: string): WorldData {
  if (data === null) {
    throw new BadWorldFile(
      `${name} is missing, but ${name}.changes has writes to it; restore the first, or remove the second.`,
    )
  }
  checkHead(data)
  const newer = logs.filter(({ head }) => head.epoch >= (data.epoch ?? 0))
  const foreign = newer.find(({ head }) => head.seed !== data.seed || head.scenario !== data.scenario)
  if (foreign) {
    throw new BadWorldFile(
      `${name}.changes belongs to a world of seed ${foreign.head.seed}, scenario ${foreign.head.scenario}, and ${name} holds another; restore the right file, or remove the changes.`,
    )
  }
  // Later validation reports a table that is missing or not a list.
  if (!Object.values(data.tables).every(Array.isArray)) return data
  return withEntries(
    data,
    newer.flatMap(({ entries }) => entries),
  )
}

function withEntries(data: WorldData, entries: readonly Entry[]): WorldData {
  const tables = new Map(
    Object.entries<readonly Row[]>(data.tables).map(([table, rows]) => [
      table,
      new Map(rows.map((row) => [row.id, row])),
    ]),
  )
  const lastIds: Record<string, number> = { ...data.lastIds }
  for (const entry of entries) {
    const id = 'row' in entry ? entry.row.id : entry.gone
    lastIds[entry.table] = Math.max(lastIds[entry.table] ?? 0, id)
    if ('row' in entry) tables.get(entry.table)?.set(id, entry.row)
    else tables.get(entry.table)?.delete(id)
  }
  const sorted = [...tables].map(([table, rows]) => [table, [...rows.values()].sort((a, b) => a.id - b.id)])
  // The tables are the same, and their rows are validated next.
  return { ...data, lastIds, tables: Object.fromEntries(sorted) } as WorldData
}
