import type { AllocationFields } from './schemas/allocation.ts'
import type { BackupFields } from './schemas/backup.ts'
import type { DatabaseHostFields } from './schemas/companions.ts'
import type { DatabaseFields } from './schemas/database.ts'
import type { EggFields } from './schemas/egg.ts'
import type { EggVariableFields } from './schemas/egg-variable.ts'
import type { Pagination } from './schemas/envelopes.ts'
import type { LocationFields } from './schemas/location.ts'
import type { MountFields } from './schemas/mount.ts'
import type { NodeFields } from './schemas/node.ts'
import type { ServerFields } from './schemas/server.ts'
import type { ServerVariableFields } from './schemas/server-variable.ts'
import type { TagFields } from './schemas/tag.ts'
import type { UserFields } from './schemas/user.ts'

/**
 * The types of the response bodies for client code. A field whose meaning is optional can be null or absent, because
 * section 2 leaves that open. The mock sends all of these fields, unless its gap `nulls` says otherwise.
 */

/** A single resource in its envelope. Section 2.1 item 1. */
export interface Resource<Kind extends string, Attributes> {
  object: Kind
  attributes: Attributes
  /** Present in admin-style resources. */
  meta?: { resource?: string }
}

/** A list of resources. Section 2.1 item 2. */
export interface List<Item> {
  object: 'list'
  data: Item[]
}

/** A paginated list. Section 2.1 item 5. */
export interface Page<Item> extends List<Item> {
  meta: { pagination: Pagination }
}

/** A nested resource or list, complete or cut off. Section 2.1 item 3. */
export type Nested<Whole> = Whole | Record<string, never> | []

/** Section 2.2. */
export interface Node extends NodeFields {
  mounts?: unknown[]
  relationships?: { location?: Nested<LocationResource> }
}

/** Section 2.3. */
export interface Location extends LocationFields {
  relationships?: { nodes?: Nested<List<NodeResource>> }
}

/** Section 2.4. */
export interface Tag extends TagFields {}

/** Section 2.5. */
export interface Egg extends EggFields {
  relationships?: {
    variables?: Nested<List<EggVariableResource>>
    tags?: Nested<List<TagResource>>
    servers?: Nested<List<ServerResource>>
  }
}

/** Section 2.6. */
export interface EggVariable extends EggVariableFields {}

/** Section 2.7. */
export interface ServerVariable extends ServerVariableFields {}

/** Section 2.8. */
export interface Server extends ServerFields {
  relationships?: {
    allocation?: Nested<AllocationResource>
    allocations?: Nested<List<AllocationResource>>
    user?: Nested<UserResource>
    egg?: Nested<EggResource>
    variables?: Nested<List<ServerVariableResource>>
    node?: Nested<NodeResource>
  }
}

/** Section 2.9. */
export interface Allocation extends AllocationFields {}

/** Section 2.10. */
export interface User extends UserFields {
  image?: string
  servers_count?: number
  subuser_of_count?: number
  relationships?: { servers?: Nested<List<ServerResource>> }
}

/** Section 2.11. */
export interface Mount extends MountFields {
  relationships?: {
    eggs?: Nested<List<EggResource>>
    nodes?: Nested<List<NodeResource>>
    servers?: Nested<List<ServerResource>>
  }
}

/** Section 2.12. */
export interface Backup extends BackupFields {}

/** Section 2.13. */
export interface Database extends DatabaseFields {}

/** A database host, which only companions show; the document gives it no fields. Section 4.9. */
export interface DatabaseHost extends DatabaseHostFields {}

export type NodeResource = Resource<'node', Node>
export type LocationResource = Resource<'location', Location>
export type TagResource = Resource<'tag', Tag>
export type EggResource = Resource<'egg', Egg>
export type EggVariableResource = Resource<'egg_variable', EggVariable>
export type ServerVariableResource = Resource<'server_variable', ServerVariable>
export type ServerResource = Resource<'server', Server>
export type AllocationResource = Resource<'allocation', Allocation>
export type UserResource = Resource<'user', User>
export type MountResource = Resource<'mount', Mount>
export type BackupResource = Resource<'backup', Backup>
export type DatabaseResource = Resource<'database', Database>
export type DatabaseHostResource = Resource<'database_host', DatabaseHost>

/** The success response of each companion, by its id. Section 4.9. */
export interface CompanionAnswers {
  listNodes: Page<NodeResource>
  showNode: NodeResource
  listNodeAllocations: Page<AllocationResource>
  listUsers: Page<UserResource>
  showUser: UserResource
  listServers: Page<ServerResource>
  showServer: ServerResource
  listLocations: Page<LocationResource>
  showLocation: LocationResource
  listEggs: Page<EggResource>
  showEgg: EggResource
  listTags: Page<TagResource>
  showTag: TagResource
  listDatabaseHosts: Page<DatabaseHostResource>
  showDatabaseHost: DatabaseHostResource
  listMounts: Page<MountResource>
  showMount: MountResource
  listOwnServers: Page<ServerResource>
  showOwnServer: ServerResource
  showBackup: BackupResource
  showAccount: UserResource
}

/** The success response of each operation, by its id. Sections 4.1 to 4.8. */
export interface Answers {
  updateNode: NodeResource
  syncNodeTags: List<TagResource>
  importEgg: EggResource
  listServerMounts: List<MountResource>
  updateServerStartup: ServerResource
  createUser: UserResource
  listServerBackups: Page<BackupResource> & { meta: { backup_count: number } }
  listHostDatabases: Page<DatabaseResource>
}
