import { type Call, list, type Operation, one, operation, type ResponseShape, withIds } from './operations.ts'

const none = { envelope: 'none' } as const

/** A row of an operation beyond the document; its response has no body unless a shape is given. */
export const beyond = <const A extends ResponseShape = typeof none>(
  summary: string,
  call: Call,
  // The default is the type that `A` has if nothing is given.
  response = none as A,
  body?: Operation['body'],
) => operation('4.9', call, response, body, summary)

const server = '/api/client/servers/{server_uuid}'
const backup = `${server}/backups/{backup_uuid}` as const
const any = '/api/application/servers/{server}'
const user = '/api/application/users/{user}'

const table = {
  createBackup: beyond('Create backup', `POST ${server}/backups`, one('backup'), 'json'),
  toggleBackupLock: beyond('Lock or unlock backup', `POST ${backup}/lock`, one('backup')),
  restoreBackup: beyond('Restore backup', `POST ${backup}/restore`, none, 'json'),
  deleteBackup: beyond('Delete backup', `DELETE ${backup}`),
  listServerDatabases: beyond('List databases of server', `GET ${server}/databases`, list('server_database')),
  createServerDatabase: beyond('Create database', `POST ${server}/databases`, one('server_database'), 'json'),
  deleteServerDatabase: beyond('Delete database', `DELETE ${server}/databases/{database}`),
  sendPowerSignal: beyond('Start, stop, restart or kill server', `POST ${server}/power`, none, 'json'),
  showServerUsage: beyond('Show state and usage of server', `GET ${server}/resources`, one('stats')),
  updateUser: beyond('Update user', `PATCH ${user}`, one('user'), 'json'),
  deleteUser: beyond('Delete user', `DELETE ${user}`),
  suspendServer: beyond('Suspend server', `POST ${any}/suspend`),
  unsuspendServer: beyond('Unsuspend server', `POST ${any}/unsuspend`),
  reinstallServer: beyond('Reinstall server', `POST ${any}/reinstall`),
  deleteServer: beyond('Delete server', `DELETE ${any}`),
}

export type PanelOperationId = keyof typeof table

/** The shape of the response of each operation of the real panel. */
export type PanelShapes = { [I in PanelOperationId]: (typeof table)[I]['response'] }

/**
 * Operations of the real panel that the document does not have, most of them writes. The mock serves them where the gap
 * `operations.beyond` is `panel`; the kit does not check them. Section 4.9.
 */
export const panelOperations: Readonly<Record<PanelOperationId, Operation>> = withIds(table)
