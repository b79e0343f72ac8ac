import { without } from '../contract/objects.ts'
import type { SendingId } from '../contract/operations.ts'
import { pathParameters } from '../contract/parameters.ts'
import type { AnyKind } from '../contract/resources.ts'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import { free } from '../fixtures/free.ts'
import { isUnlocked } from '../fixtures/makers/backups.ts'
import { seedUserIds } from '../fixtures/names.ts'
import { valuesOf } from '../resources/server.ts'
import type { BackupRow } from '../store/rows.ts'
import type { Tables } from '../store/tables.ts'
import type { Json } from './plain-schema.ts'

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

type Examples = (rows: ExampleRows) => readonly Json[]

const users: Examples = ({ tables }) =>
  ['jo', 'josephine'].map((name) => ({ ...person(tables, name), first_name: 'Jo', last_name: 'March' }))

/** Values for body fields by operation, best first; the later ones are for worlds that refuse the earlier ones. */
const values: Readonly<Record<SendingId, Examples> & Record<string, Examples>> = {
  updateNode: ({ node }) => {
    const changed = { ...node, description: 'Moved to the new rack' }
    const usual = { name: 'Rack 12', daemon_base: '/srv/volumes' }
    return [changed, { ...changed, ...usual, scheme: 'https', memory: 65_536, disk: 1_000_000 }]
  },
  syncNodeTags: ({ node, tables }) => {
    const ids = node && node.tag_ids.length > 0 ? node.tag_ids : tables.tags.ids().slice(0, 2)
    return [{ tags: ids.map(String) }]
  },
  importEgg: () => [{ import_file: JSON.stringify(exampleEgg) }],
  updateServerStartup: (rows) => {
    const { server } = rows
    const own = { startup: server?.startup, egg_id: server?.egg_id, docker_image: server?.image }
    const filled = environment(rows)
    return [
      { ...own, environment: filled, variables: filled, skip_scripts: false, skip_install: false },
      { ...own, environment: {}, variables: {}, skip_scripts: false, skip_install: false },
    ]
  },
  createUser: users,

  createBackup: () => [{ name: 'Before the update', ignored: 'logs/\n*.log' }],
  restoreBackup: () => [{ truncate: true }],
  createServerDatabase: () => ['website', 'website-2'].map((database) => ({ database, remote: '%' })),
  sendPowerSignal: () => [{ signal: 'restart' }],
  updateUser: users,
}

/**
 * Bodies to try, best first. They have only the fields of the operation's schema, in its order,
 * so that the names of gap-dependent fields come from the operation.
 */
export function bodiesFor(operation: string, rows: ExampleRows, fields: Json): readonly Json[] {
  const known = values[operation]?.(rows) ?? []
  return known.map((all) =>
    Object.fromEntries(
      Object.keys(fields).flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name]]] : [])),
    ),
  )
}

function environment({ server, tables }: ExampleRows): Json {
  if (!server) return {}
  // Request bodies with the key `__proto__` are refused.
  return without(valuesOf(server, tables.variables.of('egg', server.egg_id)), '__proto__')
}

/** A user name and an e-mail address that no user has. */
function person({ users }: Tables, name: string) {
  const emailOf = (username: string) => `${username}@example.com`
  const username = free(name, (each) => users.find('username', each) ?? users.find('email', emailOf(each)))
  return { email: emailOf(username), username }
}
