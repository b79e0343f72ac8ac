import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { timeOf } from '../../contract/moment.ts'
import { panelOperations } from '../../contract/panel-operations.ts'
import { ApiError } from '../../http/errors.ts'
import { resourceOf } from '../../resources/resource.ts'
import type { BackupRow, ServerRow } from '../../store/rows.ts'
import type { World } from '../../store/world.ts'
import { endpoint, jsonEndpoint } from '../endpoint.ts'
import { backupOf } from '../lookup.ts'
import { onOwnServer, refuseAtLimit } from './own-server.ts'

/** How many backups of a server can be created within a window, in seconds. */
const creations = { most: 2, window: 600 } as const

const textOrNull = (maxLength?: number) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], ...(maxLength !== undefined && { maxLength }) }),
  )

const newBackup = Type.Object({
  name: textOrNull(191),
  is_locked: Type.Optional(Type.Boolean()),
  ignored: textOrNull(),
})

const createBackup = jsonEndpoint(panelOperations.createBackup, {
  body: () => newBackup,
  ...onOwnServer<Static<typeof newBackup>>(({ world, view, now, body }, server) => {
    refuseMore(world, server, now)
    const backup = world.tables.backups.insert({
      server_id: server.id,
      uuid: world.uuid('backups'),
      is_successful: false,
      is_locked: body.is_locked ?? false,
      name: body.name || `Backup at ${now.slice(0, 19).replace('T', ' ')}`,
      ignored_files: (body.ignored ?? '').split(/\r?\n/).filter((pattern) => pattern !== ''),
      checksum: null,
      bytes: 0,
      created_at: now,
      completed_at: null,
    })
    return resourceOf('backup', 'shown')(view, backup, 0)
  }),
})

/** Whether a backup counts against the limit of its server: it succeeded, or is in progress. */
const counts = ({ is_successful, completed_at }: BackupRow): boolean => is_successful || completed_at === null

/** @throws ApiError where the server has as many backups as it may have, or too many recent ones */
function refuseMore({ tables: { backups } }: World, server: ServerRow, now: string): void {
  const all = backups.of('server', server.id)
  const ages = all.map(({ created_at }) => (timeOf(now) - timeOf(created_at)) / 1000)
  const recent = ages.filter((age) => age < creations.window)
  if (recent.length >= creations.most) {
    const wait = Math.ceil(creations.window - Math.max(...recent))
    throw new ApiError(
      'tooMany',
      `Only ${creations.most} backups of a server can be created within ${creations.window} seconds; try again in ${wait}.`,
      { headers: { 'Retry-After': String(wait) } },
    )
  }
  refuseAtLimit(server, 'backup', all.filter(counts).length, server.feature_limits.backups)
}

const toggleBackupLock = endpoint(
  panelOperations.toggleBackupLock,
  onOwnServer((call, server) => {
    const backup = backupOf(call, server)
    const changed = call.world.tables.backups.replace({ ...backup, is_locked: !backup.is_locked })
    return resourceOf('backup', 'shown')(call.view, changed, 0)
  }),
)

const restoreBackup = jsonEndpoint(panelOperations.restoreBackup, {
  body: () => Type.Object({ truncate: Type.Boolean() }),
  ...onOwnServer<{ truncate: boolean }>((call, server) => {
    const backup = backupOf(call, server)
    if (server.status !== 'normal') {
      const state = server.status.replaceAll('_', ' ')
      throw new ApiError('notPossible', `No backup can be restored while the server is ${state}.`)
    }
    if (backup.completed_at === null)
      throw new ApiError('notPossible', 'A backup in progress cannot be restored; wait until it is done.')
    call.world.tables.servers.replace({ ...server, status: 'restoring_backup', updated_at: call.now })
    return undefined
  }),
})

const deleteBackup = endpoint(
  panelOperations.deleteBackup,
  onOwnServer((call, server) => {
    const { id, is_locked, is_successful } = backupOf(call, server)
    if (is_locked && is_successful)
      throw new ApiError('notPossible', 'A locked backup cannot be deleted; unlock it first.')
    call.world.tables.backups.remove(id)
    return undefined
  }),
)

export const backupEndpoints = [createBackup, toggleBackupLock, restoreBackup, deleteBackup]
