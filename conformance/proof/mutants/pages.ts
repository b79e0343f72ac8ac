import { operations, type PagedId, pagedIds } from '../../../src/contract/index.ts'
import {
  answered,
  answeredIn,
  dataOf,
  pagesOf,
  queryOf,
  refusedWhen,
  requeried,
  resources,
  timesOf,
} from '../changes.ts'
import { isObject, type JsonObject, type MakeMiddleware, type Next, type ProxyRequest } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { shortList } from '../short-list.ts'

const numberIn = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name)
  return text === null ? undefined : Number(text)
}

/** Page sizes that the kit may request. */
const sizes = [1, 3, 7, 50] as const

/** Errors in the query of a list, for pages of a given size. */
const queryRules: Readonly<
  Record<string, { slugs: readonly string[]; clause: string; change: (query: URLSearchParams) => void }>
> = {
  'per_page is ignored': {
    slugs: ['per-page', 'pages-partition', 'per-page-of-fifty'],
    clause: '#per-page',
    change: (query) => query.delete('per_page'),
  },
  'one item more comes': {
    slugs: ['per-page', 'pages-partition', 'per-page-of-fifty'],
    clause: '#per-page',
    change: (query) => {
      const size = numberIn(query, 'per_page') ?? 0
      // The server behind the proxy has a maximum page size too.
      query.set('per_page', String(size === 50 ? 49 : size + 1))
    },
  },
  'page is ignored': {
    slugs: ['page', 'pages-partition', 'current-page'],
    clause: '#page',
    change: (query) => query.delete('page'),
  },
  'the page after the one requested comes': {
    slugs: ['page', 'pages-partition', 'current-page'],
    clause: '#page',
    change: (query) => {
      if (query.has('page')) query.set('page', String(Number(query.get('page')) + 1))
    },
  },
}

/** Whether the kit requests more than the first page of a size. */
const isWalked = (size: number): boolean => size !== 3

const queries = pagedIds.flatMap((on) => {
  const { section } = operations[on]
  return product(
    Object.entries(queryRules),
    ([inWords]) =>
      sizes.filter((size) => inWords.startsWith('per_page') || inWords.startsWith('one') || isWalked(size)),
    ([inWords, { slugs, clause, change }], size): Mutant => ({
      name: `${section}/${slugs[0]}: ${inWords}, where per_page=${size}`,
      breaks: [`${section}${clause}`, '2.1#pages-partition'],
      caughtBy: slugs
        .filter((slug) => section === '4.7' || slug !== 'per-page-of-fifty')
        .map((slug) => `${section}/${slug}`),
      make: () =>
        requeried(on, (query) => {
          if (numberIn(query, 'per_page') === size) change(query)
        }),
    }),
  ).filter(
    ({ name }) => section === '4.7' || !name.endsWith('per_page=50') || !/is ignored|one item/.test(name),
  )
})

/** Pages that are refused or fail, although they exist according to `total`. */
const refusals = pagedIds.flatMap((on) => {
  const { section } = operations[on]
  const rows: readonly (readonly [
    slug: string,
    inWords: string,
    fits: (query: URLSearchParams) => boolean,
  ])[] = [
    ['page', 'the second page', (query) => numberIn(query, 'page') === 2],
    ['pages-partition', 'pages after the second', (query) => (numberIn(query, 'page') ?? 1) > 2],
    ...(on === 'listServerBackups'
      ? ([
          ['per-page-of-fifty', 'per_page=50', (query) => numberIn(query, 'per_page') === 50],
        ] as const satisfies readonly (readonly [string, string, (query: URLSearchParams) => boolean])[])
      : []),
  ]
  return product(
    rows,
    [422, 400, 404, 500] as const,
    ([slug, inWords, fits], status): Mutant => ({
      name: `${section}/${slug}: ${inWords} with ${status}`,
      breaks: [
        `${section}#page`,
        '2.1#pages-partition',
        ...(section === '4.7' ? ['4.7#per-page-maximum'] : []),
      ],
      caughtBy: [`${section}/${slug}`],
      make: () => refusedWhen(on, (request) => fits(queryOf(request)), status),
    }),
  )
})

/** Serves as many backups as a query requests, or more. */
const serving =
  (fits: (request: ProxyRequest) => boolean, many: number, said: number): MakeMiddleware =>
  () =>
  async (request, next) => {
    if (request.operation !== 'listServerBackups' || !fits(request)) return next(request)
    const whole = await wholeList(request, next)
    const data = whole.data.slice(0, many)
    Object.assign(pagesOf(whole.first), {
      per_page: said,
      count: data.length,
      current_page: 1,
      total_pages: Math.ceil(whole.data.length / said),
    })
    return { ...whole.response, json: { ...whole.first, data } }
  }

async function wholeList(request: ProxyRequest, next: Next) {
  const [path] = request.path.split('?')
  const page = async (number: number) => {
    const response = await next({ ...request, path: `${path}?per_page=50&page=${number}` })
    const json: JsonObject = isObject(response.json) ? response.json : {}
    return { response, json }
  }
  const { response, json: first } = await page(1)
  const data = [...dataOf(first)]
  for (let number = 2; number <= Number(pagesOf(first)['total_pages']); number += 1)
    data.push(...dataOf((await page(number)).json))
  return { response, first, data }
}

