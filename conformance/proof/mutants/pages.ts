import { operations, type PagedId, pagedIds } from '../../../src/contract/index.ts'
import {
  answered,
  dataOf,
  instead,
  metaOf,
  numberIn,
  pagesOf,
  queryOf,
  refusedWhen,
  requeried,
} from '../changes.ts'
import type { JsonObject, MakeMiddleware } from '../messages.ts'
import { type ChangeRule, inPlaces, type Mutant, mutant, product } from '../mutant.ts'
import { placesOf } from '../places.ts'
import { wholeList } from '../whole-list.ts'

/** The id of a check or a clause of a list, or of section 2 if it begins with a digit. */
const full = (on: PagedId, id: string): string => (/^\d/.test(id) ? id : `${operations[on].section}${id}`)

/** An error in the numbers or the records of single pages; ids of checks without a section are those of the list. */
interface PageRule extends ChangeRule {
  readonly checks: readonly string[]
  /** Whether the change has no effect in a place, or one that the document allows. */
  readonly isNothing: (place: string) => boolean
}

const set = (field: string, value: (pages: JsonObject) => unknown) => (json: JsonObject) => {
  pagesOf(json)[field] = value(pagesOf(json))
}

const add = (field: string, by: number) => set(field, (pages) => Number(pages[field]) + by)

const withoutLast = (json: JsonObject): JsonObject => ({ ...json, data: dataOf(json).slice(0, -1) })

const ofTotal = ['/total-constant', '/pages-partition']

const ofCurrent = ['/current-page', '/first-page']

const rule = (
  checks: string | readonly string[],
  inWords: string,
  change: (json: JsonObject) => unknown,
  isNothing: PageRule['isNothing'] = () => false,
): PageRule => ({ checks: [checks].flat(), inWords, change, isNothing })

const isSmallest = (place: string): boolean => place.includes('per_page=1')

const numberRules: readonly PageRule[] = [
  rule('/pagination', 'meta is absent', ({ meta: _, ...rest }) => rest),
  rule('/pagination', 'pagination is next to meta instead of in it', (json) => {
    const { pagination, ...meta } = metaOf(json)
    return { ...json, pagination, meta }
  }),
  rule('2.1/count-of-data', 'count is one more', add('count', 1)),
  rule('2.1/count-of-data', 'an item is lost', withoutLast),
  rule('2.1/count-within-page', 'an item is lost and not counted', (json) => {
    pagesOf(json)['count'] = dataOf(json).length - 1
    return withoutLast(json)
  }),
  rule('2.1/total-pages', 'total_pages is one more', add('total_pages', 1)),
  rule(
    '2.1/total-pages',
    'total_pages is rounded down',
    set('total_pages', ({ total, per_page }) => Math.floor(Number(total) / Number(per_page))),
    isSmallest,
  ),
  rule(ofCurrent, 'current_page is counted from zero', add('current_page', -1)),
  rule(ofCurrent, 'current_page is one more', add('current_page', 1)),
  // In these places the request has no `per_page` to differ from.
  rule('/per-page', 'another per_page is said', add('per_page', 1), (place) =>
    /first|every second|no per_page|on the|everywhere|query/.test(place),
  ),
  // If only the first response differs, a record may have been removed meanwhile.
  rule(ofTotal, 'total is one more', add('total', 1), (place) =>
    /^everywhere|no per_page|in the first response/.test(place),
  ),
  rule(
    ofTotal,
    'total is the count of the page',
    set('total', ({ count }) => count),
    (place) => place === 'in the first response',
  ),
  {
    checks: ['2.1/pagination'],
    inWords: 'links is an empty array where it is empty',
    breaks: ['2.1#links'],
    // Only a page after the last one has empty links.
    change: (json) => {
      if (Number(pagesOf(json)['total_pages']) <= 1 || dataOf(json).length === 0) pagesOf(json)['links'] = []
    },
    isNothing: (place) => place !== 'everywhere',
  },
]

/** What section 2.12 says of the list of backups alone. */
const backupRules: readonly PageRule[] = [
  rule('2.12/backup-count', 'backup_count stands in pagination', (json) => {
    const { backup_count, ...meta } = metaOf(json)
    pagesOf(json)['backup_count'] = backup_count
    return { ...json, meta }
  }),
]

const numbers = pagedIds.flatMap((on) =>
  inPlaces(
    [...numberRules, ...(on === 'listServerBackups' ? backupRules : [])].map((rule) => ({
      ...rule,
      checks: rule.checks.map((id) => full(on, id)),
      reachedBy: [full(on, '/current-page')],
    })),
    ({ isNothing }) =>
      placesOf(on)
        .filter(({ name }) => !isNothing(name))
        .map((place) => ({ ...place, name: `in ${operations[on].section}, ${place.name}` })),
  ),
)

type FitsQuery = (query: URLSearchParams) => boolean

/** Changes the query of the requests of a list that meet a condition. */
const misread =
  (on: PagedId, fits: FitsQuery, change: (query: URLSearchParams) => void): MakeMiddleware =>
  () =>
    requeried(on, (query) => {
      if (fits(query)) change(query)
    })

