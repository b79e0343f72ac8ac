import type { OperationId } from '../../../src/contract/index.ts'
import { createUser } from './create-user.ts'
import { importEgg } from './import-egg.ts'
import { listHostDatabases } from './list-host-databases.ts'
import { listServerBackups } from './list-server-backups.ts'
import { listServerMounts } from './list-server-mounts.ts'
import type { Plan } from './plan.ts'
import { syncNodeTags } from './sync-node-tags.ts'
import { updateNode } from './update-node.ts'
import { updateServerStartup } from './update-server-startup.ts'

/**
 * How the kit requests each operation, in the order in which it first does: what reads comes first, and
 * the startup update before the node update, since its answer may show the node.
 */
export const plans: Readonly<Record<OperationId, Plan>> = {
  listServerMounts,
  listServerBackups,
  listHostDatabases,
  updateServerStartup,
  updateNode,
  syncNodeTags,
  importEgg,
  createUser,
}