/** Pages beyond the maximum: the query, the number of backups, and the `per_page` of the response. */
const maximum: readonly Mutant[] = [
  ...[51, 60, 75, 100, 101, 1000].flatMap((asked) =>
    (
      [
        ['', (query: URLSearchParams) => !query.has('page')],
        ['a page and ', (query: URLSearchParams) => query.has('page')],
      ] as const
    ).flatMap(([beside, fits]) =>
      [asked, 50].map(
        (said): Mutant => ({
          name: `4.7/per-page-maximum: all are served and ${said} said, where ${beside}per_page=${asked}`,
          breaks: ['4.7#per-page-maximum', '4.7#per-page'],
          caughtBy: ['4.7/per-page-maximum'],
          isOnlyInFull: said === 50 && asked !== 100,
          make: serving(
            (request) => numberIn(queryOf(request), 'per_page') === asked && fits(queryOf(request)),
            asked,
            said,
          ),
        }),
      ),
    ),
  ),
  ...Object.entries({
    'where page=2': (query: URLSearchParams) => query.get('page') === '2',
    'where per_page is written otherwise': (query: URLSearchParams) =>
      !/^[1-9]/.test(query.get('per_page') ?? '1'),
    'beyond 100000': (query: URLSearchParams) => Number(query.get('per_page')) > 100_000,
  }).map(
    ([inWords, fits]): Mutant => ({
      name: `4.7/per-page-maximum: all are served, ${inWords}`,
      breaks: ['4.7#per-page-maximum'],
      caughtBy: ['4.7/per-page-maximum'],
      make: serving(
        (request) => Number(queryOf(request).get('per_page')) > 50 && fits(queryOf(request)),
        60,
        60,
      ),
    }),
  ),
  ...([51, 75, 100] as const).map(
    (many): Mutant => ({
      name: `4.7/per-page-maximum: ${many} are served, where no per_page is given`,
      breaks: ['4.7#per-page-maximum'],
      caughtBy: ['4.7/per-page-maximum'],
      make: serving(
        (request) => !queryOf(request).has('per_page') && !queryOf(request).has('page'),
        many,
        many,
      ),
    }),
  ),
  {
    name: '4.7/per-page-of-fifty: 25 are served, where per_page=50',
    breaks: ['4.7#per-page-maximum', '4.7#per-page'],
    caughtBy: ['4.7/per-page-of-fifty', '4.7/per-page'],
    make: () =>
      requeried('listServerBackups', (query) => {
        if (numberIn(query, 'per_page') === 50) query.set('per_page', '25')
      }),
  },
]

/** Lists that lose, repeat or change records. */
const records = (on: PagedId): readonly Mutant[] => {
  const { section } = operations[on]
  const mutant = (
    slug: string,
    inWords: string,
    clause: string,
    make: MakeMiddleware,
    others: readonly string[] = [],
  ): Mutant => ({
    name: `${section}/${slug}: ${inWords}`,
    breaks: [clause],
    caughtBy: [`${section}/${slug}`, ...others],
    make,
  })
  return [
    mutant('page', 'of five, every page is the first but says otherwise', `${section}#page`, () =>
      shortList(on, 5, () => 1),
    ),
    mutant(
      'page',
      'of five, the second page is empty',
      `${section}#page`,
      () => shortList(on, 5, (page) => (page === 2 ? 9 : page)),
      ['2.1/count-within-page'],
    ),
    mutant('pages-partition', 'of five, the third page is the second', '2.1#pages-partition', () =>
      shortList(on, 5, (page) => (page === 3 ? 2 : page)),
    ),
    mutant(
      'pages-partition',
      'each page begins with the first record of the list',
      '2.1#pages-partition',
      () => {
        let first: unknown
        return answered(on, (json) => {
          const [head, ...rest] = dataOf(json)
          first ??= head
          return { ...json, data: head === undefined ? [] : [first, ...rest] }
        })
      },
    ),
    mutant(
      'pages-partition',
      'without per_page, the last record of page 2 is another',
      '2.1#pages-partition',
      () =>
        answeredIn(
          on,
          (_, request) => queryOf(request).get('page') === '2' && !queryOf(request).has('per_page'),
          resources('any', (attributes) => Object.assign(attributes, { name: 'another' }), { item: 'last' }),
        ),
    ),
    mutant('pages-partition', 'total counts three that no page holds', '2.1#pages-partition', () =>
      answered(on, (json) => {
        pagesOf(json)['total'] = Number(pagesOf(json)['total']) + 3
      }),
    ),
    mutant('stable', 'the second time a page has other names', `${section}#stable`, () => {
      const times = timesOf()
      return answeredIn(
        on,
        (_, request) => times(request) === 2,
        resources('any', (attributes) => Object.assign(attributes, { name: 'another' })),
      )
    }),
    mutant(
      'stable',
      'records come in another order each time',
      `${section}#stable`,
      () => {
        let times = 0
        return async (request, next) => {
          if (request.operation !== on || request.path.includes('?')) return next(request)
          times += 1
          const all: unknown[] = []
          for (const page of [1, 2]) {
            const { json } = await next({ ...request, path: `${request.path}?per_page=50&page=${page}` })
            if (isObject(json)) all.push(...dataOf(json))
          }
          const plain = await next(request)
          if (!isObject(plain.json)) return plain
          const rank = (record: unknown): number => ((all.indexOf(record) + 1) * (times * 7 + 1)) % 101
          const order = all.toSorted((one, other) => rank(one) - rank(other))
          const data = order.slice(0, dataOf(plain.json).length)
          return { ...plain, json: { ...plain.json, data } }
        }
      },
      [`${section}/pages-partition`],
    ),
    mutant('stable', 'the second time is refused', `${section}#stable`, () => {
      const times = timesOf()
      return refusedWhen(on, (request) => times(request) === 2)
    }),
  ]
}

/** Lists that respond to a query with another page. */
export const pages: readonly Mutant[] = [...queries, ...refusals, ...maximum, ...pagedIds.flatMap(records)]
