/** The data of the server. Fields have the names of the API, except references such as `...Ids`, and `values`. */
export interface World {
  locations: Location[]
  nodes: Node[]
  tags: Tag[]
  eggs: Egg[]
  users: User[]
  servers: Server[]
  allocations: Allocation[]
  mounts: Mount[]
  backups: Backup[]
  databaseHosts: string[]
  databases: Database[]
}

interface Stamped {
  created_at: string
  updated_at: string
}

export interface Location extends Stamped {
  id: number
  short: string
  long: string
}

export interface Node extends Stamped {
  id: number
  uuid: string
  public: boolean
  name: string
  description: string | null
  location_id: number
  fqdn: string
  scheme: string
  behind_proxy: boolean
  maintenance_mode: boolean
  memory: number
  memory_overallocate: number
  disk: number
  disk_overallocate: number
  upload_size: number
  daemon_listen: number
  daemon_sftp: number
  daemon_base: string
  tagIds: number[]
}

export interface Tag extends Stamped {
  id: number
  name: string
  slug: string
  color: string | null
  is_predefined: boolean
  legacy_nest_id: number | null
}

export interface Variable extends Stamped {
  id: number
  egg_id: number
  name: string
  description: string | null
  env_variable: string
  default_value: string
  user_viewable: boolean
  user_editable: boolean
  rules: string
  sort_order: number
}

interface EggConfig {
  files: Record<string, { parser: string; find: Record<string, string> }>
  startup: { done: string[] }
  stop: string
  logs: { custom: boolean; location: string }
  file_denylist: string[]
  extends: number | null
}

interface EggScript {
  privileged: boolean
  install: string
  entry: string
  container: string
  extends: number | null
}

export interface Egg extends Stamped {
  id: number
  uuid: string
  author: string
  name: string
  description: string | null
  features: string[]
  docker_image: string
  docker_images: Record<string, string>
  force_outgoing_ip: boolean
  config: EggConfig
  startup: string
  script: EggScript
  variables: Variable[]
  tagIds: number[]
}

export interface User extends Stamped {
  id: number
  external_id: string | null
  uuid: string
  username: string
  email: string
  first_name: string
  last_name: string
  language: string
  root_admin: boolean
  '2fa': boolean
}

export interface Server extends Stamped {
  id: number
  external_id: string | null
  uuid: string
  identifier: string
  name: string
  description: string | null
  user: number
  node: number
  allocation: number
  egg: number
  memory: number
  disk: number
  startup: string
  image: string
  skipScripts: boolean
  /** Values that differ from the defaults of the egg, by names of variables. */
  values: Map<string, string>
}

export interface Allocation {
  id: number
  ip: string
  alias: string | null
  port: number
  notes: string | null
  server_id: number | null
}

export interface Mount {
  id: number
  uuid: string
  name: string
  description: string | null
  source: string
  target: string
  read_only: boolean
  user_mountable: boolean
  /** An empty list of eggs or nodes includes all of them. */
  eggIds: number[]
  nodeIds: number[]
  serverIds: number[]
}

export interface Backup {
  serverId: number
  uuid: string
  is_successful: boolean
  is_locked: boolean
  name: string
  ignored_files: string[]
  checksum: string | null
  bytes: number
  created_at: string
  completed_at: string | null
}

export interface Database {
  id: number
  host: string
  serverId: number
  name: string
  username: string
  connections_from: string
  max_connections: number | null
}
