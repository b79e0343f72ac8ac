import { signal } from '@preact/signals'
import type { RowChange } from '../../../sandboxes/model.ts'
import { control } from './control.ts'

export type DataRow = Readonly<Record<string, unknown>> & { readonly id: number }

/** The rows of each table by id, as long as anybody has looked at them. */
export type Tables = ReadonlyMap<string, ReadonlyMap<number, DataRow>>

export const tables = signal<Tables | undefined>(undefined)

/** Whether the world has become another since the rows were read. */
let isStale = true
let reading: Promise<void> | undefined

/** Reads the whole world, once: from then on it follows the changes that requests make. */
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

/** Changes that came while the world was being read. */
let missed: RowChange[] = []

export function follow(changes: readonly RowChange[]): void {
  if (changes.length === 0) return
  if (reading) missed.push(...changes)
  if (!tables.value) return
  const next = new Map(tables.value)
  for (const { table, id, after } of changes) {
    const rows = new Map(next.get(table))
    // A row that is changed keeps its place.
    if (after) rows.set(id, after as DataRow)
    else rows.delete(id)
    next.set(table, rows)
  }
  tables.value = next
}

/** The world has become another: whoever shows its rows reads them again. */
export function forgetTables(): void {
  isStale = true
  if (tables.value) void loadTables().catch(() => {})
}

/** What people call a row. */
export function labelOf(row: DataRow | undefined): string {
  if (!row) return ''
  for (const field of ['name', 'username', 'short']) {
    const value = row[field]
    if (typeof value === 'string' && value !== '') return value
  }
  return typeof row['ip'] === 'string' ? `${row['ip']}:${String(row['port'])}` : ''
}
