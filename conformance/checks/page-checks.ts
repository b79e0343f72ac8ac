import { operations, type PagedId, writersOf } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Query } from '../client/request-path.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { prerequisite, Unjudged } from '../judge/outcome.ts'
import { dataOf, itemsOf } from '../judge/parts.ts'
import { isObject, wasGranted } from '../judge/reception.ts'
import { multiset } from '../judge/records.ts'
import { numberRule, numbersOf } from './2.1-pagination.ts'
import type { CheckRow } from './check.ts'
import { alike, type Listing, listingOf, ofPages, type Pages, tooFew } from './pages.ts'
import { placeCheck } from './place-checks.ts'

/** Page sizes that every maximum allows; with the first two, most lists have a second page. */
const sizes = [1, 3, 7]

/** A size in which a list is read whole, in addition to the largest one and the default. */
const common = 10

/** The maximum number of pages that are requested in one size. */
const longestWalk = 25

/** The checks of the pages of a list. */
export function pageChecks(id: PagedId): readonly CheckRow[] {
  const listing = listingOf(id)
  const { what } = listing
  const { section } = operations[id]
  const phase = writersOf(operations[id]).length > 0 ? 'unwritten' : 'first'
  return [
    placeCheck({
      id: `${section}/pagination`,
      title: 'each response has `meta.pagination`',
      on: id,
      pointer: '/meta/pagination',
      fits: isObject,
      message: 'A response has no `meta.pagination`.',
      expected: 'an object',
    }),
    numberRule({
      id: `${section}/per-page`,
      title: `\`per_page\` sets how many ${what} a page holds`,
      ...(listing.maximum === undefined && {
        ignored: 'a smaller page than requested: its maximum is not shown',
      }),
      on: [id],
      scenes: sizes.map((per_page) => (fixtures) => fixtures.list(id, { per_page })),
      asked: [(exchange) => sizeAsked(exchange, listing), 'no page of a size was granted'],
      field: 'per_page',
      message: 'The `per_page` that was requested is not the one in `meta`.',
      due: ({ per_page }, _, size) => (listing.maximum === undefined ? Math.min(per_page, size) : size),
    }),
    numberRule({
      id: `${section}/current-page`,
      clauses: [`${section}#page`],
      title: '`current_page` is the page that was requested',
      ignored: 'pages past the end, and strings instead of numbers',
      on: [id],
      scenes: [
        (fixtures) => fixtures.list(id, { page: 1 }),
        ...sizes.map((per_page) => (fixtures: Fixtures) => fixtures.list(id, { per_page, page: 2 })),
        // A page after the last one may be refused or empty.
        (fixtures) => fixtures.list(id, { page: 100_000 }),
      ],
      field: 'current_page',
      message: 'Another page came than the one that was requested.',
      asked: [pageAsked, 'no page was granted that was requested by its number'],
      due: ({ total_pages }, _, page) => (page <= Math.max(1, total_pages) ? page : undefined),
    }),
    numberRule({
      id: `${section}/first-page`,
      clauses: ['2.1#first-page'],
      title: '`current_page` is 1 where no page was requested',
      on: [id],
      scenes: [(fixtures) => fixtures.list(id, { per_page: 1 })],
      field: 'current_page',
      message: 'Another page than the first came, although none was requested.',
      asked: [
        (exchange) => (queryOf(exchange).has('page') ? undefined : 1),
        'no page was granted without a number',
      ],
      due: (_, __, page) => page,
    }),
    {
      id: `${section}/page`,
      title: '`page` chooses the page',
      phase,
      ...ofPages(listing, pageChosen),
    },
    {
      id: `${section}/pages-partition`,
      clauses: ['2.1#pages-partition'],
      title: `walking the pages yields all ${what}, none lost and none twice`,
      ignored: 'the order, fields that the document does not name, and the progress of a backup',
      phase,
      ...ofPages(listing, partition),
    },
    {
      id: `${section}/total-constant`,
      clauses: ['2.1#total-constant'],
      title: '`total` is the same on every page',
      phase,
      ...ofPages(listing, totalConstant),
    },
    {
      id: `${section}/stable`,
      title: 'requesting a page twice yields the same records',
      ignored: 'the order, fields that the document does not name, and the progress of a backup',
      phase,
      ...ofPages(listing, stable),
    },
  ]
}

