import type { TProperties, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { recordOf } from './objects.ts'
import { mapOf } from './schemas/data.ts'
import {
  checksum,
  email,
  hexColour,
  host,
  nullable,
  port,
  stringMap,
  timestamp,
  url,
  uuid,
} from './schemas/primitives.ts'
import type { Section } from './sections.ts'

/**
 * The resources of section 2 as one table: all facts about a kind and its fields are here. Schemas
 * (`schemas/index.ts`), wire types (`wire.ts`), clauses of fields, rows and references of the store, the resources of
 * responses and the kinds of the conformance kit are derived from it.
 */

/** Where a resource is in a response: at its top, alone or in a list, or nested in another resource. */
export type Form = 'top' | 'nested'

/** A field that only one form of its resource has. */
export interface OnlyIn<F extends Form, S extends TSchema> {
  readonly only: F
  readonly schema: S
}

/** The fields of a kind, in the order of the document. */
export type Fields = Readonly<Record<string, TSchema | OnlyIn<Form, TSchema>>>

/** A name under `relationships`, with one nested resource or a list of them. */
export interface Relationship<K extends string = Kind> {
  readonly kind: K
  readonly many: boolean
  /** The relation of the nested resources to the resource, as a phrase. */
  readonly noun?: string
  /** Whether the list may have other resources than those that refer to the resource. */
  readonly isLoose?: true
}

/** The facts about a kind in addition to its fields. `F` are the names of the fields, `K` the kinds. */
interface About<F extends string, K extends string> {
  /** Fields whose value belongs to one resource of the kind alone; the first is in paths. None if there are none. */
  readonly identity: readonly F[]
  /** Fields that never change while a resource exists. */
  readonly constant: readonly F[]
  /** Fields by which people name a resource. */
  readonly names: readonly F[]
  /** Fields with the id of another resource, and the kind of it; `server.id` is a field in an object. */
  readonly refers?: Readonly<Partial<Record<F | `${F}.${string}`, K>>>
  readonly relationships?: Readonly<Record<string, Relationship<K>>>
  /**
   * The parts that the resource at the top of a response must have or must not have: `relationships`, which may be
   * empty or else have each name; each name in any case; or neither relationships nor fields of the nested form.
   * Undefined if the document says nothing of it.
   */
  readonly atTop?: 'related' | 'fully-related' | 'bare'
  /** Whether the envelope has `meta.resource`, always or at the top of a response; undefined if it may have it. */
  readonly meta?: 'always' | 'top'
  /** Fields that the real panel writes last, in its order. */
  readonly lastInPanel?: readonly F[]
  /** Fields that the `meta` of a paginated list has in addition to `pagination`. */
  readonly pageMeta?: TProperties
}

/** A row of the table, for code that reads any of them. */
export interface ResourceRow extends About<string, Kind> {
  /** Undefined for a kind that the document names but does not describe. */
  readonly section?: Section
  readonly fields: Fields
}

const resource =
  <F extends Fields>(section: Section, fields: F) =>
  <const A extends About<keyof F & string, string>>(about: A) => ({ section, fields, ...about })

const one = <K extends string>(kind: K, noun?: string) => ({
  kind,
  many: false as const,
  ...(noun && { noun }),
})
const many = <K extends string>(kind: K) => ({ kind, many: true as const })

const topOnly = <S extends TSchema>(schema: S): OnlyIn<'top', S> => ({ only: 'top', schema })

/** A field of the nested form, which the document mentions only in passing: it may be null. */
const nestedOnly = <S extends TSchema>(schema: S) => ({ only: 'nested' as const, schema: nullable(schema) })

/** Several fields of one type, as the document lists them. */
const fieldsOf =
  <S extends TSchema>(schema: () => S) =>
  <N extends string>(...names: readonly N[]) =>
    recordOf(names, schema)

const integers = fieldsOf(() => Type.Integer())
const strings = fieldsOf(() => Type.String())
const booleans = fieldsOf(() => Type.Boolean())
const optionalIntegers = fieldsOf(() => nullable(Type.Integer()))
const optionalStrings = fieldsOf(() => nullable(Type.String()))
const dated = fieldsOf(timestamp)('created_at', 'updated_at')

const variableFields = {
  ...integers('id', 'egg_id'),
  name: Type.String(),
  description: nullable(Type.String()),
  env_variable: Type.String(),
  default_value: nullable(Type.String()),
  ...booleans('user_viewable', 'user_editable'),
  rules: Type.String(),
  sort_order: nullable(Type.Integer()),
  ...dated,
}

/** The resources of section 2 by kind, in the order of the document. */
export const resources = {
  node: resource('2.2', {
    id: Type.Integer(),
    uuid: uuid(),
    public: Type.Boolean(),
    name: Type.String(),
    description: nullable(Type.String()),
    location_id: Type.Integer(),
    fqdn: host(),
    scheme: Type.String(),
    ...booleans('behind_proxy', 'maintenance_mode'),
    ...integers('memory', 'memory_overallocate', 'disk', 'disk_overallocate', 'upload_size'),
    daemon_listen: port(),
    daemon_sftp: port(),
    daemon_base: Type.String(),
    ...dated,
    mounts: topOnly(Type.Array(Type.Unknown())),
    servers_count: nestedOnly(Type.Integer()),
    allocated_resources: Type.Object(integers('memory', 'disk')),
  })({
    identity: ['id', 'uuid'],
    constant: ['id', 'uuid', 'public', 'created_at'],
    names: ['name', 'uuid', 'fqdn'],
    refers: { location_id: 'location' },
    relationships: { location: one('location') },
  }),
  location: resource('2.3', {
    id: Type.Integer(),
    ...strings('short', 'long'),
    ...integers('nodes_count', 'servers_count'),
    ...dated,
  })({
    identity: ['id'],
    constant: ['id', 'created_at'],
    names: ['short', 'long'],
    relationships: { nodes: many('node') },
  }),
  tag: resource('2.4', {
    id: Type.Integer(),
    ...strings('name', 'slug'),
    color: nullable(hexColour()),
    is_predefined: Type.Boolean(),
    legacy_nest_id: nullable(Type.Integer()),
    ...integers('eggs_count', 'nodes_count'),
    ...dated,
  })({ identity: ['id'], constant: ['id', 'created_at'], names: ['slug', 'name'], meta: 'always' }),
  egg: resource('2.5', {
    id: Type.Integer(),
    uuid: uuid(),
    ...strings('author', 'name'),
    description: nullable(Type.String()),
    features: nullable(Type.Array(Type.String())),
    docker_image: Type.String(),
    docker_images: stringMap(),
    force_outgoing_ip: Type.Boolean(),
    config: Type.Object({
      files: mapOf(Type.Object({ parser: Type.String(), find: stringMap() }), {
        says: 'an object mapping a file name to its parser and its replacements',
      }),
      startup: nullable(Type.Object({ done: Type.Array(Type.String()) })),
      stop: nullable(Type.String()),
      logs: nullable(Type.Object({ custom: Type.Boolean(), location: Type.String() })),
      file_denylist: nullable(Type.Array(Type.String())),
      extends: nullable(Type.Integer()),
    }),
    startup: nullable(Type.String()),
    script: Type.Object({
      privileged: Type.Boolean(),
      install: nullable(Type.String()),
      ...strings('entry', 'container'),
      extends: nullable(Type.Integer()),
    }),
    ...dated,
  })({
    identity: ['id', 'uuid'],
    // Which of its fields an import replaces is not shown. Section 4.9.
    constant: ['id'],
    names: ['name', 'uuid'],
    relationships: { variables: many('egg_variable'), tags: many('tag'), servers: many('server') },
    atTop: 'fully-related',
    lastInPanel: ['created_at', 'updated_at'],
  }),
  egg_variable: resource('2.6', { ...variableFields })({
    identity: ['id'],
    constant: ['id', 'egg_id'],
    names: ['env_variable', 'name'],
    refers: { egg_id: 'egg' },
  }),
  server_variable: resource('2.7', {
    ...variableFields,
    server_value: nullable(Type.String()),
    required: Type.Boolean(),
  })({
    // The variable of an egg, as one server has it.
    identity: [],
    constant: ['id', 'egg_id'],
    names: ['env_variable', 'name'],
    refers: { egg_id: 'egg' },
    lastInPanel: ['sort_order', 'server_value', 'required'],
  }),
  server: resource('2.8', {
    id: Type.Integer(),
    external_id: nullable(Type.String()),
    uuid: uuid(),
    ...strings('identifier', 'name'),
    ...optionalStrings('description', 'status'),
    suspended: Type.Boolean(),
    limits: Type.Object({
      ...integers('memory', 'swap', 'disk', 'io', 'cpu'),
      threads: nullable(Type.String()),
      oom_disabled: Type.Boolean(),
    }),
    feature_limits: Type.Object(optionalIntegers('databases', 'allocations', 'backups')),
    ...integers('user', 'node', 'allocation', 'egg'),
    container: Type.Object({
      ...strings('startup_command', 'image'),
      skip_scripts: Type.Boolean(),
      installed: Type.Integer(),
      environment: stringMap(),
    }),
    ...dated,
  })({
    identity: ['id', 'uuid', 'identifier'],
    constant: ['id', 'uuid', 'identifier', 'created_at'],
    names: ['name', 'uuid', 'external_id'],
    refers: { user: 'user', node: 'node', allocation: 'allocation', egg: 'egg' },
    relationships: {
      allocation: one('allocation', 'primary allocation'),
      allocations: many('allocation'),
      user: one('user', 'owner'),
      egg: one('egg'),
      variables: many('server_variable'),
      node: one('node'),
    },
    atTop: 'related',
    lastInPanel: ['updated_at', 'created_at'],
  }),
  allocation: resource('2.9', {
    id: Type.Integer(),
    ip: Type.String(),
    alias: nullable(Type.String()),
    port: Type.Integer(),
    notes: nullable(Type.String()),
    server_id: nullable(Type.Integer()),
    server_name: nullable(Type.String()),
    assigned: Type.Boolean(),
  })({
    identity: ['id'],
    // An allocation is a pair of IP and port. Section 1.
    constant: ['id', 'ip', 'port'],
    names: [],
    refers: { server_id: 'server' },
  }),
  user: resource('2.10', {
    id: Type.Integer(),
    external_id: nullable(Type.String()),
    uuid: uuid(),
    username: Type.String(),
    email: email(),
    ...strings('first_name', 'last_name', 'language'),
    ...booleans('root_admin', '2fa'),
    image: nestedOnly(url()),
    servers_count: nestedOnly(Type.Integer()),
    subuser_of_count: nestedOnly(Type.Integer()),
    ...dated,
  })({
    identity: ['id', 'uuid'],
    constant: ['id', 'uuid', 'created_at'],
    names: ['username', 'email', 'uuid'],
    // Whether these are the servers that the user owns or may use is not said.
    relationships: { servers: { ...many('server'), isLoose: true } },
    atTop: 'bare',
    meta: 'top',
  }),
  mount: resource('2.11', {
    id: Type.Integer(),
    ...strings('uuid', 'name'),
    description: nullable(Type.String()),
    ...strings('source', 'target'),
    ...booleans('read_only', 'user_mountable'),
    ...integers('eggs_count', 'nodes_count', 'servers_count'),
    mounted: topOnly(Type.Boolean()),
  })({
    identity: ['id', 'uuid'],
    constant: ['id', 'uuid'],
    names: ['name', 'uuid'],
    relationships: { eggs: many('egg'), nodes: many('node'), servers: many('server') },
    atTop: 'related',
  }),
  backup: resource('2.12', {
    uuid: Type.String(),
    ...booleans('is_successful', 'is_locked'),
    name: Type.String(),
    ignored_files: Type.Array(Type.String()),
    checksum: nullable(checksum(), { unfinished: true }),
    bytes: Type.Integer(),
    created_at: timestamp(),
    completed_at: nullable(timestamp(), { unfinished: true }),
  })({
    identity: ['uuid'],
    constant: ['uuid', 'created_at'],
    names: ['name', 'uuid'],
    pageMeta: { backup_count: Type.Integer() },
  }),
  database: resource('2.13', {
    server: Type.Object({ id: Type.Integer(), name: Type.String() }),
    ...strings('name', 'username', 'connections_from'),
    max_connections: nullable(Type.Integer()),
  })({ identity: [], constant: [], names: ['name'], refers: { 'server.id': 'server' } }),
} as const

/** A kind of resource that section 2 describes. Written out in the package, since its users do not have TypeBox. */
export type Kind = keyof typeof resources

export const kinds = Object.keys(resources) as Kind[]

/** Kinds that the document names without fields or not at all, as operations beyond it show them. Section 4.9. */
export const undescribed = {
  database_host: {
    fields: {
      id: Type.Integer(),
      ...strings('name', 'host'),
      port: port(),
      databases_count: Type.Integer(),
    },
    identity: ['id'],
    constant: ['id'],
    names: ['name', 'host'],
  },
  server_database: {
    fields: {
      id: Type.String(),
      host: Type.Object({ address: Type.String(), port: port() }),
      ...strings('name', 'username', 'connections_from'),
      max_connections: nullable(Type.Integer()),
      relationships: Type.Optional(
        Type.Object(
          {
            password: Type.Object({
              object: Type.Literal('database_password'),
              attributes: Type.Object(strings('password')),
            }),
          },
          { description: 'In the response of a creation, and in a list with `include=password`.' },
        ),
      ),
    },
    identity: ['id'],
    constant: ['id'],
    names: ['name'],
  },
  stats: {
    fields: {
      current_state: Type.String(),
      is_suspended: Type.Boolean(),
      resources: Type.Object({
        memory_bytes: Type.Integer(),
        cpu_absolute: Type.Number(),
        ...integers('disk_bytes', 'network_rx_bytes', 'network_tx_bytes', 'uptime'),
      }),
    },
    identity: [],
    constant: [],
    names: [],
  },
} as const satisfies Record<string, ResourceRow>

/** Any kind of resource. Written out in the package. */
export type AnyKind = Kind | keyof typeof undescribed

/** The row of a kind, as rows of all kinds are read. */
export const rowOf = (kind: AnyKind): ResourceRow => all[kind]

const all: Readonly<Record<AnyKind, ResourceRow>> = { ...resources, ...undescribed }

/** In the order of the document, then those that it does not describe. */
export const anyKinds = Object.keys(all) as AnyKind[]

/** The names of the fields that only one form of a kind has. */
export const fieldsOnlyIn = (form: Form, kind: Kind): readonly string[] =>
  Object.entries(rowOf(kind).fields).flatMap(([name, field]) =>
    'only' in field && field.only === form ? [name] : [],
  )

/**
 * The field that must agree with a relationship: of the resource for a single one, of each nested resource for a list.
 * Undefined if no field refers to the other resource.
 */
export function linkOf(kind: Kind, { kind: to, many, isLoose }: Relationship): string | undefined {
  const [from, other] = many ? [to, kind] : [kind, to]
  return isLoose
    ? undefined
    : Object.entries(rowOf(from).refers ?? {}).find(([, each]) => each === other)?.[0]
}

/** The section of the document that describes a kind. */
export const sectionOf = (kind: Kind): Section => resources[kind].section

/** A kind with its article, such as `an egg`. */
export const withArticle = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`
