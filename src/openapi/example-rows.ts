import { seedUserIds } from '../fixtures/names.ts'
import type { DatabaseHostRow, EggRow, NodeRow, ServerRow, UserRow } from '../store/rows.ts'
import type { Tables } from '../store/tables.ts'

/** The rows that examples use; undefined where the world lacks them. */
export interface ExampleRows {
  readonly tables: Tables
  readonly server: ServerRow | undefined
  readonly node: NodeRow | undefined
  readonly egg: EggRow | undefined
  readonly host: DatabaseHostRow | undefined
  /** A root administrator. */
  readonly admin: UserRow | undefined
  /** The owner of the server. */
  readonly owner: UserRow | undefined
  /** An ordinary user without access to the server. */
  readonly stranger: UserRow | undefined
}

export function exampleRowsIn(tables: Tables): ExampleRows {
  const { servers, nodes, eggs, hosts, databases, users } = tables
  const server = servers.find('user', seedUserIds.owner) ?? servers.rows()[0]
  const strangers = users
    .rows()
    .filter(
      ({ id, root_admin }) => !root_admin && id !== server?.user_id && !server?.subuser_ids.includes(id),
    )
  return {
    tables,
    server,
    node: server ? nodes.get(server.node_id) : nodes.rows()[0],
    egg: server ? eggs.get(server.egg_id) : eggs.rows()[0],
    host: hosts.rows().find(({ id }) => databases.count('host', id) > 0) ?? hosts.rows()[0],
    admin: users.get(seedUserIds.admin) ?? users.rows().find(({ root_admin }) => root_admin),
    owner: server && users.get(server.user_id),
    stranger: strangers[0],
  }
}

/** Example values of path parameters. */
const identifiers: Readonly<Record<string, (rows: ExampleRows) => string | number | undefined>> = {
  node: ({ node }) => node?.id,
  node_id: ({ node }) => node?.id,
  egg_id: ({ egg }) => egg?.id,
  server_admin_identifier: ({ server }) => server?.uuid,
  server_uuid: ({ server }) => server?.uuid,
  databaseHost_id: ({ host }) => host && String(host.id),

  backup_uuid: ({ server, tables }) => server && tables.backups.find('server', server.id)?.uuid,
  database: ({ server, tables }) => {
    const own = tables.databases.rows().find(({ server_id }) => server_id === server?.id)
    return own && String(own.id)
  },
  location: ({ node }) => node?.location_id,
  mount_id: ({ tables }) => tables.mounts.ids()[0],
  server: ({ server }) => server?.uuid,
  tag_id: ({ tables }) => tables.tags.ids()[0],
  user: ({ owner }) => owner?.id,
}

/** The example value of a parameter; undefined if the world has no such row. */
export const identifier = (rows: ExampleRows, name: string): string | number | undefined =>
  identifiers[name]?.(rows)
