import type { Endpoint } from '../endpoint.ts'
import { createBackup, deleteBackup, restoreBackup, toggleBackupLock } from './backups.ts'
import { createServerDatabase, deleteServerDatabase, listServerDatabases } from './databases.ts'
import { sendPowerSignal, showServerUsage } from './power.ts'
import { deleteServer, reinstallServer, suspendServer, unsuspendServer } from './servers.ts'
import { deleteUser, updateUser } from './users.ts'

/** The operations of the real panel beyond the document. Section 4.9. */
export const panelEndpoints: readonly Endpoint[] = [
  createBackup,
  toggleBackupLock,
  restoreBackup,
  deleteBackup,
  listServerDatabases,
  createServerDatabase,
  deleteServerDatabase,
  sendPowerSignal,
  showServerUsage,
  updateUser,
  deleteUser,
  suspendServer,
  unsuspendServer,
  reinstallServer,
  deleteServer,
]
