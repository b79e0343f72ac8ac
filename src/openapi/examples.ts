import { pathParameters } from '../contract/parameters.ts'
import type { AnyKind } from '../contract/resources.ts'
import { isUnlocked } from '../fixtures/makers/backups.ts'
import { seedUserIds } from '../fixtures/names.ts'
import type { BackupRow } from '../store/rows.ts'
import type { Tables } from '../store/tables.ts'

/** The rows that examples use; undefined where the world lacks them. */
export type ExampleRows = ReturnType<typeof exampleRowsIn>

export function exampleRowsIn(tables: Tables) {
  const { servers, nodes, users } = tables
  const server = servers.find('user', seedUserIds.owner) ?? servers.rows()[0]
  return {
    tables,
    server,
    node: server ? nodes.get(server.node_id) : nodes.rows()[0],
    /** A root administrator. */
    admin: users.get(seedUserIds.admin) ?? users.rows().find(({ root_admin }) => root_admin),
    owner: server && users.get(server.user_id),
  }
}

/** A finished backup of the server that is not locked, so that every operation is possible with it. */
function exampleBackup({ server, tables }: ExampleRows): BackupRow | undefined {
  const all = server ? tables.backups.of('server', server.id) : []
  return all.find((backup) => isUnlocked(backup) && backup.completed_at !== null) ?? all[0]
}

/** The row of each kind of resource that a path can name. */
const named: Readonly<Partial<Record<AnyKind, (rows: ExampleRows) => Identified | undefined>>> = {
  node: ({ node }) => node,
  egg: ({ server, tables: { eggs } }) => (server ? eggs.get(server.egg_id) : eggs.rows()[0]),
  server: ({ server }) => server,
  database_host: ({ tables: { databases, hosts } }) =>
    hosts.rows().find(({ id }) => databases.count('host', id) > 0) ?? hosts.rows()[0],
  backup: exampleBackup,
  database: ({ server, tables }) => tables.databases.rows().find(({ server_id }) => server_id === server?.id),
  location: ({ node, tables }) => node && tables.locations.get(node.location_id),
  mount: ({ tables }) => tables.mounts.rows()[0],
  tag: ({ tables }) => tables.tags.rows()[0],
  user: ({ owner }) => owner,
}

interface Identified {
  readonly id: number
  readonly uuid?: string
}

/** The example value of a path parameter; undefined if the world has no such row. */
export function identifier(rows: ExampleRows, name: string): string | number | undefined {
  const parameter = pathParameters[name]
  const row = parameter && named[parameter.kind]?.(rows)
  if (!row) return undefined
  if (parameter.by.includes('uuid')) return row.uuid
  return parameter.schema['type'] === 'string' ? String(row.id) : row.id
}
