import { isNullable } from '../contract/schemas/strict.ts'
import { type ReferenceTo, rowSchemas } from './rows.ts'
import { type TableName, tableNames } from './tables.ts'
import type { World } from './world.ts'

/** A field that holds the id of a row in another table, or a list of ids. */
export interface Reference {
  readonly field: string
  readonly to: TableName
}

/** The fields of each table that hold ids, and the tables of these ids. Written out in the package, as TypeBox is not. */
export type References = {
  -readonly [N in TableName]: {
    [F in keyof Properties<N> as ReferenceTo<Properties<N>[F]> extends never ? never : F]: ReferenceTo<
      Properties<N>[F]
    >
  }
}

type Properties<N extends TableName> = (typeof rowSchemas)[N]['properties']

/** The fields of the rows of a table that hold ids of other rows. */
export const referencesOf = (table: TableName): readonly Reference[] => references[table]

const references = Object.fromEntries(
  tableNames.map((table) => [
    table,
    Object.entries(rowSchemas[table].properties).flatMap(([field, declared]): Reference[] => {
      const { refersTo } = isNullable(declared) ? declared.anyOf[0] : declared
      return refersTo === undefined ? [] : [{ field, to: refersTo }]
    }),
  ]),
  // `Object.fromEntries` loses the names of the tables.
) as unknown as Record<TableName, readonly Reference[]>

/** The first id without a row, with its path in the world and the requirement; undefined if every id has a row. */
export function danglingReference(world: World): { path: string; must: string } | undefined {
  for (const name of tableNames) {
    for (const [index, row] of world.tables[name].rows().entries()) {
      for (const { field, to } of references[name]) {
        const ids = [(row as unknown as Record<string, number | null | readonly number[]>)[field]].flat()
        const lost = ids.find((id) => typeof id === 'number' && !world.tables[to].get(id))
        if (lost !== undefined) {
          return { path: `tables.${name}[${index}].${field}`, must: `be the id of a row in ${to}` }
        }
      }
    }
  }
  return undefined
}
