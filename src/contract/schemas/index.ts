import type { TSchema } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { OperationIdWithBody } from '../operations.ts'
import { AllocationFields } from './allocation.ts'
import { BackupFields } from './backup.ts'
import { DatabaseFields } from './database.ts'
import { EggAttributes, NestedEggAttributes } from './egg.ts'
import { EggVariableFields } from './egg-variable.ts'
import { envelope, listOf, nestedId, pageOf } from './envelopes.ts'
import { LocationAttributes } from './location.ts'
import { MountAttributes } from './mount.ts'
import { NestedNodeAttributes, NodeAttributes } from './node.ts'
import { NestedServerAttributes, ServerAttributes } from './server.ts'
import { ServerVariableFields } from './server-variable.ts'
import { TagFields } from './tag.ts'
import { NestedUserAttributes, UserAttributes } from './user.ts'

const tag = () => envelope('tag', TagFields, { meta: 'required' })

/** The resources that can be nested under `relationships`, by kind. Section 2.1 item 3. */
export const nestedResources = {
  node: envelope('node', NestedNodeAttributes),
  location: envelope('location', LocationAttributes),
  tag: tag(),
  egg: envelope('egg', NestedEggAttributes),
  egg_variable: envelope('egg_variable', EggVariableFields),
  server_variable: envelope('server_variable', ServerVariableFields),
  server: envelope('server', NestedServerAttributes),
  allocation: envelope('allocation', AllocationFields),
  user: envelope('user', NestedUserAttributes),
} as const satisfies Record<string, TSchema>

/** Every schema that other schemas refer to, with its `$id`. */
export const definitions: readonly TSchema[] = Object.entries(nestedResources).map(([kind, schema]) => ({
  ...schema,
  $id: nestedId(kind),
}))

/** The success envelope of each operation. Sections 4.1 to 4.8. */
export const answers = {
  updateNode: envelope('node', NodeAttributes),
  syncNodeTags: listOf(tag()),
  importEgg: envelope('egg', EggAttributes),
  listServerMounts: listOf(envelope('mount', MountAttributes)),
  updateServerStartup: envelope('server', ServerAttributes),
  createUser: envelope('user', UserAttributes, { meta: 'required' }),
  listServerBackups: pageOf(envelope('backup', BackupFields), { backup_count: Type.Integer() }),
  listHostDatabases: pageOf(envelope('database', DatabaseFields)),
} as const satisfies Record<OperationIdWithBody, TSchema>
