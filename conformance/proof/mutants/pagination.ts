import { answered, dataOf, pagesOf, queryOf, refusedWhen, requeried, timesOf } from '../changes.ts'
import { type Bag, isBag, type MakeLayer } from '../exchange.ts'
import type { Mutant } from '../mutant.ts'
import { shortList } from '../short-list.ts'

const listings = [
  { on: 'listServerBackups', section: '4.7' },
  { on: 'listHostDatabases', section: '4.8' },
] as const

type Listed = (typeof listings)[number]['on']

/** Changes `meta.pagination` of one list. */
const pages =
  (on: Listed, change: (pagination: Bag, json: Bag) => void): MakeLayer =>
  () =>
    answered(on, (json) => change(pagesOf(json), json))

/** Changes the query of one list. */
const query =
  (on: Listed, change: (query: URLSearchParams) => void): MakeLayer =>
  () =>
    requeried(on, change)

/** `meta.pagination` with a field that is wrong. */
const wrongFields: Readonly<Record<string, readonly [inWords: string, value: unknown][]>> = {
  total: [
    ['text', '12'],
    ['null', null],
  ],
  count: [
    ['text', '12'],
    ['missing', undefined],
  ],
  per_page: [
    ['text', '20'],
    ['missing', undefined],
  ],
  current_page: [
    ['text', '1'],
    ['null', null],
  ],
  total_pages: [
    ['a fraction', 2.5],
    ['missing', undefined],
  ],
  links: [
    ['an empty array', []],
    ['a map with null', { previous: null, next: 'http://example.com/?page=2' }],
    ['missing', undefined],
    ['null', null],
  ],
}

const fieldMutants: readonly Mutant[] = Object.entries(wrongFields).flatMap(([field, ways]) =>
  ways.map(
    ([inWords, value]): Mutant => ({
      name: `pagination: ${field} is ${inWords}`,
      breaks: [`2.1#${field}`],
      caughtBy: '2.1/pagination',
      shows: field,
      make: pages('listServerBackups', (pagination) => {
        if (value === undefined) delete pagination[field]
        else pagination[field] = value
      }),
    }),
  ),
)

