import type { AnyKind } from '../contract/resources.ts'
import { type References, type Referred, referencesOf, referred } from './references.ts'
import type { BackupRow, Rows } from './rows.ts'
import type { Indexes, Table } from './table.ts'

/** The indexes of a table: one for each of its references, by what it refers to, and those of its own. */
function indexes<N extends TableName, I extends string = never>(table: N, own = {} as Indexes<Rows[N], I>) {
  const byReference = referencesOf(table).map((reference) => {
    // A reference is a field of the rows that has an id or ids.
    const field = reference.field as keyof Rows[N]
    return [referred(reference), (row: Rows[N]) => row[field]] as const
  })
  // `Object.fromEntries` loses the names of the indexes.
  return { ...Object.fromEntries(byReference), ...own } as Indexes<Rows[N], I | Referred<keyof References[N]>>
}

/** The indexes of each table of a world; a table follows the tables it refers to, where there is no circle. */
export const indexesOf = {
  locations: indexes('locations', { short: (location) => location.short }),
  tags: indexes('tags', { slug: (tag) => tag.slug, slugInAnyCase: (tag) => tag.slug.toLowerCase() }),
  nodes: indexes('nodes'),
  eggs: indexes('eggs'),
  variables: indexes('variables'),
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

/** The table of each kind of resource that has rows of its own. */
const tablesByKind = {
  location: 'locations',
  tag: 'tags',
  node: 'nodes',
  egg: 'eggs',
  egg_variable: 'variables',
  user: 'users',
  server: 'servers',
  allocation: 'allocations',
  mount: 'mounts',
  backup: 'backups',
  database_host: 'hosts',
  database: 'databases',
} as const satisfies Record<Exclude<AnyKind, 'server_variable' | 'server_database' | 'stats'>, TableName>

/** A kind whose resources are made of the rows of one table. */
export type StoredKind = keyof typeof tablesByKind | 'server_variable'

/** The row that is stored for a resource of a kind. */
export type RowOfKind<K extends StoredKind> = Rows[K extends keyof typeof tablesByKind
  ? (typeof tablesByKind)[K]
  : 'variables']

/** The table of the rows of which the resources of a kind are made. */
export const tableOf = (kind: StoredKind): TableName =>
  kind === 'server_variable' ? 'variables' : tablesByKind[kind]

/** The kind of resource whose rows are in a table. */
export const kindOf = Object.fromEntries(
  Object.entries(tablesByKind).map(([kind, table]) => [table, kind]),
  // `Object.fromEntries` loses the names of tables and kinds.
) as Readonly<Record<TableName, AnyKind>>

/** The row type of a table. */
export type RowOf<N extends TableName> = Rows[N]

export type Tables = {
  readonly [N in TableName]: Table<Rows[N], keyof (typeof indexesOf)[N] & string>
}
