import type { Static, TArray, TInteger, TNull, TProperties, TSchema, TUnion } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { mapValues, without } from '../contract/objects.ts'
import { resources, undescribed } from '../contract/resources.ts'
import { day, nullable, port, stringMap, timestamp } from '../contract/schemas/primitives.ts'
import { isNullable } from '../contract/schemas/strict.ts'
import { mostServers, seedLength } from '../util/names.ts'
import type { Immutable } from '../util/objects.ts'

/** Maximum characters, as JSON, of a row that is made or changed. */
export const longestRow = 500_000

/** Maximum characters of the rules of a variable, which are read for each server that has it. */
export const longestRules = 10_000

/**
 * The stored data of each resource: plain JSON, never changed in place. A row has the fields of its resource in the table
 * of resources, except those that are computed from other rows; fields that are stored in another form are listed here.
 */
export interface Row {
  readonly id: number
}

/** A field with the id of a row in another table. The keyword is read by `references.ts`, and by forms. */
const idOf = <T extends string>(table: T) =>
  // The type of an integer does not have our keyword.
  Type.Integer({ minimum: 1, says: 'an id', refersTo: table }) as TInteger & { refersTo: T }

const idsOf = <T extends string>(table: T) =>
  Type.Array(Type.Integer({ minimum: 1, says: 'an id' }), {
    uniqueItems: true,
    says: 'a list of different ids',
    refersTo: table,
  }) as TArray<TInteger> & { refersTo: T }

const row = <F extends TProperties>(fields: F) =>
  Type.Object({ id: Type.Integer({ minimum: 1, says: 'an id' }), ...withExactIntegers(fields) })

/** The same fields, whose integers are those that a number holds exactly: the sum of larger ones may be none. */
const withExactIntegers = <F extends TProperties>(fields: F): F =>
  // Each copy has the type of its schema.
  mapValues(fields, exact) as F

const exactly = {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  says: 'an integer below 2 to the power of 53',
}

function exact(schema: TSchema): TSchema {
  const { type, minimum, properties, anyOf } = schema
  if (type === 'integer') {
    return minimum === undefined ? { ...exactly, ...schema } : { maximum: exactly.maximum, ...schema }
  }
  if (properties) return { ...schema, properties: withExactIntegers(properties) }
  return anyOf ? { ...schema, anyOf: anyOf.map(exact) } : schema
}

/** The fields of a table in which null is stored, in place of a value that every row has, only where it is named. */
type Filled<F, N> = {
  [K in keyof F]: K extends N ? F[K] : F[K] extends TUnion<[infer S extends TSchema, TNull]> ? S : F[K]
}

function filled<F extends TProperties, N extends keyof F & string>(
  fields: F,
  ...nullableNames: readonly N[]
): Filled<F, N> {
  const all = mapValues<string, TSchema, TSchema>(fields, (schema, name) =>
    isNullable(schema) && !nullableNames.some((each) => each === name) ? schema.anyOf[0] : schema,
  )
  // `mapValues` loses the types of the fields.
  return all as Filled<F, N>
}

const { location, tag, node, egg, egg_variable, user, server, allocation, mount, backup, database } =
  resources

/** The states of a server; their names in responses are a gap. */
const serverStatus = Type.Union(
  (
    ['normal', 'installing', 'install_failed', 'reinstall_failed', 'suspended', 'restoring_backup'] as const
  ).map((word) => Type.Literal(word)),
)
export type ServerStatus = Static<typeof serverStatus>

