import type { Exchange } from '../client/client.ts'
import { type Failure, prerequisite, Unjudged } from '../judge/outcome.ts'
import { dataOf, itemsOf, paginationOf } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { type Check, differs, firstOf } from './check.ts'
import {
  type Listing,
  mustHaveTotal,
  ofPages,
  type Pages,
  sizes,
  totalOf,
  totalOfSome,
} from './good-pages.ts'
import { multiset, mustBeSecond, notThatPage, partition, secondOfOne } from './walk-pages.ts'

/** What sections 4.7 and 4.8 say alike of their pages. */
export function listingChecks(listing: Listing): readonly Check[] {
  const { section, what } = listing
  return [
    {
      id: `${section}/pagination`,
      section,
      clauses: [`${section}#pagination`],
      level: 'stated',
      title: 'the answer has `meta.pagination`',
      run: ofPages(listing, async ({ plain }) => hasPagination(plain)),
    },
    {
      id: `${section}/per-page`,
      section,
      clauses: [`${section}#per-page`],
      level: 'stated',
      title: `\`per_page\` sets how many ${what} a page holds`,
      run: ofPages(listing, perPage),
    },
    {
      id: `${section}/page`,
      section,
      clauses: [`${section}#page`],
      level: 'stated',
      title: '`page` chooses the page',
      run: ofPages(listing, pageChosen),
    },
    {
      id: `${section}/pages-partition`,
      section,
      clauses: ['2.1#pages-partition'],
      level: 'inferred',
      title: `walking the pages yields all ${what}, none lost and none twice`,
      ignored: 'the order, fields that the document does not name, and how far a backup has come',
      run: ofPages(listing, partition),
    },
    {
      id: `${section}/total-constant`,
      section,
      clauses: ['2.1#total-constant'],
      level: 'inferred',
      title: '`total` is the same on every page',
      run: ofPages(listing, totalConstant),
    },
    {
      id: `${section}/stable`,
      section,
      clauses: [`${section}#stable`],
      level: 'inferred',
      title: 'asking twice yields the same list',
      ignored: 'the order, fields that the document does not name, and how far a backup has come',
      run: ofPages(listing, stable),
    },
  ]
}

function hasPagination(exchange: Exchange): Failure | undefined {
  if (paginationOf(exchange)) return undefined
  return {
    message: 'The answer has no `meta.pagination`.',
    expected: 'an object',
    actual: 'nothing',
    pointer: '/meta/pagination',
    exchange,
  }
}

async function perPage({ plain, what, section, ask }: Pages): Promise<Failure | undefined> {
  for (const size of sizes) {
    const exchange = await ask({ per_page: size })
    const total = totalOf(plain)
    mustHaveTotal(exchange, total, section)
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
}

async function pageChosen(pages: Pages): Promise<Failure | undefined> {
  const { what, kind, section, ask } = pages
  const total = totalOfSome(pages)
  const first = await ask(firstOfOne)
  mustHaveTotal(first, total, section)
  // Whoever puts the whole list on one page has no second one.
  if (dataOf(first).length >= total) throw prerequisite(`${section}/per-page`)
  const second = await ask(secondOfOne)
  const failure = notThatPage(second, 2)
  if (failure) return failure
  const [one, two] = [first, second].map((exchange) => multiset(dataOf(exchange), kind))
  if (two?.length === 0) {
    return {
      message: 'The second page is empty, though by `total` there is one.',
      expected: 'a record',
      actual: '[]',
      pointer: '/data',
      exchange: second,
    }
  }
  if (JSON.stringify(one) !== JSON.stringify(two)) return undefined
  if (itemsOf(second).length < dataOf(second).length) throw prerequisite('2.1/list-data')
  const some = multiset(dataOf(await ask({ per_page: Math.max(...sizes) })), kind)
  // No clause says that two records differ in anything that the document names.
  if (new Set(some).size < some.length) throw new Unjudged(`some of the ${what} are alike`)
  return {
    message: 'The second page holds what the first one held.',
    expected: `other ${what} than on the first page`,
    actual: 'the same',
    pointer: '/data',
    exchange: second,
  }
}

const firstOfOne = { per_page: 1, page: 1 }

async function totalConstant({
  plain,
  what,
  section,
  maximum,
  ask,
  attempt,
}: Pages): Promise<Failure | undefined> {
  const total = totalOf(plain)
  const differing = (exchange: Exchange): Failure | undefined =>
    differs(
      exchange,
      '/meta/pagination/total',
      total,
      totalOf(exchange),
      '`total` differs from page to page.',
    )
  const all = maximum === undefined ? sizes : [...sizes, maximum]
  for (const query of [...all.map((size) => ({ per_page: size })), firstOfOne]) {
    const failure = differing(await ask(query))
    if (failure) return failure
  }
  const second = total < 2 ? await attempt(secondOfOne) : await ask(secondOfOne)
  // What is answered beyond the last page is a gap.
  if (total < 2 && (!wasGranted(second) || notThatPage(second, 2)))
    throw new Unjudged(`there are fewer than two ${what}`)
  mustBeSecond(second, section)
  return differing(second)
}

async function stable({ ask, kind }: Pages): Promise<Failure | undefined> {
  const query = { per_page: Math.max(...sizes) }
  const [first, again] = [await ask(query), await ask(query, 2)]
  return differs(
    again,
    '/data',
    multiset(dataOf(first), kind),
    multiset(dataOf(again), kind),
    'Asking again yields another list.',
  )
}
