import { recordOf } from '../contract/objects.ts'
import { type AnyKind, anyKinds } from '../contract/resources.ts'
import { type References, type Referred, referencesOf, referred } from './references.ts'
import type { BackupRow, EggVariableRow, Rows } from './rows.ts'
import type { Indexes, Table } from './table.ts'

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

/** A table of a world. Written out in the package, since its users do not have TypeBox. */
export type TableName = keyof Rows

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
