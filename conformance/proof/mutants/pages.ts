import { operations, type PagedId, pagedIds, rowOf, sectionOf } from '../../../src/contract/index.ts'
import { answered, instead, numberIn, queryOf, refusedWhen, requeried } from '../changes.ts'
import { dataOf, type JsonObject, metaOf, pagesOf } from '../json.ts'
import { checksOf, inPlaces, type Mutant, mutant, product, rulesOf } from '../mutant.ts'
import { type Change, isShort, namedPlacesOf } from '../places.ts'
import { limitedIds, wholeList } from '../whole-list.ts'

const set =
  (field: string, value: (pages: JsonObject) => unknown): Change =>
  (json) => {
    pagesOf(json)[field] = value(pagesOf(json))
  }

const add = (field: string, by: number): Change => set(field, (pages) => Number(pages[field]) + by)

/** Moves a field of an object to another one. */
const moved = (field: string, from: JsonObject, to: JsonObject): void => {
  to[field] = from[field]
  delete from[field]
}

/** Errors in the numbers or the records of single pages, by their checks; the paths of checks begin with the section. */
const numberRules = (on: PagedId): Readonly<Record<string, Change>> => {
  const { section, response } = operations[on]
  const { kind } = response
  const ofCurrent = `${section}/current-page ${section}/first-page`
  const ofTotal = `${section}/total-constant ${section}/pages-partition`
  return {
    [`${section}/pagination: meta is absent`]: (json) => void delete json['meta'],
    [`${section}/pagination: pagination is next to meta instead of in it`]: (json) =>
      moved('pagination', metaOf(json), json),
    '2.1/count-of-data: count is one more': add('count', 1),
    '2.1/count-of-data: an item is lost': (json) => void dataOf(json).pop(),
    '2.1/count-within-page: an item is lost and not counted': (json) => {
      dataOf(json).pop()
      pagesOf(json)['count'] = dataOf(json).length
    },
    '2.1/total-pages: total_pages is one more': add('total_pages', 1),
    '2.1/total-pages: total_pages is rounded down': set('total_pages', ({ total, per_page }) =>
      Math.floor(Number(total) / Number(per_page)),
    ),
    [`${ofCurrent}: current_page is counted from zero`]: add('current_page', -1),
    [`${ofCurrent}: current_page is one more`]: add('current_page', 1),
    [`${section}/per-page: another per_page is said`]: add('per_page', 1),
    [`${ofTotal}: total is one more`]: add('total', 1),
    [`${ofTotal}: total is the count of the page`]: set('total', ({ count }) => count),
    ...Object.fromEntries(
      Object.keys(rowOf(kind).pageMeta ?? {}).map((field) => [
        `${sectionOf(kind)}/${field.replaceAll('_', '-')}: ${field} stands in pagination`,
        (json: JsonObject) => moved(field, metaOf(json), pagesOf(json)),
      ]),
    ),
  }
}

/** Places in which a change has no effect, or one that the document allows, by the words of the change. */
const nothing: Readonly<Record<string, RegExp>> = {
  'total_pages is rounded down': /per_page=1/,
  // In these places the request has no `per_page` to differ from.
  'another per_page is said': /first|every second|no per_page|on the|everywhere|query/,
  // If only the first response differs, a record may have been removed meanwhile.
  'total is one more': /everywhere|no per_page|in the first response/,
  'total is the count of the page': /in the first response/,
}

const numbers = inPlaces(
  pagedIds.flatMap((on) => {
    const more = { reachedBy: checksOf(on, 'current-page') }
    return [
      ...rulesOf(numberRules(on), namedPlacesOf(on), more).map(({ places, ...rule }) => ({
        ...rule,
        places: places.filter(({ name }) => !nothing[rule.inWords]?.test(name)),
      })),
      ...rulesOf(
        {
          // Only a page after the last one has empty links.
          '2.1/pagination: links is an empty array where it is empty': (json) => {
            if (Number(pagesOf(json)['total_pages']) <= 1 || !dataOf(json)[0]) pagesOf(json)['links'] = []
          },
        },
        namedPlacesOf(on).slice(0, 1),
        { breaks: ['2.1#links'], ...more },
      ),
    ]
  }),
)

type FitsQuery = (query: URLSearchParams) => boolean
type QueryChange = (query: URLSearchParams) => void

const isSized =
  (size: number): FitsQuery =>
  (query) =>
    numberIn(query, 'per_page') === size

/** Adds to the number in a parameter of a query, if there is one. */
const raise =
  (name: string, by: number): QueryChange =>
  (query) => {
    const number = numberIn(query, name)
    if (number !== undefined) query.set(name, String(number + by))
  }

const ofSize = ['per-page', 'pages-partition', 'per-page-of-fifty']
const ofNumber = ['page', 'pages-partition', 'current-page']

type QueryRule = readonly [slugs: readonly string[], sizes: readonly number[], change: QueryChange]

