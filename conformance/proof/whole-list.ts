import type { PagedId } from '../../src/contract/index.ts'
import { answered, dataOf, pagesOf, queryOf, requeried } from './changes.ts'
import { isObject, type Middleware, type Next, type ProxyRequest } from './messages.ts'

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

/** The first page of fifty of a list, and the records of all pages. */
export async function wholeList(request: ProxyRequest, next: Next) {
  const [path] = request.path.split('?')
  const page = async (number: number) => {
    const response = await next({ ...request, path: `${path}?per_page=50&page=${number}` })
    return { response, json: isObject(response.json) ? response.json : {} }
  }
  const first = await page(1)
  const all = [...dataOf(first.json)]
  for (let number = 2; number <= Number(pagesOf(first.json)['total_pages']); number += 1)
    all.push(...dataOf((await page(number)).json))
  return { ...first, all }
}
