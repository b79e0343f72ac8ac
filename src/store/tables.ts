import type { TObject } from '@sinclair/typebox'
import { mapValues, recordOf } from '../contract/objects.ts'
import { type AnyKind, anyKinds } from '../contract/resources.ts'
import { isNullable } from '../contract/schemas/strict.ts'
import { type BackupRow, type EggVariableRow, type ReferenceTo, type Rows, rowSchemas } from './rows.ts'
import type { Indexes, Table } from './table.ts'

/** A table of a world. Written out in the package, since its users do not have TypeBox. */
export type TableName = keyof Rows

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
type Referred<F> = F extends `${infer Word}_ids` ? Word : F extends `${infer Word}_id` ? Word : never

/** The value of a field that is known only by its name: rows, and their schemas, have no index signature. */
export const fieldOf = (row: object, field: string): unknown => row[field as keyof object]

export const referred = ({ field }: Reference): string => field.replace(/_ids?$/, '')

/** The indexes of a table: one for each of its references, by its target, and its own. */
function indexes<N extends TableName, I extends string = never>(table: N, own = {} as Indexes<Rows[N], I>) {
  const byReference = referencesOf(table).map((reference) => {
    // A reference is a field of the rows that has an id or ids.
    const field = reference.field as keyof Rows[N]
    return [referred(reference), (row: Rows[N]) => row[field]] as const
  })
  // `Object.fromEntries` loses the names of the indexes.
  return { ...Object.fromEntries(byReference), ...own } as Indexes<Rows[N], I | Referred<keyof References[N]>>
}

/** The key of the `env_variable` of an egg. */
export const nameInEgg = ({
  egg_id,
  env_variable,
}: Pick<EggVariableRow, 'egg_id' | 'env_variable'>): string => `${egg_id} ${env_variable}`

/** The indexes of each table of a world; a table follows the tables it refers to, where there is no circle. */
export const indexesOf = {
  locations: indexes('locations', { short: (location) => location.short }),
  tags: indexes('tags', { slug: (tag) => tag.slug, slugInAnyCase: (tag) => tag.slug.toLowerCase() }),
  nodes: indexes('nodes'),
  eggs: indexes('eggs'),
  variables: indexes('variables', { name: nameInEgg }),
  users: indexes('users', {
    email: (user) => user.email.toLowerCase(),
    username: (user) => user.username.toLowerCase(),
    external: (user) => user.external_id,
  }),
  servers: indexes('servers', {
    uuid: (server) => server.uuid.toLowerCase(),
    short: (server) => server.uuid.slice(0, 8).toLowerCase(),
  }),
  allocations: indexes('allocations'),
  mounts: indexes('mounts'),
  backups: indexes('backups', { failed: (backup) => (hasFailed(backup) ? backup.server_id : null) }),
  hosts: indexes('hosts'),
  databases: indexes('databases'),
} as const satisfies Record<TableName, unknown>

const hasFailed = (backup: BackupRow): boolean => backup.completed_at !== null && !backup.is_successful

export const tableNames = Object.keys(indexesOf) as TableName[]

/** A kind whose resources are made of the rows of one table. */
export type StoredKind = Exclude<AnyKind, 'server_database' | 'stats'>

type LastWord<K> = K extends `${string}_${infer Word}` ? Word : K

/** The row that is stored for a resource of a kind. */
export type RowOfKind<K extends StoredKind> = Rows[`${LastWord<K>}s`]

/** The table of the rows of which the resources of a kind are made: its name is the last word of the kind in the plural. */
export const tableOf = (kind: string): TableName =>
  // The types above have a table of that name for each kind.
  `${kind.slice(kind.lastIndexOf('_') + 1)}s` as TableName

/** The kind of resource whose rows are in a table. */
export const kindOf = (table: TableName): AnyKind => kinds[table]

const kinds = recordOf(
  tableNames,
  // A kind is before the others that are made of its rows, and each table has one.
  (table) => anyKinds.find((kind) => tableOf(kind) === table) as AnyKind,
)

/** The row type of a table. */
export type RowOf<N extends TableName> = Rows[N]

export type Tables = {
  readonly [N in TableName]: Table<Rows[N], keyof (typeof indexesOf)[N] & string>
}
