import { operations } from '../contract/operations.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { ApiError } from '../errors.ts'
import { numberAt, paginate } from '../paginate.ts'
import { backupResource } from '../resources/backup.ts'
import type { View } from '../resources/view.ts'
import type { ServerRow } from '../store/rows.ts'
import { serverByUuid } from './lookup.ts'

const maximum = 50

/** Section 4.7 */
export const listServerBackups = endpoint(operations.listServerBackups, {
  handle(call) {
    const { view, params, url } = call
    const { backups } = view.tables
    const server = serverByUuid(view, params['server_uuid'] ?? '')
    refuseStranger(call, server)
    refuseUnavailable(view, server)
    const ids = backups.idsOf('server', server.id)
    const failed = view.gap('backups.count') === 'not-failed' ? backups.count('failed', server.id) : 0
    return paginate(
      view,
      url,
      {
        standard: numberAt(view.gap, 'page.default-backups'),
        maximum,
        over: (gap, asked) => {
          const choice = gap('page.over-maximum')
          return choice === 'clamp' || (choice === 'clamp-to-100' && asked <= 100) ? 'clamp' : 'refuse'
        },
      },
      { table: backups, ids, make: backupResource, meta: { backup_count: ids.length - failed } },
    )
  },
})

/** Whose servers the client family shows, beyond one's own, is a gap. Section 5. */
function refuseStranger({ user, view: { gap } }: Call, server: ServerRow): void {
  if (server.user_id === user.id) return
  if (user.root_admin && gap('access.root-anywhere') === 'serve') return
  if (server.subuser_ids.includes(user.id) && gap('access.subusers') === 'serve') return
  throw new ApiError('foreignServer', `There is no server "${server.uuid}" among those of ${user.username}.`)
}

/** Whether states shut a server's lists is a gap. Section 3. */
function refuseUnavailable({ tables, gap }: View, server: ServerRow): void {
  const reason =
    server.status !== 'normal' && server.status !== 'reinstall_failed'
      ? `is ${server.status.replaceAll('_', ' ')}`
      : tables.nodes.must(server.node_id).maintenance_mode
        ? 'is on a node in maintenance'
        : undefined
  if (reason !== undefined && gap('server.unavailable') === 'conflict') {
    throw new ApiError('conflict', `The server "${server.name}" ${reason}.`)
  }
}