/** The schema of the rows of each table. */
export const rowSchemas = {
  locations: row(without(location.fields, 'id', 'nodes_count', 'servers_count')),
  tags: row(without(tag.fields, 'id', 'eggs_count', 'nodes_count')),
  nodes: row({
    ...without(node.fields, 'id', 'mounts', 'servers_count', 'allocated_resources'),
    location_id: idOf('locations'),
    tag_ids: idsOf('tags'),
  }),
  eggs: row({
    ...filled(without(egg.fields, 'id', 'docker_image'), 'description'),
    config: Type.Object(filled(egg.fields.config.properties, 'extends')),
    script: Type.Object(filled(egg.fields.script.properties, 'extends')),
    tag_ids: idsOf('tags'),
  }),
  variables: row({
    ...filled(without(egg_variable.fields, 'id'), 'description', 'sort_order'),
    rules: Type.String({ maxLength: longestRules }),
    egg_id: idOf('eggs'),
  }),
  users: row(without(user.fields, 'id', 'image', 'servers_count', 'subuser_of_count')),
  servers: row({
    ...without(
      server.fields,
      'id',
      'identifier',
      'suspended',
      'user',
      'node',
      'allocation',
      'egg',
      'container',
    ),
    status: serverStatus,
    feature_limits: Type.Object(filled(server.fields.feature_limits.properties, 'databases', 'allocations')),
    user_id: idOf('users'),
    node_id: idOf('nodes'),
    allocation_id: idOf('allocations'),
    egg_id: idOf('eggs'),
    startup: Type.String(),
    image: Type.String(),
    skip_scripts: Type.Boolean(),
    /** The server's own values by `env_variable`; other variables have the default of the egg. */
    environment: stringMap(),
    subuser_ids: idsOf('users'),
    /** The last power signal that changed the state; without one, the server runs since it was created. */
    power: Type.Optional(
      Type.Object({
        state: Type.Union([Type.Literal('running'), Type.Literal('offline')]),
        since: timestamp(),
      }),
    ),
  }),
  allocations: row({
    node_id: idOf('nodes'),
    ...without(allocation.fields, 'id', 'server_name', 'assigned'),
    server_id: nullable(idOf('servers')),
    port: port(),
  }),
  mounts: row({
    ...without(mount.fields, 'id', 'eggs_count', 'nodes_count', 'servers_count', 'mounted'),
    egg_ids: idsOf('eggs'),
    node_ids: idsOf('nodes'),
    server_ids: idsOf('servers'),
  }),
  backups: row({
    server_id: idOf('servers'),
    ...backup.fields,
    bytes: Type.Integer({ minimum: 0 }),
  }),
  hosts: row(without(undescribed.database_host.fields, 'id', 'databases_count')),
  databases: row({
    host_id: idOf('hosts'),
    server_id: idOf('servers'),
    ...without(database.fields, 'server'),
  }),
} as const

/** An unknown field outside of the rows is refused, since the next write of the data file would drop it. */
const closed = { additionalProperties: false }

const perTable = (schemaOf: (row: TSchema) => TSchema) =>
  Type.Object(mapValues<string, TSchema, TSchema>(rowSchemas, schemaOf), closed)

const count = Type.Integer({ minimum: 0 })

/** The schema of a world as plain JSON: the content of a data file. */
export const worldSchema = Type.Object(
  {
    format: Type.Literal('nestbox-world'),
    version: Type.Literal(1),
    seed: Type.String(seedLength),
    scenario: Type.String(seedLength),
    // A reset makes a world of the same scale.
    scale: Type.Integer({ minimum: 0, maximum: mostServers }),
    today: Type.String(day),
    lastIds: Type.Optional(perTable(() => Type.Optional(count))),
    tables: perTable((row) => Type.Array(row)),
  },
  { ...closed, description: 'A whole world in the format of a data file.' },
)

/** The schemas of the fields of a table's rows, without their id. */
export const rowFields = (table: keyof typeof rowSchemas): TProperties =>
  without(rowSchemas[table].properties, 'id')

/** The table whose ids a field holds; never for other fields. */
export type ReferenceTo<S> = S extends { refersTo: infer T }
  ? T
  : S extends TUnion<[infer Inner extends TSchema, TNull]>
    ? ReferenceTo<Inner>
    : never

/** The row of each table. */
export type Rows = { [N in keyof typeof rowSchemas]: Immutable<Static<(typeof rowSchemas)[N]>> }

export type LocationRow = Rows['locations']
export type TagRow = Rows['tags']
export type NodeRow = Rows['nodes']
export type EggRow = Rows['eggs']
export type EggVariableRow = Rows['variables']
export type UserRow = Rows['users']
export type ServerRow = Rows['servers']
export type AllocationRow = Rows['allocations']
export type MountRow = Rows['mounts']
export type BackupRow = Rows['backups']
export type DatabaseHostRow = Rows['hosts']
export type DatabaseRow = Rows['databases']

/** The folder of the servers of a node, unless another one is chosen. */
export const usualBase = '/var/lib/pterodactyl/volumes'

/** Whether servers of an egg may be on a node: one without tags accepts any egg. Section 4.2. */
export function accepts(node: Pick<NodeRow, 'tag_ids'>, egg: Pick<EggRow, 'tag_ids'>): boolean {
  if (node.tag_ids.length === 0) return true
  const tags = new Set(egg.tag_ids)
  return node.tag_ids.some((id) => tags.has(id))
}
