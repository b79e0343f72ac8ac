import { operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Query } from '../client/request-path.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { type Failure, type Outcome, prerequisite } from '../judge/outcome.ts'
import { dataOf, itemsOf, paginationOf } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { multiset } from '../judge/records.ts'
import { ruleCheck } from '../judge/rule.ts'
import { type Numbers, numberRule, numbersOf } from './2.1-pagination.ts'
import { type CheckRow, differs } from './check.ts'
import { alike, type Listing, ofPages, type Pages, tooFew } from './pages.ts'

/** Page sizes that every maximum allows; with the first two, most lists have a second page. */
const sizes = [1, 3, 7]

/** A size in which a list is read whole, in addition to the largest one and the default. */
const common = 10

/** The maximum number of pages that are requested in one size. */
const longestWalk = 25

/** The checks of pages that sections 4.7 and 4.8 have in common. */
export function pageChecks(listing: Listing): readonly CheckRow[] {
  const { id, what } = listing
  const { section } = operations[id]
  return [
    ruleCheck({
      id: `${section}/pagination`,
      clauses: [`${section}#pagination`],
      title: 'each response has `meta.pagination`',
      on: [id],
      *judge({ exchange }): Iterable<Failure> {
        if (paginationOf(exchange)) return
        const message = 'A response has no `meta.pagination`.'
        yield { message, expected: 'an object', actual: 'nothing', pointer: '/meta/pagination', exchange }
      },
    }),
    numberRule({
      id: `${section}/per-page`,
      clauses: [`${section}#per-page`],
      title: `\`per_page\` sets how many ${what} a page holds`,
      ...(listing.maximum === undefined && {
        ignored: 'a smaller page than requested: its maximum is not shown',
      }),
      on: [id],
      fixtures: sizes.map((per_page) => (fixtures) => fixtures.list(id, { per_page })),
      without: ({ exchange }) => (sizeAsked(exchange, listing) ? undefined : 'no page of a size was granted'),
      field: 'per_page',
      message: 'The `per_page` that was requested is not the one in `meta`.',
      due({ per_page }, exchange) {
        const asked = sizeAsked(exchange, listing)
        return listing.maximum === undefined && per_page < (asked ?? 0) ? undefined : asked
      },
    }),
    numberRule({
      id: `${section}/current-page`,
      clauses: [`${section}#page`],
      title: '`current_page` is the page that was requested',
      ignored: 'pages that are not there, and texts instead of numbers',
      on: [id],
      fixtures: [
        (fixtures) => fixtures.list(id, { page: 1 }),
        ...sizes.map((per_page) => (fixtures: Fixtures) => fixtures.list(id, { per_page, page: 2 })),
        // A page after the last one may be refused or empty.
        (fixtures) => fixtures.list(id, { page: 100_000 }),
      ],
      field: 'current_page',
      message: 'Another page came than the one that was requested.',
      due: (numbers, exchange) => ifThere(pageAsked(exchange), numbers),
      without: ({ exchange }) =>
        pageAsked(exchange) === undefined
          ? 'no page was granted that was requested by its number'
          : undefined,
    }),
    numberRule({
      id: `${section}/first-page`,
      clauses: ['2.1#first-page'],
      title: '`current_page` is 1 where no page was requested',
      on: [id],
      fixtures: [(fixtures) => fixtures.list(id, { per_page: 1 })],
      field: 'current_page',
      message: 'Another page than the first came, although none was requested.',
      due: (_, exchange) => (queryOf(exchange).has('page') ? undefined : 1),
      without: ({ exchange }) =>
        queryOf(exchange).has('page') ? 'no page was granted without a number' : undefined,
    }),
    {
      id: `${section}/page`,
      clauses: [`${section}#page`],
      title: '`page` chooses the page',
      run: ofPages(listing, pageChosen),
    },
    {
      id: `${section}/pages-partition`,
      clauses: ['2.1#pages-partition'],
      title: `walking the pages yields all ${what}, none lost and none twice`,
      ignored: 'the order, fields that the document does not name, and how far a backup has come',
      run: ofPages(listing, partition),
    },
    {
      id: `${section}/total-constant`,
      clauses: ['2.1#total-constant'],
      title: '`total` is the same on every page',
      run: ofPages(listing, totalConstant),
    },
    {
      id: `${section}/stable`,
      clauses: [`${section}#stable`],
      title: 'requesting a page twice yields the same records',
      ignored: 'the order, fields that the document does not name, and how far a backup has come',
      run: ofPages(listing, stable),
    },
  ]
}

const queryOf = ({ ask }: Exchange): URLSearchParams => new URLSearchParams(ask.path.split('?')[1] ?? '')

/** The page size in a query; undefined if the document allows the server to refuse the size or to use another one. */
function sizeAsked(exchange: Exchange, { maximum }: Listing): number | undefined {
  const [text, ...others] = queryOf(exchange).getAll('per_page')
  // The document does not say which of several values counts.
  if (others.length > 0) return undefined
  const size = /^\d+$/.test(text ?? '') ? Number(text) : undefined
  return size === undefined || size < 1 || (maximum !== undefined && size > maximum) ? undefined : size
}

/** The page number in a query; undefined if there is none, or if it is not a valid number. */
export function pageAsked(exchange: Exchange): number | undefined {
  const text = queryOf(exchange).get('page') ?? ''
  return /^[1-9]\d*$/.test(text) ? Number(text) : undefined
}

const ifThere = (page: number | undefined, { total_pages }: Numbers): number | undefined =>
  page !== undefined && page <= Math.max(1, total_pages) ? page : undefined

