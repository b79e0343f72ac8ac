import { createUser } from './create-user.ts'
import type { Endpoint } from './endpoint.ts'
import { importEgg } from './import-egg.ts'
import { listHostDatabases } from './list-host-databases.ts'
import { listServerBackups } from './list-server-backups.ts'
import { listServerMounts } from './list-server-mounts.ts'
import { syncNodeTags } from './sync-node-tags.ts'
import { updateNode } from './update-node.ts'
import { updateServerStartup } from './update-server-startup.ts'

/** The operations of the document, in its order. Section 4. */
export const endpoints: readonly Endpoint[] = [
  updateNode,
  syncNodeTags,
  importEgg,
  listServerMounts,
  updateServerStartup,
  createUser,
  listServerBackups,
  listHostDatabases,
]