/** What can go wrong alike in both lists. */
const listingMutants = ({ on, section }: (typeof listings)[number]): readonly Mutant[] => [
  {
    name: `pagination: ${on} without pagination`,
    breaks: [`${section}#pagination`],
    caughtBy: `${section}/pagination`,
    make: () => answered(on, ({ meta: _, ...rest }) => rest),
  },
  {
    name: `pagination: ${on} with pagination beside meta`,
    breaks: [`${section}#pagination`],
    caughtBy: `${section}/pagination`,
    make: () =>
      answered(on, (json) => {
        const { pagination, ...meta } = isBag(json['meta']) ? json['meta'] : {}
        return { ...json, pagination, meta }
      }),
  },
  {
    name: `pagination: ${on} ignores per_page`,
    breaks: [`${section}#per-page`],
    caughtBy: `${section}/per-page`,
    make: query(on, (search) => search.delete('per_page')),
  },
  {
    name: `pagination: ${on} holds one item more than per_page`,
    breaks: [`${section}#per-page`],
    caughtBy: `${section}/per-page`,
    make: query(on, (search) => {
      const size = Number(search.get('per_page') ?? 0)
      if (size > 0 && size < 50) search.set('per_page', String(size + 1))
    }),
  },
  {
    name: `pagination: ${on} says another per_page than it was asked for`,
    breaks: [`${section}#per-page`],
    caughtBy: `${section}/per-page`,
    shows: 'per_page',
    make: pages(on, (pagination) => {
      pagination['per_page'] = 20
    }),
  },
  {
    name: `pagination: ${on} serves whole pages of ten only`,
    breaks: [`${section}#per-page`],
    caughtBy: `${section}/per-page`,
    make: query(on, (search) => {
      const size = Number(search.get('per_page') ?? 20)
      search.set('per_page', String(Math.max(10, size)))
    }),
  },
  {
    name: `pagination: ${on} ignores page`,
    breaks: [`${section}#page`],
    caughtBy: `${section}/page`,
    make: query(on, (search) => search.delete('page')),
  },
  {
    name: `pagination: ${on} ignores page but says it did not`,
    breaks: ['2.1#pages-partition', `${section}#page`],
    caughtBy: `${section}/pages-partition`,
    make: () => {
      let asked = 1
      const forget = requeried(on, (search) => {
        asked = Number(search.get('page') ?? 1)
        search.delete('page')
      })
      return async (ask, next) => {
        const answer = await forget(ask, next)
        if (ask.operation === on && isBag(answer.json)) pagesOf(answer.json)['current_page'] = asked
        return answer
      }
    },
  },
  {
    name: `pagination: ${on} has no second page`,
    breaks: [`${section}#page`],
    caughtBy: `${section}/page`,
    shows: 'refused',
    make: () => refusedWhen(on, ({ path }) => path.includes('page=2'), 404),
  },
  {
    name: `pagination: ${on} of five ignores page but says it did not`,
    breaks: [`${section}#page`],
    caughtBy: `${section}/page`,
    shows: 'what the first one held',
    make: () => shortList(on, 5, () => 1),
  },
  {
    name: `pagination: ${on} of five has nothing on its second page`,
    breaks: [`${section}#page`],
    caughtBy: `${section}/page`,
    shows: 'empty',
    make: () => shortList(on, 5, (page) => (page === 2 ? 9 : page)),
  },
  {
    name: `pagination: ${on} of five serves its second page as the third too`,
    breaks: ['2.1#pages-partition'],
    caughtBy: `${section}/pages-partition`,
    shows: 'Pages of 1',
    make: () => shortList(on, 5, (page) => (page === 3 ? 2 : page)),
  },
  {
    name: `pagination: ${on} has no page after the second`,
    breaks: ['2.1#pages-partition', `${section}#page`],
    caughtBy: `${section}/pages-partition`,
    shows: 'Another page',
    make: query(on, (search) => {
      if (Number(search.get('page')) > 2) search.set('page', '2')
    }),
  },
  {
    name: `pagination: ${on} refuses the pages after the second`,
    breaks: ['2.1#pages-partition', `${section}#page`],
    caughtBy: `${section}/pages-partition`,
    shows: 'Page 3 is refused',
    make: () => refusedWhen(on, (ask) => Number(queryOf(ask).get('page')) > 2),
  },
  {
    name: `pagination: ${on} breaks down after the second page`,
    breaks: ['2.1#pages-partition', `${section}#page`],
    caughtBy: `${section}/pages-partition`,
    shows: 'error of the server, 500',
    make: () => refusedWhen(on, (ask) => Number(queryOf(ask).get('page')) > 2, 500),
  },
  {
    name: `pagination: ${on} breaks down over pages of three`,
    breaks: ['2.1#total-constant', `${section}#per-page`],
    caughtBy: `${section}/total-constant`,
    shows: 'error of the server, 500',
    make: () => refusedWhen(on, (ask) => queryOf(ask).get('per_page') === '3', 500),
  },
  {
    name: `pagination: ${on} refuses to be asked again`,
    breaks: [`${section}#stable`],
    caughtBy: `${section}/stable`,
    shows: 'refused',
    make: () => {
      const times = timesOf()
      return refusedWhen(on, (ask) => times(ask) > 1)
    },
  },
  {
    name: `pagination: ${on} refuses per_page`,
    breaks: [`${section}#per-page`],
    caughtBy: `${section}/per-page`,
    shows: 'refused',
    make: () => refusedWhen(on, ({ path }) => path.includes('per_page=')),
  },
  {
    name: `pagination: ${on} counts pages from zero`,
    breaks: [`${section}#page`],
    caughtBy: `${section}/page`,
    make: pages(on, (pagination) => {
      pagination['current_page'] = Number(pagination['current_page']) - 1
    }),
  },
  {
    name: `pagination: ${on} serves the page after the one asked for`,
    breaks: [`${section}#page`],
    caughtBy: `${section}/page`,
    make: query(on, (search) => {
      if (search.has('page')) search.set('page', String(Number(search.get('page')) + 1))
    }),
  },
  {
    name: `pagination: ${on} loses the last item of each full page`,
    breaks: ['2.1#pages-partition'],
    caughtBy: `${section}/pages-partition`,
    make: () =>
      answered(on, (json) => {
        const data = dataOf(json)
        return data.length >= 7 ? { ...json, data: data.slice(0, -1) } : json
      }),
  },
  {
    name: `pagination: ${on} repeats the first item of the list on every page`,
    breaks: ['2.1#pages-partition'],
    caughtBy: `${section}/pages-partition`,
    make: () => {
      let first: unknown
      return answered(on, (json) => {
        const [head, ...rest] = dataOf(json)
        first ??= head
        return { ...json, data: head === undefined ? [] : [first, ...rest] }
      })
    },
  },
  {
    name: `pagination: ${on} has a total that drifts with every answer`,
    breaks: ['2.1#total-constant'],
    caughtBy: `${section}/total-constant`,
    shows: 'total',
    make: () => {
      let drift = 0
      return answered(on, (json) => {
        const pagination = pagesOf(json)
        pagination['total'] = Number(pagination['total']) + drift
        drift += 1
      })
    },
  },
  {
    name: `pagination: ${on} counts records in its total that no page holds`,
    breaks: ['2.1#pages-partition'],
    caughtBy: `${section}/pages-partition`,
    make: pages(on, (pagination) => {
      pagination['total'] = Number(pagination['total']) + 3
    }),
  },
  {
    name: `pagination: ${on} has the count of the page as its total`,
    breaks: ['2.1#total-constant'],
    caughtBy: `${section}/total-constant`,
    shows: 'total',
    make: pages(on, (pagination) => {
      pagination['total'] = pagination['count']
    }),
  },
  {
    name: `pagination: ${on} has another list every time`,
    breaks: [`${section}#stable`],
    caughtBy: `${section}/stable`,
    make: () => {
      let times = 0
      return answered(on, (json) => {
        times += 1
        for (const item of dataOf(json)) {
          if (isBag(item) && isBag(item['attributes'])) {
            item['attributes']['name'] = `${item['attributes']['name']} ${times}`
          }
        }
      })
    },
  },
  {
    name: `pagination: ${on} has lost an item when asked again`,
    breaks: [`${section}#stable`],
    caughtBy: `${section}/stable`,
    make: () => {
      const times = timesOf()
      return answered(on, (json, ask) => (times(ask) > 1 ? { ...json, data: dataOf(json).slice(1) } : json))
    },
  },
  {
    name: `pagination: ${on} counts one item too many`,
    breaks: ['2.1#count-of-data'],
    caughtBy: '2.1/count-of-data',
    make: pages(on, (pagination) => {
      pagination['count'] = Number(pagination['count']) + 1
    }),
  },
  {
    name: `pagination: ${on} has the total as its count`,
    breaks: ['2.1#count-of-data'],
    caughtBy: '2.1/count-of-data',
    make: () =>
      answered(on, (json) => {
        const pagination = pagesOf(json)
        pagination['count'] = pagination['total']
        return { ...json, data: dataOf(json).slice(0, 1) }
      }),
  },
  {
    name: `pagination: ${on} has a per_page below its count`,
    breaks: ['2.1#count-within-page'],
    caughtBy: '2.1/count-within-page',
    make: pages(on, (pagination) => {
      pagination['per_page'] = 1
    }),
  },
  {
    name: `pagination: ${on} rounds total_pages down`,
    breaks: ['2.1#total-pages-of-total'],
    caughtBy: '2.1/total-pages',
    make: pages(on, (pagination) => {
      pagination['total_pages'] = Math.floor(Number(pagination['total']) / Number(pagination['per_page']))
    }),
  },
  {
    name: `pagination: ${on} has one page too many`,
    breaks: ['2.1#total-pages-of-total'],
    caughtBy: '2.1/total-pages',
    make: pages(on, (pagination) => {
      pagination['total_pages'] = Number(pagination['total_pages']) + 1
    }),
  },
]

