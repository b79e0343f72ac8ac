import { operations } from '../contract/operations.ts'
import { numberAt, type ReadGap } from '../gaps/gap-settings.ts'
import { ApiError } from '../http/errors.ts'
import { backupResource } from '../resources/backup.ts'
import type { View } from '../resources/view.ts'
import type { ServerRow } from '../store/rows.ts'
import { endpoint } from './endpoint.ts'
import { refuseForeign, serverByUuid } from './lookup.ts'
import { type PageLimits, paginate } from './pagination.ts'

/** Section 8 */
const pages = (gap: ReadGap): PageLimits => ({
  standard: numberAt(gap, 'page.default-backups'),
  maximum: 50,
  over: (gap, asked) => {
    const choice = gap('page.over-maximum')
    return choice === 'clamp' || (choice === 'clamp-to-100' && asked <= 100) ? 'clamp' : 'refuse'
  },
})

/** Section 4.7 */
export const listServerBackups = endpoint(operations.listServerBackups, {
  pages,
  subject: (view, { server_uuid }) => serverByUuid(view, server_uuid),
  handle(call, server) {
    const { view, url } = call
    const { backups } = view.tables
    refuseForeign(call, server)
    refuseUnavailable(view, server)
    const ids = backups.idsOf('server', server.id)
    const failed = view.gap('backups.count') === 'not-failed' ? backups.count('failed', server.id) : 0
    return paginate(view, url, pages(view.gap), {
      table: backups,
      ids,
      make: backupResource,
      meta: { backup_count: ids.length - failed },
    })
  },
})

/** Whether a server's status makes its lists unavailable is a gap. Section 3. */
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
