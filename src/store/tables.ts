import type { AnyKind } from '../contract/resources.ts'
import type { BackupRow, Rows } from './rows.ts'
import type { Shape, Table } from './table.ts'

const shape =
  <N extends TableName>() =>
  <U extends string = never, G extends string = never>({
    unique,
    groups,
  }: Partial<Shape<Rows[N], U, G>> = {}): Shape<Rows[N], U, G> => ({
    unique: unique ?? ({} as Shape<Rows[N], U, G>['unique']),
    groups: groups ?? ({} as Shape<Rows[N], U, G>['groups']),
  })

/** The tables of a world with their indexes; a table follows the tables it refers to, where there is no circle. */
export const shapes = {
  locations: shape<'locations'>()(),
  tags: shape<'tags'>()({
    unique: { slug: (tag) => tag.slug, slugInAnyCase: (tag) => tag.slug.toLowerCase() },
  }),
  nodes: shape<'nodes'>()({
    groups: { location: (node) => node.location_id, tag: (node) => node.tag_ids },
  }),
  eggs: shape<'eggs'>()({ groups: { tag: (egg) => egg.tag_ids } }),
  variables: shape<'variables'>()({ groups: { egg: (variable) => variable.egg_id } }),
  users: shape<'users'>()({
    unique: {
      email: (user) => user.email.toLowerCase(),
      username: (user) => user.username.toLowerCase(),
      external: (user) => user.external_id,
    },
  }),
  servers: shape<'servers'>()({
    unique: {
      uuid: (server) => server.uuid.toLowerCase(),
      short: (server) => server.uuid.slice(0, 8).toLowerCase(),
    },
    groups: {
      user: (server) => server.user_id,
      node: (server) => server.node_id,
      egg: (server) => server.egg_id,
      subuser: (server) => server.subuser_ids,
    },
  }),
  allocations: shape<'allocations'>()({
    groups: { server: (allocation) => allocation.server_id, node: (allocation) => allocation.node_id },
  }),
  mounts: shape<'mounts'>()({
    groups: { egg: (mount) => mount.egg_ids, node: (mount) => mount.node_ids },
  }),
  backups: shape<'backups'>()({
    groups: {
      server: (backup) => backup.server_id,
      failed: (backup) => (hasFailed(backup) ? backup.server_id : null),
    },
  }),
  hosts: shape<'hosts'>()(),
  databases: shape<'databases'>()({ groups: { host: (database) => database.host_id } }),
} as const satisfies Record<TableName, unknown>

const hasFailed = (backup: BackupRow): boolean => backup.completed_at !== null && !backup.is_successful

/** A table of a world. Written out in the package, since its users do not have TypeBox. */
export type TableName = keyof Rows

export const tableNames = Object.keys(shapes) as TableName[]

/** The table of each kind of resource that has rows of its own. */
const tableOf = {
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
export type StoredKind = keyof typeof tableOf | 'server_variable'

/** The row that is stored for a resource of a kind. */
export type RowOfKind<K extends StoredKind> = Rows[K extends keyof typeof tableOf
  ? (typeof tableOf)[K]
  : 'variables']

/** The kind of resource whose rows are in a table. */
export const kindOf = Object.fromEntries(
  Object.entries(tableOf).map(([kind, table]) => [table, kind]),
  // `Object.fromEntries` loses the names of tables and kinds.
) as Readonly<Record<TableName, AnyKind>>

type TableOf<S> = S extends Shape<infer R, infer U, infer G> ? Table<R, U, G> : never

/** The row type of a table. */
export type RowOf<N extends TableName> =
  (typeof shapes)[N] extends Shape<infer R, infer _U, infer _G> ? R : never

export type Tables = { readonly [N in TableName]: TableOf<(typeof shapes)[N]> }
