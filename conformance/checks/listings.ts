import { operations, type Section } from '../../src/contract/index.ts'
import type { Query } from '../calls.ts'
import { type Check, differs, firstOf } from '../check.ts'
import type { Exchange } from '../client.ts'
import { schemaOf } from '../fields.ts'
import { findingOf, heardVerdict } from '../heard.ts'
import { inShort, isObject, verdictOf } from '../judge.ts'
import { type Failure, Unjudged } from '../outcome.ts'
import { granted, type Scenes } from '../scenes.ts'
import { dataOf, paginationOf } from '../seen.ts'

/** One of the two lists that come a page at a time. */
export interface Listing {
  readonly section: Section
  readonly what: string
  readonly kind: 'backup' | 'database'
  readonly page: (scenes: Scenes, query?: Query, again?: number) => Promise<Exchange>
}

/** Sizes of pages to try, small enough for any maximum. */
const sizes = [1, 3, 7]

const largestSize = Math.max(...sizes)

/** How many pages of one size are walked at the most. */
const longestWalk = 25

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
  if (verdictOf(exchange.ask.operation, exchange.reply) === 'granted') return undefined
  return {
    message: findingOf(exchange, message),
    expected: 'the page',
    actual: inShort(exchange.reply, exchange.failure),
    exchange,
  }
}

/** Fields of a backup that change by themselves while it is made. */
const underWay = ['is_successful', 'checksum', 'bytes', 'completed_at']

/**
 * Every record of a list, whether or not it has a key, as text, sorted. Fields
 * that the document does not name may change as they like, and keys may come in any order.
 */
function multiset(data: readonly unknown[], kind: 'backup' | 'database'): string[] {
  const names = Object.keys(schemaOf(kind, 'top').properties).filter((name) => !underWay.includes(name))
  return data
    .map((item) => {
      const attributes = isObject(item) && isObject(item['attributes']) ? item['attributes'] : {}
      return JSON.stringify(names.map((name) => inOrder(attributes[name])))
    })
    .toSorted()
}

/** A value with the keys of its objects in order. */
const inOrder = (value: unknown): unknown =>
  isObject(value)
    ? Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, inOrder(inner)])
    : Array.isArray(value)
      ? value.map(inOrder)
      : value

function totalOf(exchange: Exchange): number {
  granted(exchange)
  const total = paginationOf(exchange)?.['total']
  if (typeof total !== 'number' || !Number.isInteger(total))
    throw new Unjudged('prerequisite: 2.1/pagination')
  return total
}

/**
 * Walks one list in two sizes of pages: the records must be the same, and as
 * many as `total` says. How large a page can be is a gap, so the size that
 * the server says it uses is the one that counts.
 */
async function partition(scenes: Scenes, listing: Omit<Listing, 'section'>): Promise<Failure | undefined> {
  const { what, page } = listing
  const total = totalOf(await page(scenes))
  if (total < 2) throw new Unjudged(`there are fewer than two ${what}`)
  const walks: Walk[] = []
  for (const size of [50, 7]) {
    const walk = await walkPages(scenes, listing, size, total)
    if (walk) walks.push(walk)
  }
  const [walk, other] = walks
  if (!walk) throw new Unjudged(`there are too many ${what} to walk`)
  return firstOf(
    differs(
      walk.last,
      '/data',
      total,
      walk.records.length,
      `Walking all pages of ${walk.size} yields another number of ${what} than \`total\`.`,
    ),
    other && JSON.stringify(other.records) !== JSON.stringify(walk.records)
      ? {
          message: `Pages of ${other.size} yield other ${what} than pages of ${walk.size}: some are lost or come twice.`,
          expected: `the same ${walk.records.length} records`,
          actual: `${new Set(other.records).size} different records of ${other.records.length}`,
          pointer: '/data',
          exchange: other.last,
        }
      : undefined,
  )
}

/** Another page than the one that was asked for says nothing of the list as a whole. */
function mustBePage(exchange: Exchange, number: number, section: Section): void {
  if (paginationOf(exchange)?.['current_page'] !== number) throw new Unjudged(`prerequisite: ${section}/page`)
}

interface Walk {
  readonly size: number
  /** Every record as text, sorted. */
  readonly records: readonly string[]
  readonly last: Exchange
}

/** All pages of one size; undefined where there are more than anybody wants to ask for, or no such pages. */
async function walkPages(
  scenes: Scenes,
  { page, kind }: Pick<Listing, 'page' | 'kind'>,
  asked: number,
  total: number,
): Promise<Walk | undefined> {
  let last = await page(scenes, { per_page: asked, page: 1 })
  // How large a page may be is a gap, so a large one may be refused.
  if (asked > largestSize && heardVerdict(last) !== 'granted') return undefined
  granted(last)
  const used = paginationOf(last)?.['per_page']
  const size = typeof used === 'number' && used > 0 ? used : asked
  const pages = Math.max(1, Math.ceil(total / size))
  if (pages > longestWalk) return undefined
  const records = [...multiset(dataOf(last), kind)]
  for (let number = 2; number <= pages; number += 1) {
    last = await page(scenes, { per_page: asked, page: number })
    granted(last)
    mustBePage(last, number, operations[last.ask.operation].section)
    records.push(...multiset(dataOf(last), kind))
  }
  return { size, records: records.toSorted(), last }
}
