import { pagedIds } from '../../src/contract/index.ts'
import { inJson } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import { type Query, searchOf } from '../client/request-path.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { dataOf, numberOf, paginationOf } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import { ask, control, isGranted } from './ask.ts'
import { agreed, choiceOr, type Observers, tally } from './observer.ts'

const nonsense: readonly Query[] = [{ page: 0 }, { per_page: -1 }, { per_page: 'x' }]

/** Gaps about invalid and empty pages, and about links between pages. */
export const pages = {
  'page.invalid': async (fixtures) => {
    const plain = (await control(fixtures, 'listServerBackups')).exchange
    const met: { value: string; where: string }[] = []
    for (const query of nonsense) {
      const exchange = await fixtures.backups(query)
      met.push({
        value: isGranted(exchange) ? (isSamePage(exchange, plain) ? 'default' : 'another page') : 'refuse',
        where: searchOf(query),
      })
    }
    const sight = agreed('page.invalid', tally(met))
    if (sight?.observed !== 'refuse') return sight
    const unpaged = await ask(fixtures, 'listServerMounts', { query: { per_page: 0 } })
    return isGranted(unpaged) ? sight : { observed: 'refuse-everywhere' }
  },

  'page.past-end': async (fixtures) => {
    await control(fixtures, 'listServerBackups')
    const first = await fixtures.backups({ per_page: 50, page: 1 })
    const last = numberOf(first, 'total_pages')
    if (last === undefined) return undefined
    const exchange = await fixtures.backups({ per_page: 50, page: Math.max(1, last) + 1 })
    if (!isGranted(exchange)) return choiceOr('page.past-end', String(exchange.reply?.status))
    const count = dataOf(exchange).length
    return count === 0 ? { observed: 'empty' } : { observed: 'other', detail: `a page of ${count} backups` }
  },

  'page.empty-total': async ({ seen }) => {
    const empty = seen.pages().find((exchange) => numberOf(exchange, 'total') === 0)
    const total = empty && numberOf(empty, 'total_pages')
    return total === undefined
      ? { observed: 'unseen', detail: 'no list was empty' }
      : choiceOr('page.empty-total', String(total))
  },

  'page.links': async (fixtures) => {
    const exchange = await middlePage(fixtures)
    if (!exchange) return { observed: 'unseen', detail: 'no list has three records' }
    const links = paginationOf(exchange)?.['links']
    if (!isObject(links)) return { observed: 'other', detail: inJson(links) }
    const names = Object.keys(links).toSorted().join(', ')
    if (names === '') return { observed: 'none' }
    if (names === 'first, last, next, previous') return { observed: 'all' }
    if (names !== 'next, previous') return { observed: 'other', detail: names }
    const parameters = queryNames(String(links['next']))
    if (parameters.includes('per_page')) return { observed: 'neighbours' }
    if (parameters.join() === 'page') return { observed: 'neighbours-page-only' }
    return { observed: 'other', detail: `${names} with ${parameters.join(', ') || 'nothing'} in the query` }
  },
} satisfies Partial<Observers>

const isSamePage = (one: Exchange, other: Exchange): boolean =>
  ['current_page', 'per_page'].every((field) => numberOf(one, field) === numberOf(other, field))

/** A page with another page before it and another one after it. */
async function middlePage(fixtures: Fixtures): Promise<Exchange | undefined> {
  for (const id of pagedIds) {
    const isAsked = fixtures.session.exchanges.some(({ ask }) => ask.operation === id)
    if (!isAsked || (numberOf((await control(fixtures, id)).exchange, 'total') ?? 0) < 3) continue
    const exchange = await fixtures.list(id, { per_page: 1, page: 2 })
    if (isGranted(exchange)) return exchange
  }
  return undefined
}

function queryNames(link: string): readonly string[] {
  if (!URL.canParse(link, 'http://host')) return []
  return [...new URL(link, 'http://host').searchParams.keys()]
}
