import type { PagedId } from '../../src/contract/index.ts'
import { answered, dataOf, pagesOf, queryOf, requeried } from './changes.ts'
import type { Middleware } from './messages.ts'

/**
 * A middleware that limits a list to a number of records, and corrects its pages.
 * @param served maps the requested page to the page whose records are served under the requested number
 */
export function shortList(
  on: PagedId,
  many: number,
  served: (page: number) => number = (page) => page,
): Middleware {
  const plain = requeried(on, (query) => {
    query.delete('page')
    query.delete('per_page')
  })
  return (request, next) => {
    const query = queryOf(request)
    const [page, size] = [Number(query.get('page') ?? 1), Math.min(50, Number(query.get('per_page') ?? 20))]
    const cut = answered(on, (json) => {
      const all = dataOf(json).slice(0, many)
      const from = (served(page) - 1) * size
      const data = all.slice(from, from + size)
      Object.assign(pagesOf(json), {
        total: all.length,
        count: data.length,
        per_page: size,
        current_page: page,
        total_pages: Math.ceil(all.length / size),
        links: {},
      })
      return { ...json, data }
    })
    return cut(request, (through) => plain(through, next))
  }
}