/** What the backups alone can get wrong. */
const backupMutants: readonly Mutant[] = [
  {
    name: 'pagination: fifty-one backups are served',
    breaks: ['4.7#per-page-maximum'],
    caughtBy: '4.7/per-page-maximum',
    shows: '51',
    make: () => moreThanFifty,
  },
  {
    name: 'pagination: twenty-five backups are served where fifty are asked for',
    breaks: ['4.7#per-page-maximum', '4.7#per-page'],
    caughtBy: '4.7/per-page-maximum',
    shows: '25',
    make: query('listServerBackups', (search) => {
      if (Number(search.get('per_page')) > 25) search.set('per_page', '25')
    }),
  },
  ...(['per-page-maximum', 'pages-partition', 'total-constant'] as const).map(
    (slug): Mutant => ({
      name: `pagination: fifty backups a page are refused, to ${slug}`,
      breaks: ['4.7#per-page-maximum', '2.1#pages-partition', '2.1#total-constant'],
      caughtBy: `4.7/${slug}`,
      shows: 'A page of 50 backups is refused',
      make: () => refusedWhen('listServerBackups', (ask) => Number(queryOf(ask).get('per_page')) > 49),
    }),
  ),
  {
    name: 'pagination: fifty backups a page are too many for the server',
    breaks: ['4.7#per-page-maximum', '4.7#per-page'],
    caughtBy: '4.7/per-page-maximum',
    shows: 'error of the server, 500',
    make: () => refusedWhen('listServerBackups', (ask) => queryOf(ask).get('per_page') === '50', 500),
  },
  ...(
    [
      ['text', '3'],
      ['missing', undefined],
      ['null', null],
      ['a fraction', 1.5],
    ] as const
  ).map(
    ([inWords, value]): Mutant => ({
      name: `pagination: backup_count is ${inWords}`,
      breaks: ['2.12#backup_count'],
      caughtBy: '2.12/backup-count',
      shows: 'backup_count',
      make: () =>
        answered('listServerBackups', (json) => {
          const meta = isBag(json['meta']) ? json['meta'] : {}
          if (value === undefined) delete meta['backup_count']
          else meta['backup_count'] = value
        }),
    }),
  ),
  {
    name: 'pagination: backup_count stands in pagination',
    breaks: ['2.12#backup_count'],
    caughtBy: '2.12/backup-count',
    make: () =>
      answered('listServerBackups', (json) => {
        const { backup_count, ...meta } = isBag(json['meta']) ? json['meta'] : {}
        pagesOf(json)['backup_count'] = backup_count
        return { ...json, meta }
      }),
  },
]

/** Asks the server behind for two pages where one of fifty-one is wanted. */
const moreThanFifty: ReturnType<MakeLayer> = async (ask, next) => {
  if (ask.operation !== 'listServerBackups' || Number(queryOf(ask).get('per_page')) <= 50) return next(ask)
  const [path] = ask.path.split('?')
  const page = async (number: number) => {
    const answer = await next({ ...ask, path: `${path}?per_page=50&page=${number}` })
    return { answer, json: isBag(answer.json) ? answer.json : {} }
  }
  const [first, second] = [await page(1), await page(2)]
  const data = [...dataOf(first.json), ...dataOf(second.json)].slice(0, 51)
  Object.assign(pagesOf(first.json), { per_page: 51, count: data.length })
  return { ...first.answer, json: { ...first.json, data } }
}

export const pagination: readonly Mutant[] = [
  ...fieldMutants,
  {
    name: 'pagination: databases are linked by null',
    breaks: ['2.1#links'],
    caughtBy: '2.1/pagination',
    shows: 'links',
    make: pages('listHostDatabases', (pagination) => {
      pagination['links'] = { previous: null, next: null }
    }),
  },
  ...listings.flatMap(listingMutants),
  ...backupMutants,
]
