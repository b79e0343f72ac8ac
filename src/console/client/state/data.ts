import { signal } from '@preact/signals'
import { once } from '../../../contract/once.ts'
import type { RowChange } from '../../../sandboxes/model.ts'
import { type Field, fieldsOf } from '../pure/form-body.ts'
import { control } from './control.ts'
import { controlNamed } from './lists.ts'

export type DataRow = Readonly<Record<string, unknown>> & { readonly id: number }

/** The loaded rows of each table, by id. */
export type Tables = ReadonlyMap<string, ReadonlyMap<number, DataRow>>

export const tables = signal<Tables | undefined>(undefined)

/** Loads all rows once; later, `follow` applies the changes of each request. */
let loadOnce = once(read)

export const loadTables = (): Promise<void> => loadOnce()

/** Changes that arrived while the rows were being loaded. */
let missed: RowChange[] | undefined

async function read(): Promise<void> {
  const late: RowChange[] = []
  missed = late
  const state = await control<{ tables: Record<string, DataRow[]> }>('GET', 'state')
  // If the world was replaced meanwhile, another reading has begun.
  if (missed !== late) return
  tables.value = new Map(
    Object.entries(state.tables).map(([name, rows]) => [name, new Map(rows.map((row) => [row.id, row]))]),
  )
  missed = undefined
  follow(late)
}

export function follow(changes: readonly RowChange[]): void {
  if (changes.length === 0) return
  missed?.push(...changes)
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

/** Forgets the rows after the world was replaced, and reloads them if they are shown. */
export function forgetTables(): void {
  loadOnce = once(read)
  if (tables.value) void loadTables().catch(() => {})
}

/** Fields by which people know a row. */
const labels = ['name', 'username', 'short', 'ip']

/** A short label of a row. */
export function labelOf(row: DataRow | undefined): string {
  const label = labels.map((field) => row?.[field]).find((value) => typeof value === 'string' && value !== '')
  return label === undefined ? '' : row?.['ip'] === label ? `${label}:${row['port']}` : String(label)
}

/** The fields of the rows of a table, as the control API describes them. */
export function fieldsIn(table: string): readonly Field[] {
  const { body } = controlNamed('addRows') ?? {}
  const schema = body?.kind === 'json' ? body.schema.properties?.[table] : undefined
  const row = [schema, ...(schema?.anyOf ?? [])].find((each) => each?.properties)
  return row ? fieldsOf(row).filter(({ name }) => name !== 'count') : []
}

/** The fields of a table that hold ids, with the table of each. */
export const referencesOf = (table: string): ReadonlyMap<string, string> =>
  new Map(fieldsIn(table).flatMap(({ name, table: to }) => (to === undefined ? [] : [[name, to]])))

/** Fields that take much space in a list and have little information. */
const longFields = ['uuid', 'description', 'created_at', 'updated_at']

/** The columns of a table: its id, what people know a row by, and the fields that fit into a cell. */
export function columnsOf(table: string): readonly string[] {
  const fitting = fieldsIn(table).filter(
    ({ name, kind, table: to }) =>
      !longFields.includes(name) && !name.includes('.') && (kind !== 'json' || to !== undefined),
  )
  const names = fitting.map(({ name }) => name)
  return [
    'id',
    ...names.filter((name) => labels.includes(name)),
    ...names.filter((name) => !labels.includes(name)),
  ]
}

/** The ids in a reference: an id or a list of ids. */
export const idsIn = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => typeof id === 'number')