/** Errors in the query of a list, with the page sizes at which the kit asks for it. */
const queryRules: readonly {
  readonly inWords: string
  readonly slugs: readonly string[]
  readonly sizes: readonly number[]
  readonly change: (query: URLSearchParams) => void
}[] = [
  {
    inWords: 'per_page is ignored',
    slugs: ['per-page', 'pages-partition', 'per-page-of-fifty'],
    sizes: [1, 3, 7, 50],
    change: (query) => query.delete('per_page'),
  },
  {
    inWords: 'one item more comes',
    slugs: ['per-page', 'pages-partition', 'per-page-of-fifty'],
    sizes: [1, 3, 7, 50],
    // The server behind the proxy has a maximum page size too.
    change: (query) => {
      const size = numberIn(query, 'per_page') ?? 0
      query.set('per_page', String(size === 50 ? 49 : size + 1))
    },
  },
  {
    inWords: 'page is ignored',
    slugs: ['page', 'pages-partition', 'current-page'],
    sizes: [1, 7, 50],
    change: (query) => query.delete('page'),
  },
  {
    inWords: 'the page after the one requested comes',
    slugs: ['page', 'pages-partition', 'current-page'],
    sizes: [1, 7, 50],
    change: (query) => {
      if (query.has('page')) query.set('page', String(Number(query.get('page')) + 1))
    },
  },
]

/** Whether only the list of backups has a size that every server must serve. */
const isForBackups = (slug: string): boolean => slug === 'per-page-of-fifty'

const queries = pagedIds.flatMap((on) => {
  const hasFifty = on === 'listServerBackups'
  return [
    ...product(
      queryRules,
      ({ sizes, slugs }) => sizes.filter((size) => hasFifty || size !== 50 || !slugs.some(isForBackups)),
      ({ inWords, slugs, change }, size) =>
        mutant(
          slugs.filter((slug) => hasFifty || !isForBackups(slug)).map((slug) => full(on, `/${slug}`)),
          `${inWords}, where per_page=${size}`,
          misread(on, (query) => numberIn(query, 'per_page') === size, change),
        ),
    ),
    mutant(
      full(on, '/first-page'),
      'the second page comes where none is requested',
      misread(
        on,
        (query) => !query.has('page'),
        (query) => query.set('page', '2'),
      ),
    ),
  ]
})

/** Pages that are refused or fail, although they exist according to `total`. */
const refusals = pagedIds.flatMap((on) => {
  const rows: readonly (readonly [slug: string, inWords: string, fits: FitsQuery])[] = [
    ['page', 'the second page', (query) => numberIn(query, 'page') === 2],
    ['pages-partition', 'pages after the second', (query) => (numberIn(query, 'page') ?? 1) > 2],
    ['per-page-of-fifty', 'per_page=50', (query) => numberIn(query, 'per_page') === 50],
  ]
  return product(
    rows.filter(([slug]) => on === 'listServerBackups' || !isForBackups(slug)),
    [422, 400, 404, 500] as const,
    ([slug, inWords, fits], status) =>
      mutant(full(on, `/${slug}`), `${inWords} with ${status}`, () =>
        refusedWhen(on, (request) => fits(queryOf(request)), status),
      ),
  )
})

/** Serves as many backups as a query requests, or more, and says a page size. */
const serving =
  (fits: FitsQuery, many: number, said: number): MakeMiddleware =>
  () =>
    instead('listServerBackups', async (request, next) => {
      if (!fits(queryOf(request))) return next(request)
      const { response, json, all } = await wholeList(request, next)
      const data = all.slice(0, many)
      const total_pages = Math.ceil(all.length / said)
      Object.assign(pagesOf(json), { per_page: said, count: data.length, current_page: 1, total_pages })
      return { ...response, json: { ...json, data } }
    })

const tooMany = (
  inWords: string,
  fits: FitsQuery,
  many: number,
  said: number,
  isOnlyInFull = false,
): Mutant => mutant('4.7/per-page-maximum', inWords, serving(fits, many, said), { isOnlyInFull })

/** Pages beyond the maximum of section 8. */
const maximum: readonly Mutant[] = [
  ...[51, 60, 75, 100, 101, 1000].flatMap((asked) =>
    [false, true].flatMap((hasPage) =>
      [asked, 50].map((said) =>
        tooMany(
          `all are served and ${said} said, where ${hasPage ? 'a page and ' : ''}per_page=${asked}`,
          (query) => numberIn(query, 'per_page') === asked && query.has('page') === hasPage,
          asked,
          said,
          said === 50 && asked !== 100,
        ),
      ),
    ),
  ),
  ...Object.entries<FitsQuery>({
    'where page=2': (query) => query.get('page') === '2',
    'where per_page is written otherwise': (query) => !/^[1-9]/.test(query.get('per_page') ?? '1'),
    'beyond 100000': (query) => Number(query.get('per_page')) > 100_000,
  }).map(([inWords, fits]) =>
    tooMany(
      `all are served, ${inWords}`,
      (query) => Number(query.get('per_page')) > 50 && fits(query),
      60,
      60,
    ),
  ),
  ...[51, 75, 100].map((many) =>
    tooMany(
      `${many} are served, where no per_page is given`,
      (query) => !query.has('per_page') && !query.has('page'),
      many,
      many,
    ),
  ),
  ...['52 to 59', '61 to 74', '76 to 89', '90 to 99'].map((range) => {
    const [from = 0, to = 0] = range.split(' to ').map(Number)
    const make = () =>
      answered('listServerBackups', (json, request) => {
        const size = numberIn(queryOf(request), 'per_page') ?? 0
        if (size >= from && size <= to) pagesOf(json)['per_page'] = size
      })
    return mutant('4.7/per-page-maximum', `sizes from ${range} are said`, make)
  }),
  mutant(
    ['4.7/per-page-of-fifty', '4.7/per-page'],
    '25 are served, where per_page=50',
    misread(
      'listServerBackups',
      (query) => numberIn(query, 'per_page') === 50,
      (query) => query.set('per_page', '25'),
    ),
  ),
]

/** Errors in the numbers of pages, and in the use of `page` and `per_page`. */
export const pages: readonly Mutant[] = [...numbers, ...queries, ...refusals, ...maximum]
