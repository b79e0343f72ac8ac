import { ControlError } from '../contract/checking/errors-in.ts'
import { capitalized, listed, nounOf } from '../contract/checking/words.ts'
import { rowOf } from '../contract/resources.ts'
import { isNullable } from '../contract/schemas/strict.ts'
import { type Row, rowSchemas } from './rows.ts'
import { fieldOf, kindOf, referencesOf, referred, type TableName, tableNames } from './tables.ts'
import type { World } from './world.ts'

/**
 * Rows that are a part of one other row and are removed with it. Any other row that needs a row keeps it from being
 * removed.
 */
const parts: Readonly<Partial<Record<TableName, readonly TableName[]>>> = {
  servers: ['backups', 'databases'],
  eggs: ['variables'],
  nodes: ['allocations'],
}

/** How many of the rows that refer to a row an error names. */
const mostNamed = 5

/** A row that refers to another row in one of its fields. */
interface Referrer {
  readonly table: TableName
  readonly row: Row
  readonly field: string
  readonly mayBeNull: boolean
}

/**
 * Removes a row with its parts, within a transaction that the caller has begun. In other rows, lists lose its id, and
 * fields that may be null become null.
 * @throws ControlError if another row needs it, or one of its parts
 */
export function removeRow(world: World, table: TableName, id: number): void {
  const referrers = referrersTo(world, table, id)
  const isPart = (each: Referrer) => parts[table]?.includes(each.table) === true && !each.mayBeNull
  const users = referrers.filter(
    (each) => !each.mayBeNull && !Array.isArray(fieldOf(each.row, each.field)) && !isPart(each),
  )
  if (users.length > 0) throw new ControlError(409, inUse(world.tables[table].must(id), table, users))
  // The highest ids are removed first, since the ids after a removed id move up in their arrays.
  for (const each of referrers.toReversed()) {
    if (isPart(each)) removeRow(world, each.table, each.row.id)
    else release(world, each, id)
  }
  world.tables[table].remove(id)
}

const referrersTo = (world: World, table: TableName, id: number): Referrer[] =>
  tableNames.flatMap((from) =>
    referencesOf(from)
      .filter(({ to }) => to === table)
      .flatMap((reference) => {
        const { field } = reference
        const mayBeNull = isNullable(fieldOf(rowSchemas[from].properties, field))
        // Each reference has an index, which the compiler cannot see in a loop.
        const rows: readonly Row[] = world.tables[from].of(referred(reference) as never, id)
        return rows.map((row) => ({ table: from, row, field, mayBeNull }))
      }),
  )

/** Takes the id of a removed row out of a row, which other fields may have changed meanwhile. */
function release(world: World, { table, row: { id: own }, field }: Referrer, id: number): void {
  const row = world.tables[table].must(own)
  const value = fieldOf(row, field)
  const rest = Array.isArray(value) ? value.filter((each) => each !== id) : null
  // The row has the fields of its table, which the compiler cannot see in a loop.
  world.tables[table].replace({ ...row, [field]: rest } as never)
}

function inUse(row: Row, table: TableName, users: readonly Referrer[]): string {
  const named = users.map((each) => nameOf(each.row, each.table))
  return `${capitalized(nameOf(row, table))} is needed by ${listed(named, mostNamed)}; remove or change them first.`
}

/** A row in words, such as `server 3 "Creative"`. */
function nameOf(row: Row, table: TableName): string {
  const kind = kindOf(table)
  const [field] = rowOf(kind).names
  const name = field === undefined ? '' : ` ${JSON.stringify(fieldOf(row, field))}`
  return `${nounOf(kind)} ${row.id}${name}`
}
