import type { Relationship } from '../contract/resources.ts'
import type { Row } from '../store/rows.ts'
import {
  fieldOf,
  referencesOf,
  referred,
  type StoredKind,
  type TableName,
  tableNames,
  tableOf,
} from '../store/tables.ts'
import type { View } from './view.ts'

/**
 * The parts of a resource that come from other rows by references between tables: relationships, ids and counts.
 * Section 2.
 */

/** Computes a value for the resource of a row. */
export type Compute<V> = (view: View, row: Row) => V

/** The ids of the rows of a relationship: those that the row refers to, or else those that refer to the row. */
export function relatedIds(
  kind: StoredKind,
  name: string,
  { kind: to, many }: Relationship,
): Compute<readonly number[]> | undefined {
  const [own, other] = [tableOf(kind), tableOf(to)]
  const field = `${name}_id`
  // The field was found among the references of the table.
  if (!many && hasReference(own, field)) return (_, row) => [fieldOf(row, field) as number]
  return linkedIds(own, other)
}

/** A field with the id of another row, such as `egg`, or with the number of other rows, such as `nodes_count`. */
export function linkedField(kind: StoredKind, name: string): Compute<unknown> | undefined {
  const own = tableOf(kind)
  if (hasReference(own, `${name}_id`)) return (_, row) => fieldOf(row, `${name}_id`)
  const other = tableNames.find((table) => name === `${table}_count`)
  if (!other) return undefined
  const ids = linkedIds(own, other, true)
  return ids && ((view, row) => ids(view, row).length)
}

/**
 * The ids of the rows of another table that belong to a row: those in it, or else those of the rows that refer to it.
 * @param isMany whether the rows may refer to several rows
 */
export function linkedIds(
  own: TableName,
  other: TableName,
  isMany = false,
): Compute<readonly number[]> | undefined {
  const field = other.replace(/s$/, '_ids')
  // The field was found among the references of the table.
  if (hasReference(own, field)) return (_, row) => fieldOf(row, field) as readonly number[]
  const index = indexOf(other, own, isMany)
  return index && (({ tables }, { id }) => tables[other].idsOf(index, id))
}

const hasReference = (table: TableName, field: string): boolean =>
  referencesOf(table).some((reference) => reference.field === field)

/**
 * The index of a table by its references to another table, which the compiler cannot see.
 * @param isMany whether the rows may refer to several rows
 */
export const indexOf = (from: TableName, to: TableName, isMany = false): never | undefined => {
  const found = referencesOf(from).find((each) => each.to === to && (isMany || !each.field.endsWith('_ids')))
  return found && (referred(found) as never)
}
