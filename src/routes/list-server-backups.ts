import { operations } from '../contract/operations.ts'
import { numberAt } from '../gaps/gap-settings.ts'
import { listing } from './listing.ts'

const { maximum } = operations.listServerBackups.response

/** The largest page size that can be asked for, by the gap `page.over-maximum`. */
const accepted = { clamp: Number.POSITIVE_INFINITY, refuse: maximum, 'clamp-to-100': 100 } as const

/** Lists the backups of a server, in pages. Section 4.7. */
export const listServerBackups = listing(operations.listServerBackups, {
  /** The sizes of a page. Section 8. */
  pages: (gap) => ({
    standard: numberAt(gap, 'page.default-backups'),
    maximum,
    accepted: (gap) => accepted[gap('page.over-maximum')],
  }),
  meta({ view: { tables, gap } }, ids, server) {
    const failed = gap('backups.count') === 'not-failed' ? tables.backups.count('failed', server.id) : 0
    return { backup_count: ids.length - failed }
  },
})
