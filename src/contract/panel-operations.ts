import { type Family, families, type Operation, type ResponseShape, withIds } from './operations.ts'
import type { AnyKind } from './resources.ts'

type Row<A extends ResponseShape> = Omit<Operation, 'id' | 'answer'> & { readonly answer: A }

const operation =
  (method: Operation['method'], family: Family, body: Operation['body']) =>
  <const A extends ResponseShape = { envelope: 'none' }>(
    below: `/${string}`,
    summary: string,
    // The default is the type that `A` has if no response is given.
    answer = { envelope: 'none' } as A,
  ): Row<A> => ({
    section: '4.9',
    method,
    path: `${families[family]}${below}`,
    family,
    body,
    answer,
    summary,
  })

const read = operation('GET', 'client', 'none')
const write = operation('POST', 'client', 'json')
const act = operation('POST', 'client', 'none')
const remove = operation('DELETE', 'client', 'none')
const administer = operation('POST', 'application', 'none')
const dismiss = operation('DELETE', 'application', 'none')

const one = <K extends AnyKind>(kind: K) => ({ envelope: 'single', kind }) as const
const server = '/servers/{server_uuid}'
const backup = `${server}/backups/{backup_uuid}` as const

const table = {
  createBackup: write(`${server}/backups`, 'Create backup', one('backup')),
  toggleBackupLock: act(`${backup}/lock`, 'Lock or unlock backup', one('backup')),
  restoreBackup: write(`${backup}/restore`, 'Restore backup'),
  deleteBackup: remove(backup, 'Delete backup'),
  listServerDatabases: read(`${server}/databases`, 'List databases of server', {
    envelope: 'list',
    kind: 'server_database',
  }),
  createServerDatabase: write(`${server}/databases`, 'Create database', one('server_database')),
  deleteServerDatabase: remove(`${server}/databases/{database}`, 'Delete database'),
  sendPowerSignal: write(`${server}/power`, 'Start, stop, restart or kill server'),
  showServerUsage: read(`${server}/resources`, 'Show state and usage of server', one('stats')),
  updateUser: operation('PATCH', 'application', 'json')('/users/{user}', 'Update user', one('user')),
  deleteUser: dismiss('/users/{user}', 'Delete user'),
  suspendServer: administer('/servers/{server}/suspend', 'Suspend server'),
  unsuspendServer: administer('/servers/{server}/unsuspend', 'Unsuspend server'),
  reinstallServer: administer('/servers/{server}/reinstall', 'Reinstall server'),
  deleteServer: dismiss('/servers/{server}', 'Delete server'),
}

export type PanelOperationId = keyof typeof table

/** The shape of the response of each operation of the real panel. */
export type PanelShapes = { [I in PanelOperationId]: (typeof table)[I]['answer'] }

/**
 * Operations of the real panel that the document does not have, most of them writes. The mock serves them where the gap
 * `operations.beyond` is `panel`; the kit does not check them. Section 4.9.
 */
export const panelOperations: Readonly<Record<PanelOperationId, Operation>> = withIds(table)