async function pageChosen(pages: Pages): Promise<Outcome> {
  const { kind, what, page } = pages
  const few = tooFew(pages, 2)
  if (few) return few
  const [first, second] = [await page({ per_page: 1, page: 1 }), await page({ per_page: 1, page: 2 })]
  const [one, two] = [first, second].map((exchange) => multiset(dataOf(exchange), kind))
  if (JSON.stringify(one) !== JSON.stringify(two)) return undefined
  if (itemsOf(second).length < dataOf(second).length) return prerequisite('2.1/list-data', second)
  const some = multiset(dataOf(await page({ per_page: Math.max(...sizes) })), kind)
  // No clause says that two records differ in a documented field.
  if (new Set(some).size < some.length) return { skip: alike(what) }
  return {
    message: 'The second page holds what the first one held.',
    expected: `other ${what} than on the first page`,
    actual: 'the same',
    pointer: '/data',
    exchange: second,
  }
}

interface Walk {
  /** The `per_page` of the responses. */
  readonly size: number
  /** The `total` of the last page. */
  readonly total: number
  /** Every record as text, in sorted order. */
  readonly records: readonly string[]
  readonly last: Exchange
}

/**
 * Reads a list in several page sizes: the records must be the same, and their number must be `total`. The maximum
 * page size is a gap except for backups, so the `per_page` of the responses counts.
 */
async function partition(pages: Pages): Promise<Outcome> {
  const { total, what } = pages
  const few = tooFew(pages, 2)
  if (few) return few
  const largest = Math.max(...sizes)
  const walks: Walk[] = []
  // Reading a list in a single page would not find lost records.
  for (const size of [50, ...(total > largest ? [common, undefined] : [1])]) {
    const walk = await walkPages(pages, size)
    if (walk) walks.push(walk)
  }
  const [walk, ...others] = walks
  if (!walk) return { skip: `there are too many ${what} to walk; the target can name a list with fewer` }
  const wrong = walks.find((each) => each.records.length !== each.total)
  if (wrong) {
    return {
      message: `Walking all pages of ${wrong.size} yields another number of ${what} than \`total\`.`,
      expected: String(wrong.total),
      actual: String(wrong.records.length),
      pointer: '/data',
      exchange: wrong.last,
    }
  }
  const other = others.find(({ records }) => JSON.stringify(records) !== JSON.stringify(walk.records))
  if (!other) return undefined
  return {
    message: `Pages of ${other.size} yield other ${what} than pages of ${walk.size}: some are lost, come twice, or have other fields.`,
    expected: `the same ${walk.records.length} ${what}, among them ${firstNotIn(other.records, walk.records) ?? walk.records[0]}`,
    actual: `${new Set(other.records).size} different ones of ${other.records.length}, and in its place ${firstNotIn(walk.records, other.records) ?? 'one of them twice'}`,
    pointer: '/data',
    exchange: other.last,
  }
}

function firstNotIn(records: readonly string[], others: readonly string[]): string | undefined {
  const known = new Set(records)
  return others.find((each) => !known.has(each))
}

/**
 * All pages of one size, or of the default size; undefined if there are too many, or if the server refuses the size.
 */
async function walkPages(pages: Pages, size: number | undefined): Promise<Walk | undefined> {
  const { kind, maximum, total, page, attempt } = pages
  const sized = (number: number): Query =>
    size === undefined ? { page: number } : { per_page: size, page: number }
  const mustBeGranted = size === undefined || size === maximum || sizes.includes(size)
  let last = await (mustBeGranted ? page : attempt)(sized(1))
  const used = wasGranted(last) ? numbersOf(last)?.per_page : undefined
  if (used === undefined) return undefined
  const many = Math.max(1, Math.ceil(total / used))
  if (many > longestWalk) return undefined
  const records = multiset(dataOf(last), kind)
  for (let number = 2; number <= many; number += 1) {
    last = await page(sized(number))
    for (const record of multiset(dataOf(last), kind)) records.push(record)
  }
  return { size: used, total: numbersOf(last)?.total ?? total, records: records.toSorted(), last }
}

async function totalConstant(pages: Pages): Promise<Outcome> {
  const { total, page, attempt, maximum } = pages
  const few = tooFew(pages, 2)
  if (few) return few
  const largest = Math.max(...sizes)
  const queries: Query[] = [
    ...sizes.map((per_page) => ({ per_page })),
    ...(maximum === undefined ? [] : [{ per_page: maximum }]),
    { per_page: 1, page: 2 },
    { per_page: largest, page: Math.ceil(total / largest) },
    { page: 1 },
  ]
  for (const query of queries) {
    const exchange = query['page'] === 2 ? await page(query) : await attempt(query)
    if (!wasGranted(exchange)) continue
    const message = '`total` differs from page to page.'
    const failure = differs(
      exchange,
      '/meta/pagination/total',
      total,
      paginationOf(exchange)?.['total'],
      message,
    )
    if (failure) return failure
  }
  return undefined
}

async function stable({ page, again, plain, kind }: Pages): Promise<Outcome> {
  const query = { per_page: Math.max(...sizes) }
  const pairs = [
    [plain, await again({})],
    [await page(query), await again(query)],
  ] as const
  for (const [first, second] of pairs) {
    const message = 'Requesting the same page again yields other records.'
    const failure = differs(
      second,
      '/data',
      multiset(dataOf(first), kind),
      multiset(dataOf(second), kind),
      message,
    )
    if (failure) return failure
  }
  return undefined
}