/** Errors in the query of a list, with their checks, and with the page sizes at which the kit asks for it. */
const queryRules: Readonly<Record<string, QueryRule>> = {
  'per_page is ignored': [ofSize, [1, 3, 7, 50], (query) => query.delete('per_page')],
  'one item more comes': [ofSize, [1, 3, 7], raise('per_page', 1)],
  'one item less comes': [ofSize, [10, 50], raise('per_page', -1)],
  'page is ignored': [ofNumber, [1, 7, 50], (query) => query.delete('page')],
  'the page after the one requested comes': [ofNumber, [1, 7, 50], raise('page', 1)],
}

const queries = pagedIds.flatMap((on) => [
  ...product(
    Object.entries(queryRules),
    ([, [slugs, sizes]]) =>
      sizes.filter(
        (size) =>
          // A list without a documented maximum need not have so many on a page.
          (limitedIds.includes(on) || slugs !== ofSize || size < 10) && (!isShort(on) || size === 1),
      ),
    ([inWords, [slugs, , change]], size) =>
      mutant(checksOf(on, ...slugs), `${inWords}, where per_page=${size}`, () =>
        requeried(on, (query) => {
          if (isSized(size)(query)) change(query)
        }),
      ),
  ),
  mutant(checksOf(on, 'first-page'), 'the second page comes where none is requested', () =>
    requeried(on, (query) => {
      if (!query.has('page')) query.set('page', '2')
    }),
  ),
])

/** Pages that exist according to `total`, with the check that asks for them. */
const existing: Readonly<Record<string, readonly [slug: string, fits: FitsQuery]>> = {
  'the second page': ['page', (query) => numberIn(query, 'page') === 2],
  'pages after the second': ['pages-partition', (query) => (numberIn(query, 'page') ?? 1) > 2],
  'per_page=50': ['per-page-of-fifty', isSized(50)],
}

/** Pages that are refused or fail, although they exist. */
const refusals = pagedIds.flatMap((on) =>
  product(
    Object.entries(existing).filter(([, [slug]]) => checksOf(on, slug).length > 0),
    [422, 400, 404, 500] as const,
    ([inWords, [slug, fits]], status) =>
      mutant(checksOf(on, slug), `${inWords} with ${status}`, () =>
        refusedWhen(on, (request) => fits(queryOf(request)), status),
      ),
  ),
)

/** Serves so many records where a query asks for them, and says a page size. */
const tooMany = (on: PagedId, inWords: string, fits: FitsQuery, many: number, said = many): Mutant =>
  mutant(checksOf(on, 'per-page-maximum'), inWords, () =>
    instead(on, async (request, next) => {
      if (!fits(queryOf(request))) return next(request)
      const { response, json, all } = await wholeList(request, next)
      const data = all.slice(0, many)
      const total_pages = Math.ceil(all.length / said)
      Object.assign(pagesOf(json), { per_page: said, count: data.length, current_page: 1, total_pages })
      return { ...response, json: { ...json, data } }
    }),
  )

/** Queries for more than the maximum, by more than its number. */
const unusual: Readonly<Record<string, FitsQuery>> = {
  'where page=2': (query) => query.get('page') === '2',
  'where per_page is written otherwise': (query) => !/^[1-9]/.test(query.get('per_page') ?? '1'),
  'beyond 100000': (query) => Number(query.get('per_page')) > 100_000,
}

/** The first and the last page size of ranges beyond the maximum. */
const ranges = { 52: 59, 61: 74, 76: 89, 90: 99 }

/** Pages beyond the maximum of section 8. */
const maximum = limitedIds.flatMap((on): readonly Mutant[] => [
  ...product(
    [51, 60, 75, 100, 101, 1000].flatMap((asked) => ['', 'a page and '].map((more) => ({ asked, more }))),
    ({ asked }) => [asked, 50],
    ({ asked, more }, said) =>
      tooMany(
        on,
        `all are served and ${said} said, where ${more}per_page=${asked}`,
        (query) => isSized(asked)(query) && query.has('page') === (more !== ''),
        asked,
        said,
      ),
  ),
  ...Object.entries(unusual).map(([inWords, fits]) => {
    const isBeyond: FitsQuery = (query) => Number(query.get('per_page')) > 50 && fits(query)
    return tooMany(on, `all are served, ${inWords}`, isBeyond, 60)
  }),
  ...[51, 75, 100].map((many) => {
    const isPlain: FitsQuery = (query) => !query.has('per_page') && !query.has('page')
    return tooMany(on, `${many} are served, where no per_page is given`, isPlain, many)
  }),
  ...Object.entries(ranges).map(([from, to]) =>
    mutant(checksOf(on, 'per-page-maximum'), `sizes from ${from} to ${to} are said`, () =>
      answered(on, (json, request) => {
        const size = numberIn(queryOf(request), 'per_page') ?? 0
        if (size >= Number(from) && size <= to) pagesOf(json)['per_page'] = size
      }),
    ),
  ),
])

/** Errors in the numbers of pages, and in the use of `page` and `per_page`. */
export const pages: readonly Mutant[] = [...numbers, ...queries, ...refusals, ...maximum]
