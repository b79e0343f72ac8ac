import type { TObject } from '@sinclair/typebox'
import { mapValues } from '../contract/objects.ts'
import { isNullable } from '../contract/schemas/strict.ts'
import { type ReferenceTo, type Rows, rowSchemas } from './rows.ts'

type TableName = keyof Rows

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

const references = mapValues<TableName, TObject, readonly Reference[]>(rowSchemas, ({ properties }) =>
  Object.entries(properties).flatMap(([field, declared]): Reference[] => {
    const { refersTo } = isNullable(declared) ? declared.anyOf[0] : declared
    return refersTo === undefined ? [] : [{ field, to: refersTo }]
  }),
)

/** The target of a field with an id, or with ids: `location_id` to `location`, and `tag_ids` to `tag`. */
export type Referred<F> = F extends `${infer Word}_ids` ? Word : F extends `${infer Word}_id` ? Word : never

/** The value of a field that is known only by its name: rows, and their schemas, have no index signature. */
export const fieldOf = (row: object, field: string): unknown => row[field as keyof object]

export const referred = ({ field }: Reference): string => field.replace(/_ids?$/, '')
