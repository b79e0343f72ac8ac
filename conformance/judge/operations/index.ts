import { type OperationId, readingIds, recordOf } from '../../../src/contract/index.ts'
import { createUser } from './create-user.ts'
import { importEgg } from './import-egg.ts'
import { type Plan, readPlan } from './plan.ts'
import { syncNodeTags } from './sync-node-tags.ts'
import { updateNode } from './update-node.ts'
import { updateServerStartup } from './update-server-startup.ts'

/**
 * How the kit requests each operation, in the order of the first requests: reads come first, and the startup update
 * is sent before the node update, because its response may show the node.
 */
export const plans: Readonly<Record<OperationId, Plan>> = {
  ...recordOf(readingIds, readPlan),
  updateServerStartup,
  updateNode,
  syncNodeTags,
  importEgg,
  createUser,
}
