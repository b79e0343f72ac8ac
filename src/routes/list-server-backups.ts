import { operations } from '../contract/operations.ts'
import { numberAt, type ReadGap } from '../gaps/gap-settings.ts'
import { resourceOf } from '../resources/resource.ts'
import { endpoint } from './endpoint.ts'
import { refuseForeign, refuseUnavailable, serverByUuid } from './lookup.ts'
import { type PageLimits, paginate } from './pagination.ts'

/** The sizes of a page of backups. Section 8. */
const pages = (gap: ReadGap): PageLimits => ({
  standard: numberAt(gap, 'page.default-backups'),
  maximum: 50,
  over: (gap, asked) => {
    const choice = gap('page.over-maximum')
    return choice === 'clamp' || (choice === 'clamp-to-100' && asked <= 100) ? 'clamp' : 'refuse'
  },
})

/** Lists the backups of a server, in pages. Section 4.7. */
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
      make: resourceOf('backup', 'top'),
      meta: { backup_count: ids.length - failed },
    })
  },
})
