import * as Type from '@sinclair/typebox'
import { timeOf } from '../../contract/moment.ts'
import { onceFor } from '../../contract/once.ts'
import { panelOperations } from '../../contract/panel-operations.ts'
import { stringOrNull } from '../../contract/schemas/data.ts'
import { ApiError } from '../../http/errors.ts'
import { resourceOf } from '../../resources/resource.ts'
import type { BackupRow, ServerRow } from '../../store/rows.ts'
import type { World } from '../../store/world.ts'
import { unsliced } from '../../util/unsliced.ts'
import { endpoint } from '../endpoint.ts'
import { refuseAtLimit } from './servers.ts'

/** How many backups of a server can be created within a window, in seconds. */
const creations = { most: 2, window: 600 } as const

const newBackup = Type.Object({
  name: Type.Optional(stringOrNull({ maxLength: 191 })),
  is_locked: Type.Optional(Type.Boolean()),
  ignored: Type.Optional(stringOrNull()),
})

const createBackup = endpoint(panelOperations.createBackup, {
  bodySchema: () => newBackup,
  handle({ world, view, now, body }, server: ServerRow) {
    refuseMore(world, server, now)
    const backup = world.tables.backups.insert({
      server_id: server.id,
      uuid: world.uuid('backups'),
      is_successful: false,
      is_locked: body.is_locked ?? false,
      name: body.name || `Backup at ${now.slice(0, 19).replace('T', ' ')}`,
      ignored_files: unsliced((body.ignored ?? '').split(/\r?\n/).filter((pattern) => pattern !== '')),
      checksum: null,
      bytes: 0,
      created_at: now,
      completed_at: null,
    })
    return resourceOf('backup', 'shown')(view, backup, 0)
  },
})

/** Whether a backup counts against the limit of its server: it succeeded, or is in progress. */
const counts = ({ is_successful, completed_at }: BackupRow): boolean => is_successful || completed_at === null

/** The part of a backup by which the limit of new ones counts it. */
type Created = Pick<BackupRow, 'id' | 'created_at'>

/** Deleted backups by server, which the limit of new ones counts too. They are in memory, since no row is left. */
const deletedIn = onceFor((_: World) => new Map<number, readonly Created[]>())

/** Seconds since the creation of a backup. */
const ageOf = ({ created_at }: Created, now: string): number => (timeOf(now) - timeOf(created_at)) / 1000

function isRecent(backup: Created, now: string): boolean {
  const age = ageOf(backup, now)
  // A world can have a day in the future, and a clock can be set back.
  return age >= 0 && age < creations.window
}

/** @throws ApiError where the server has as many backups as it may have, or too many recent ones */
function refuseMore(world: World, server: ServerRow, now: string): void {
  const counted = world.tables.backups.of('server', server.id).filter(counts)
  const deleted = deletedIn(world).get(server.id) ?? []
  // A backup whose deletion was undone is in both.
  const created = [...new Map([...deleted, ...counted].map((backup) => [backup.id, backup])).values()]
  const recent = created.filter((backup) => isRecent(backup, now)).map((backup) => ageOf(backup, now))
  // Once this one has left the window, another one can be created.
  const age = recent.toSorted((one, other) => one - other)[creations.most - 1]
  if (age !== undefined) {
    const wait = Math.ceil(creations.window - age)
    throw new ApiError(
      'tooMany',
      `Only ${creations.most} backups of a server can be created within ${creations.window} seconds; try again in ${wait}.`,
      { headers: { 'Retry-After': String(wait) } },
    )
  }
  refuseAtLimit(server, 'backup', counted.length, server.feature_limits.backups)
}

const toggleBackupLock = endpoint(panelOperations.toggleBackupLock, {
  handle({ world, view }, _: ServerRow, backup: BackupRow) {
    const changed = world.tables.backups.replace({ ...backup, is_locked: !backup.is_locked })
    return resourceOf('backup', 'shown')(view, changed, 0)
  },
})

const restoreBackup = endpoint(panelOperations.restoreBackup, {
  bodySchema: () => Type.Object({ truncate: Type.Boolean() }),
  handle({ world, now }, server: ServerRow, backup: BackupRow) {
    if (server.status !== 'normal') {
      const state = server.status.replaceAll('_', ' ')
      throw new ApiError('notPossible', `No backup can be restored while the server is ${state}.`)
    }
    if (backup.completed_at === null)
      throw new ApiError('notPossible', 'A backup in progress cannot be restored; wait until it is done.')
    world.tables.servers.replace({ ...server, status: 'restoring_backup', updated_at: now })
    return undefined
  },
})

const deleteBackup = endpoint(panelOperations.deleteBackup, {
  handle({ world, now }, { id }: ServerRow, backup: BackupRow) {
    if (backup.is_locked && backup.is_successful)
      throw new ApiError('notPossible', 'A locked backup cannot be deleted; unlock it first.')
    world.tables.backups.remove(backup.id)
    const deleted = deletedIn(world)
    if (counts(backup))
      deleted.set(
        id,
        [...(deleted.get(id) ?? []), { id: backup.id, created_at: backup.created_at }].filter((each) =>
          isRecent(each, now),
        ),
      )
    return undefined
  },
})

export const backupEndpoints = [createBackup, toggleBackupLock, restoreBackup, deleteBackup]
