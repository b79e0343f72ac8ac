import type { Relationship } from '../contract/resources.ts'
import { fieldOf, referencesOf, referred } from '../store/references.ts'
import type { Row } from '../store/rows.ts'
import { type StoredKind, type TableName, tableNames, tableOf } from '../store/tables.ts'
import type { View } from './view.ts'

/** What a resource shows of other rows by the references between tables: relationships, ids and counts. Section 2. */

/** Computes a value for the resource of a row. */
export type Compute<V> = (view: View, row: Row) => V

/** The rows of a relationship: those that the row refers to, or else those that refer to the row. */
export function relatedRows(
  kind: StoredKind,
  name: string,
  { kind: to, many }: Relationship,
): Compute<readonly Row[]> | undefined {
  const [own, other] = [tableOf(kind), tableOf(to)]
  const field = many ? idsField(name) : `${name}_id`
  if (hasReference(own, field))
    return ({ tables }, row) => {
      const ids: unknown = fieldOf(row, field)
      // The field was found among the references of the table.
      return many ? tables[other].rows(ids as readonly number[]) : [tables[other].must(ids as number)]
    }
  const index = indexOf(other, own)
  return index && (({ tables }, { id }) => tables[other].of(index, id))
}

/** A field with the id of another row, such as `egg`, or with the number of other rows, such as `nodes_count`. */
export function linkedField(kind: StoredKind, name: string): Compute<unknown> | undefined {
  const own = tableOf(kind)
  if (hasReference(own, `${name}_id`)) return (_, row) => fieldOf(row, `${name}_id`)
  const other = tableNames.find((table) => name === `${table}_count`)
  if (!other) return undefined
  const field = idsField(other)
  // The field was found among the references of the table.
  if (hasReference(own, field)) return (_, row) => (fieldOf(row, field) as readonly number[]).length
  const index = indexOf(other, own, true)
  return index && (({ tables }, { id }) => tables[other].count(index, id))
}

const idsField = (plural: string): string => plural.replace(/s$/, '_ids')

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
