import { envelopes } from './2.1-envelopes.ts'
import { pagination } from './2.1-pagination.ts'
import { tag } from './2.4-tag.ts'
import { fields } from './2-fields.ts'
import { updateNode } from './4.1-update-node.ts'
import { syncNodeTags } from './4.2-sync-node-tags.ts'
import { importEgg } from './4.3-import-egg.ts'
import { listServerMounts } from './4.4-list-server-mounts.ts'
import { updateServerStartup } from './4.5-update-server-startup.ts'
import { createUser } from './4.6-create-user.ts'
import { listServerBackups } from './4.7-list-server-backups.ts'
import { listHostDatabases } from './4.8-list-host-databases.ts'
import { authentication } from './5-authentication.ts'
import { refusedWrites } from './5-refused-writes.ts'
import type { Check } from './check.ts'

/**
 * Every check, in the order in which they run: first those that ask, then those
 * that look at everything that was answered.
 */
export const checks: readonly Check[] = [
  ...updateNode,
  ...syncNodeTags,
  ...importEgg,
  ...listServerMounts,
  ...updateServerStartup,
  ...createUser,
  ...listServerBackups,
  ...listHostDatabases,
  ...authentication,
  ...refusedWrites,
  ...envelopes,
  ...pagination,
  ...fields,
  ...tag,
]
