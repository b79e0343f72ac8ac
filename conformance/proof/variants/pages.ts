import { operations, pagedIds } from '../../../src/contract/index.ts'
import { changedAt, queryOf, refusedWhen, requeried } from '../changes.ts'
import type { MakeMiddleware, ProxyRequest } from '../messages.ts'
import { limitedIds, unlimitedIds } from '../whole-list.ts'
import { named } from './variant.ts'

const perPage = (query: URLSearchParams): number => Number(query.get('per_page'))

const defaultsTo =
  (size: number): MakeMiddleware =>
  () =>
    requeried(pagedIds, (query) => {
      if (!query.has('per_page')) query.set('per_page', String(size))
    })

/** Refuses or cuts pages of more records than the server allows, where the document does not say how many. */
const most = unlimitedIds.flatMap((on) =>
  [2, 5, 10].flatMap((most): [string, MakeMiddleware][] => {
    const inWords = `more than ${most} ${operations[on].response.kind}s a page are`
    const cut = (query: URLSearchParams): void => {
      if (!query.has('per_page') || perPage(query) > most) query.set('per_page', String(most))
    }
    return [
      [`${inWords} refused`, () => refusedWhen(on, (request) => perPage(queryOf(request)) > most)],
      [`${inWords} cut`, () => requeried(on, cut)],
    ]
  }),
)

const isOverFifty = (request: ProxyRequest): boolean => perPage(queryOf(request)) > 50

/** Page sizes, defaults and links, which are gaps except for the maximum of some lists. */
export const pages = named({
  'more than fifty a page are cut to the default': () =>
    requeried(limitedIds, (query) => {
      if (perPage(query) > 50) query.delete('per_page')
    }),
  'more than fifty a page are refused': () => refusedWhen(limitedIds, isOverFifty),
  'more than fifty a page break down': () => refusedWhen(limitedIds, isOverFifty, 500),
  ...Object.fromEntries(most),
  ...Object.fromEntries([1, 5, 50].map((size) => [`${size} a page unless requested`, defaultsTo(size)])),
  'pages are linked by other names': () =>
    changedAt(pagedIds, 'meta.pagination.links', () => ({ first: '?page=1', last: '?page=9', self: '' })),
  'pages are not linked': () => changedAt(pagedIds, 'meta.pagination.links', () => ({})),
  'backup_count counts something else': () => changedAt('listServerBackups', 'meta.backup_count', () => -1),
})
