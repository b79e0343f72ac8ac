import { operations } from '../contract/operations.ts'
import { numberAt } from '../gaps/gap-settings.ts'
import { listing } from './listing.ts'

/** Lists the backups of a server, in pages. Section 4.7. */
export const listServerBackups = listing(operations.listServerBackups, {
  /** The sizes of a page. Section 8. */
  pages: (gap) => ({
    standard: numberAt(gap, 'page.default-backups'),
    maximum: operations.listServerBackups.answer.maximum,
    over: (gap, asked) => {
      const choice = gap('page.over-maximum')
      return choice === 'clamp' || (choice === 'clamp-to-100' && asked <= 100) ? 'clamp' : 'refuse'
    },
  }),
  meta({ view: { tables, gap } }, ids, server) {
    const failed = gap('backups.count') === 'not-failed' ? tables.backups.count('failed', server.id) : 0
    return { backup_count: ids.length - failed }
  },
})
