import type { Endpoint } from '../endpoint.ts'
import { backupEndpoints } from './backups.ts'
import { databaseEndpoints } from './databases.ts'
import { powerEndpoints, serverEndpoints } from './servers.ts'
import { userEndpoints } from './users.ts'

/** The operations of the real panel beyond the document. Section 4.9. */
export const panelEndpoints: readonly Endpoint[] = [
  ...backupEndpoints,
  ...databaseEndpoints,
  ...powerEndpoints,
  ...userEndpoints,
  ...serverEndpoints,
]
