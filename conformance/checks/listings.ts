import { type Check, differs, firstOf } from '../check.ts'
import type { Exchange } from '../client.ts'
import { findingOf } from '../heard.ts'
import { inShort, wasGranted } from '../judge.ts'
import { type Failure, Unjudged } from '../outcome.ts'
import { dataOf, paginationOf } from '../parts.ts'
import { granted } from '../scenes.ts'
import { type Listing, multiset, mustBePage, partition, sizes, totalOf } from './walk-pages.ts'

/** What sections 4.7 and 4.8 say alike of their pages. */
export const listingChecks = ({ section, what, kind, page }: Listing): readonly Check[] => [
  {
    id: `${section}/pagination`,
    section,
    clauses: [`${section}#pagination`],
    level: 'stated',
    title: 'the answer has `meta.pagination`',
    async run(scenes) {
      const exchange = await page(scenes)
      granted(exchange)
      if (paginationOf(exchange)) return undefined
      return {
        message: 'The answer has no `meta.pagination`.',
        expected: 'an object',
        actual: 'nothing',
        pointer: '/meta/pagination',
        exchange,
      }
    },
  },
  {
    id: `${section}/per-page`,
    section,
    clauses: [`${section}#per-page`],
    level: 'stated',
    title: `\`per_page\` sets how many ${what} a page holds`,
    async run(scenes) {
      granted(await page(scenes))
      for (const size of sizes) {
        const exchange = await page(scenes, { per_page: size })
        const refused = refusedPage(exchange, `A page of ${size} ${what} is refused.`)
        if (refused) return refused
        const total = totalOf(exchange)
        if (total < 2) throw new Unjudged(`there are fewer than two ${what}`)
        const failure = firstOf(
          differs(
            exchange,
            '/data',
            Math.min(size, total),
            dataOf(exchange).length,
            `A page of ${size} holds another number of ${what}.`,
          ),
          differs(
            exchange,
            '/meta/pagination/per_page',
            size,
            paginationOf(exchange)?.['per_page'],
            'The `per_page` that was asked for is not the one in `meta`.',
          ),
        )
        if (failure) return failure
      }
      return undefined
    },
  },
  {
    id: `${section}/page`,
    section,
    clauses: [`${section}#page`],
    level: 'stated',
    title: '`page` chooses the page',
    async run(scenes) {
      const first = await page(scenes, { per_page: 1, page: 1 })
      if (totalOf(first) < 2) throw new Unjudged(`there are fewer than two ${what}`)
      const second = await page(scenes, { per_page: 1, page: 2 })
      return (
        refusedPage(second, 'The second page is refused, though there is one.') ??
        differs(
          second,
          '/meta/pagination/current_page',
          2,
          paginationOf(second)?.['current_page'],
          'Another page came than the one that was asked for.',
        )
      )
    },
  },
  {
    id: `${section}/pages-partition`,
    section,
    clauses: ['2.1#pages-partition'],
    level: 'inferred',
    title: `walking the pages yields all ${what}, none lost and none twice`,
    ignored: 'the order, fields that the document does not name, and how far a backup has come',
    run: (scenes) => partition(scenes, { what, kind, page }),
  },
  {
    id: `${section}/total-constant`,
    section,
    clauses: ['2.1#total-constant'],
    level: 'inferred',
    title: '`total` is the same on every page',
    async run(scenes) {
      const base = await page(scenes)
      const total = totalOf(base)
      for (const query of [...sizes.map((size) => ({ per_page: size })), { per_page: 1, page: 2 }]) {
        const exchange = await page(scenes, query)
        granted(exchange)
        mustBePage(exchange, 'page' in query ? query.page : 1, section)
        const failure = differs(
          exchange,
          '/meta/pagination/total',
          total,
          paginationOf(exchange)?.['total'],
          '`total` differs from page to page.',
        )
        if (failure) return failure
      }
      return undefined
    },
  },
  {
    id: `${section}/stable`,
    section,
    clauses: [`${section}#stable`],
    level: 'inferred',
    title: 'asking twice yields the same list',
    ignored: 'the order, fields that the document does not name, and how far a backup has come',
    async run(scenes) {
      const [first, again] = [await page(scenes, { per_page: 7 }), await page(scenes, { per_page: 7 }, 2)]
      granted(first)
      granted(again)
      return differs(
        again,
        '/data',
        multiset(dataOf(first), kind),
        multiset(dataOf(again), kind),
        'Asking again yields another list.',
      )
    },
  },
]

/** That a page was refused which the server has to have. */
function refusedPage(exchange: Exchange, message: string): Failure | undefined {
  if (wasGranted(exchange)) return undefined
  return {
    message: findingOf(exchange, message),
    expected: 'the page',
    actual: inShort(exchange.reply, exchange.failure),
    exchange,
  }
}
