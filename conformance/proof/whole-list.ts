import { idsWithBody, operations, type PagedId, pagedIds } from '../../src/contract/index.ts'
import { answered, numberIn, queryOf } from './changes.ts'
import { dataOf, isObject, pagesOf } from './json.ts'
import type { Middleware, Next, ProxyRequest } from './messages.ts'

/** The lists without pages. */
export const unpagedIds = idsWithBody.filter((id) => operations[id].response.envelope === 'list')

/** The lists of which the document says the most records on a page, and the others. */
export const limitedIds = pagedIds.filter((id) => 'maximum' in operations[id].response)
export const unlimitedIds = pagedIds.filter((id) => !limitedIds.includes(id))

/**
 * Serves a list that is made of all records of the server behind the proxy; its pages say what they hold.
 * @param change gets the number of the granted request, starting with 1
 * @param served maps the requested page to the page whose records it has
 */
export const relisted = (
  on: PagedId,
  change: (records: readonly unknown[], times: number) => readonly unknown[],
  served: (page: number) => number = (page) => page,
): Middleware =>
  answered(on, async (json, request, times, next) => {
    const records = change((await wholeList(request, next)).all, times)
    const size = Number(pagesOf(json)['per_page'])
    const page = served(numberIn(queryOf(request), 'page') ?? 1)
    const data = records.slice((page - 1) * size, page * size)
    Object.assign(pagesOf(json), {
      total: records.length,
      count: data.length,
      total_pages: Math.max(1, Math.ceil(records.length / size)),
      links: {},
    })
    return { ...json, data }
  })

/** A list of so many records. */
export const shortList = (on: PagedId, many: number, served?: (page: number) => number): Middleware =>
  relisted(on, (records) => records.slice(0, many), served)

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