export const queryOf = ({ ask }: Exchange): URLSearchParams =>
  new URLSearchParams(ask.path.split('?')[1] ?? '')

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

async function pageChosen({ kind, what, total, page, id }: Pages): Promise<void> {
  if (total < 2) throw new Unjudged(tooFew(id, 2, what))
  const [first, second] = [await page({ per_page: 1, page: 1 }), await page({ per_page: 1, page: 2 })]
  if (itemsOf(second).length < dataOf(second).length)
    throw new Unjudged(prerequisite('2.1/list-data', second))
  const some = multiset(dataOf(await page({ per_page: Math.max(...sizes) })), kind)
  const [one, two] = [first, second].map((exchange) => multiset(dataOf(exchange), kind).join())
  // No clause says that two records differ in a documented field.
  if (one === two && new Set(some).size < some.length) throw new Unjudged(alike(what))
}

/**
 * Reads a list in several page sizes. The maximum page size may be a gap, so the `per_page` of the
 * responses counts.
 */
async function partition(pages: Pages): Promise<void> {
  const { id, total, what, attempt } = pages
  if (total < 2) throw new Unjudged(tooFew(id, 2, what))
  for (const query of lastPages(total)) await attempt(query)
  // Another client may change the list during the first walk.
  for (const times of [1, 2]) {
    const walked: Exchange[] = []
    // Reading a list in a single page would not find lost records.
    for (const size of [50, ...(total > Math.max(...sizes) ? [common, undefined] : [1])])
      walked.push(...(await walkPages(pages, size, times)))
    if (walked.length === 0)
      throw new Unjudged(`there are too many ${what} to walk; the target can name a list with fewer`)
    if (new Set(walked.map((exchange) => numbersOf(exchange)?.total)).size === 1) return
  }
  throw new Unjudged(prerequisite(`${operations[id].section}/total-constant`))
}

/** All pages of one size, or of the default size; none if there are too many, or if the server refuses the size. */
async function walkPages(
  { maximum, total, page, attempt }: Pages,
  size: number | undefined,
  times: number,
): Promise<readonly Exchange[]> {
  const sized = (number: number): Query =>
    size === undefined ? { page: number } : { per_page: size, page: number }
  const mustBeGranted = size === undefined || size === maximum || sizes.includes(size)
  const first = await (mustBeGranted ? page : attempt)(sized(1), times)
  const used = wasGranted(first) ? numbersOf(first)?.per_page : undefined
  const many = used === undefined ? 0 : Math.max(1, Math.ceil(total / used))
  if (many === 0 || many > longestWalk) return []
  const walked = [first]
  for (let number = 2; number <= many; number += 1) walked.push(await page(sized(number), times))
  return walked
}

async function totalConstant({ id, what, total, page, attempt, maximum }: Pages): Promise<void> {
  if (total < 2) throw new Unjudged(tooFew(id, 2, what))
  const largest = Math.max(...sizes)
  for (const per_page of [...sizes, ...(maximum === undefined ? [] : [maximum])]) await attempt({ per_page })
  await page({ per_page: 1, page: 2 })
  await attempt({ per_page: largest, page: Math.ceil(total / largest) })
  await attempt({ page: 1 })
}

/** Sizes of pages that are chosen for the last page; larger pages are the subject of explorations. */
const mostOfLast = 20

/** The last page in the largest size that it fills, and in the largest that leaves it one record; none for a list without such sizes. */
const lastPages = (total: number): readonly Query[] =>
  [0, 1].flatMap((left) => {
    const all = Array.from({ length: Math.min(mostOfLast, total - 1) - 1 }, (_, at) => at + 2)
    const per_page = all.findLast((size) => total % size === left)
    return per_page === undefined ? [] : [{ per_page, page: Math.ceil(total / per_page) }]
  })

async function stable({ page }: Pages): Promise<void> {
  const query = { per_page: Math.max(...sizes) }
  await page({}, 2)
  for (const times of [1, 2]) await page(query, times)
}
