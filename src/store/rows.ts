import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { checksum, email, hexColour, host, port, timestamp, uuid } from '../contract/schemas/primitives.ts'
import type { TableName } from './tables.ts'

/**
 * The stored data of each resource: plain JSON with the names of the API, never
 * changed in place. The schemas check the rows of a data file; modules that need
 * only the types use `import type`.
 */
export interface Row {
  readonly id: number
}

type Immutable<T> = T extends readonly (infer I)[]
  ? readonly Immutable<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T

const id = () => Type.Integer({ minimum: 1, says: 'an id' })
const ids = () => Type.Array(id())
const texts = () => Type.Array(Type.String())
const textMap = () => Type.Record(Type.String(), Type.String())
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const dated = { created_at: timestamp(), updated_at: timestamp() }

export const LocationRow = Type.Object({ id: id(), short: Type.String(), long: Type.String(), ...dated })
export type LocationRow = Immutable<Static<typeof LocationRow>>

export const TagRow = Type.Object({
  id: id(),
  name: Type.String(),
  slug: Type.String(),
  color: orNull(hexColour()),
  is_predefined: Type.Boolean(),
  legacy_nest_id: orNull(Type.Integer()),
  ...dated,
})
export type TagRow = Immutable<Static<typeof TagRow>>

export const NodeRow = Type.Object({
  id: id(),
  uuid: uuid(),
  public: Type.Boolean(),
  name: Type.String(),
  description: orNull(Type.String()),
  location_id: id(),
  fqdn: host(),
  scheme: Type.String(),
  behind_proxy: Type.Boolean(),
  maintenance_mode: Type.Boolean(),
  memory: Type.Integer(),
  memory_overallocate: Type.Integer(),
  disk: Type.Integer(),
  disk_overallocate: Type.Integer(),
  upload_size: Type.Integer(),
  daemon_listen: port(),
  daemon_sftp: port(),
  daemon_base: Type.String(),
  tag_ids: ids(),
  ...dated,
})
export type NodeRow = Immutable<Static<typeof NodeRow>>

export const EggRow = Type.Object({
  id: id(),
  uuid: uuid(),
  author: Type.String(),
  name: Type.String(),
  description: orNull(Type.String()),
  features: texts(),
  docker_images: textMap(),
  force_outgoing_ip: Type.Boolean(),
  config: Type.Object({
    files: Type.Record(Type.String(), Type.Object({ parser: Type.String(), find: textMap() })),
    startup: Type.Object({ done: texts() }),
    stop: Type.String(),
    logs: Type.Object({ custom: Type.Boolean(), location: Type.String() }),
    file_denylist: texts(),
    extends: orNull(Type.Integer()),
  }),
  startup: Type.String(),
  script: Type.Object({
    privileged: Type.Boolean(),
    install: Type.String(),
    entry: Type.String(),
    container: Type.String(),
    extends: orNull(Type.Integer()),
  }),
  tag_ids: ids(),
  ...dated,
})
export type EggRow = Immutable<Static<typeof EggRow>>

export const EggVariableRow = Type.Object({
  id: id(),
  egg_id: id(),
  name: Type.String(),
  description: orNull(Type.String()),
  env_variable: Type.String(),
  default_value: Type.String(),
  user_viewable: Type.Boolean(),
  user_editable: Type.Boolean(),
  rules: Type.String(),
  sort_order: orNull(Type.Integer()),
  ...dated,
})
export type EggVariableRow = Immutable<Static<typeof EggVariableRow>>

export const UserRow = Type.Object({
  id: id(),
  external_id: orNull(Type.String()),
  uuid: uuid(),
  username: Type.String(),
  email: email(),
  first_name: Type.String(),
  last_name: Type.String(),
  language: Type.String(),
  root_admin: Type.Boolean(),
  '2fa': Type.Boolean(),
  ...dated,
})
export type UserRow = Immutable<Static<typeof UserRow>>

/** The states of a server; their names in responses are a gap. */
const ServerStatus = Type.Union(
  (
    ['normal', 'installing', 'install_failed', 'reinstall_failed', 'suspended', 'restoring_backup'] as const
  ).map((word) => Type.Literal(word)),
)
export type ServerStatus = Static<typeof ServerStatus>

export const ServerRow = Type.Object({
  id: id(),
  external_id: orNull(Type.String()),
  uuid: uuid(),
  name: Type.String(),
  description: orNull(Type.String()),
  status: ServerStatus,
  limits: Type.Object({
    memory: Type.Integer(),
    swap: Type.Integer(),
    disk: Type.Integer(),
    io: Type.Integer(),
    cpu: Type.Integer(),
    threads: orNull(Type.String()),
    oom_disabled: Type.Boolean(),
  }),
  feature_limits: Type.Object({
    databases: orNull(Type.Integer()),
    allocations: orNull(Type.Integer()),
    backups: Type.Integer(),
  }),
  user_id: id(),
  node_id: id(),
  allocation_id: id(),
  egg_id: id(),
  startup: Type.String(),
  image: Type.String(),
  skip_scripts: Type.Boolean(),
  /** The server's own values by `env_variable`; other variables have the default of the egg. */
  environment: textMap(),
  subuser_ids: ids(),
  ...dated,
})
export type ServerRow = Immutable<Static<typeof ServerRow>>

export const AllocationRow = Type.Object({
  id: id(),
  node_id: id(),
  server_id: orNull(id()),
  ip: Type.String(),
  alias: orNull(Type.String()),
  port: port(),
  notes: orNull(Type.String()),
})
export type AllocationRow = Immutable<Static<typeof AllocationRow>>

export const MountRow = Type.Object({
  id: id(),
  uuid: Type.String(),
  name: Type.String(),
  description: orNull(Type.String()),
  source: Type.String(),
  target: Type.String(),
  read_only: Type.Boolean(),
  user_mountable: Type.Boolean(),
  egg_ids: ids(),
  node_ids: ids(),
  server_ids: ids(),
})
export type MountRow = Immutable<Static<typeof MountRow>>

export const BackupRow = Type.Object({
  id: id(),
  server_id: id(),
  uuid: Type.String(),
  is_successful: Type.Boolean(),
  is_locked: Type.Boolean(),
  name: Type.String(),
  ignored_files: texts(),
  checksum: orNull(checksum()),
  bytes: Type.Integer({ minimum: 0 }),
  created_at: timestamp(),
  completed_at: orNull(timestamp()),
})
export type BackupRow = Immutable<Static<typeof BackupRow>>

export const DatabaseHostRow = Type.Object({
  id: id(),
  name: Type.String(),
  host: Type.String(),
  port: port(),
})
export type DatabaseHostRow = Immutable<Static<typeof DatabaseHostRow>>

export const DatabaseRow = Type.Object({
  id: id(),
  host_id: id(),
  server_id: id(),
  name: Type.String(),
  username: Type.String(),
  connections_from: Type.String(),
  max_connections: orNull(Type.Integer()),
})
export type DatabaseRow = Immutable<Static<typeof DatabaseRow>>

/** The schema of the rows of each table. */
export const rowSchemas = {
  locations: LocationRow,
  tags: TagRow,
  nodes: NodeRow,
  eggs: EggRow,
  variables: EggVariableRow,
  users: UserRow,
  servers: ServerRow,
  allocations: AllocationRow,
  mounts: MountRow,
  backups: BackupRow,
  hosts: DatabaseHostRow,
  databases: DatabaseRow,
} as const satisfies Record<TableName, TSchema>
