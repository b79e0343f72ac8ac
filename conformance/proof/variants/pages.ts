import { pagedIds } from '../../../src/contract/index.ts'
import { changedAt, queryOf, refusedWhen, requeried } from '../changes.ts'
import type { MakeMiddleware, Middleware } from '../messages.ts'
import { named } from './variant.ts'

const everyQuery = (change: (query: URLSearchParams) => void): Middleware => requeried(pagedIds, change)

const perPage = (query: URLSearchParams): number => Number(query.get('per_page'))

const defaultsTo =
  (size: number): MakeMiddleware =>
  () =>
    everyQuery((query) => {
      if (!query.has('per_page')) query.set('per_page', String(size))
    })

const databasesOver =
  (most: number, isRefused: boolean): MakeMiddleware =>
  () =>
    isRefused
      ? refusedWhen('listHostDatabases', (request) => perPage(queryOf(request)) > most)
      : requeried('listHostDatabases', (query) => {
          if (!query.has('per_page') || perPage(query) > most) query.set('per_page', String(most))
        })

/** Page sizes, defaults and links, which are gaps except for the maximum of backups. */
export const pages = named({
  'more than fifty a page are cut to the default': () =>
    requeried('listServerBackups', (query) => {
      if (perPage(query) > 50) query.delete('per_page')
    }),
  'more than fifty a page are refused': () =>
    refusedWhen('listServerBackups', (request) => perPage(queryOf(request)) > 50),
  'more than fifty a page break down': () =>
    refusedWhen('listServerBackups', (request) => perPage(queryOf(request)) > 50, 500),
  ...Object.fromEntries(
    [2, 5, 10].flatMap((most) => [
      [`more than ${most} databases a page are refused`, databasesOver(most, true)],
      [`more than ${most} databases a page are cut`, databasesOver(most, false)],
    ]),
  ),
  ...Object.fromEntries([1, 5, 50].map((size) => [`${size} a page unless requested`, defaultsTo(size)])),
  'pages are linked by other names': () =>
    changedAt(pagedIds, 'meta.pagination.links', () => ({ first: '?page=1', last: '?page=9', self: '' })),
  'pages are not linked': () => changedAt(pagedIds, 'meta.pagination.links', () => ({})),
  'backup_count counts something else': () => changedAt('listServerBackups', 'meta.backup_count', () => -1),
})
