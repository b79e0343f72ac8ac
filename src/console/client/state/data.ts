import { signal } from '@preact/signals'
import type { RowChange } from '../../../sandboxes/model.ts'
import { control } from './control.ts'

export type DataRow = Readonly<Record<string, unknown>> & { readonly id: number }

/** The loaded rows of each table, by id. */
export type Tables = ReadonlyMap<string, ReadonlyMap<number, DataRow>>

export const tables = signal<Tables | undefined>(undefined)

/** Whether the world was replaced since its rows were loaded. */
let isStale = true
let reading: Promise<void> | undefined

/** Loads all rows once; later, `follow` applies the changes of each request. */
export function loadTables(): Promise<void> {
  if (!isStale) return Promise.resolve()
  reading ??= read().finally(() => {
    reading = undefined
  })
  return reading
}

async function read(): Promise<void> {
  isStale = false
  missed = []
  try {
    const state = await control<{ tables: Record<string, DataRow[]> }>('GET', 'state')
    tables.value = new Map(
      Object.entries(state.tables).map(([name, rows]) => [name, new Map(rows.map((row) => [row.id, row]))]),
    )
    follow(missed)
  } catch (error) {
    isStale = true
    throw error
  }
}

/** Changes that arrived while the rows were being loaded. */
let missed: RowChange[] = []

export function follow(changes: readonly RowChange[]): void {
  if (changes.length === 0) return
  if (reading) missed.push(...changes)
  if (!tables.value) return
  const next = new Map(tables.value)
  for (const { table, id, after } of changes) {
    const rows = new Map(next.get(table))
    // A changed row keeps its position in the map.
    if (after) rows.set(id, after as DataRow)
    else rows.delete(id)
    next.set(table, rows)
  }
  tables.value = next
}

/** Marks the rows as outdated after the world was replaced, and reloads them if they are shown. */
export function forgetTables(): void {
  isStale = true
  if (tables.value) void loadTables().catch(() => {})
}

/** A short label of a row. */
export function labelOf(row: DataRow | undefined): string {
  if (!row) return ''
  for (const field of ['name', 'username', 'short']) {
    const value = row[field]
    if (typeof value === 'string' && value !== '') return value
  }
  return typeof row['ip'] === 'string' ? `${row['ip']}:${String(row['port'])}` : ''
}
