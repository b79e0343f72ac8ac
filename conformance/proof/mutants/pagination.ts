import { operations, type PagedId, pagedIds } from '../../../src/contract/index.ts'
import { answeredIn, dataOf, pagesOf, requeried } from '../changes.ts'
import { isObject, type JsonObject } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt, placesOf } from '../places.ts'

/** An error in the `meta` or the numbers of a page. */
interface PageRule {
  /** Id of the check; without its section if each list has its own check. */
  readonly check: string
  /** Other checks that find the error. */
  readonly others?: readonly string[]
  readonly clause: string
  readonly inWords: string
  readonly shows?: string
  readonly change: (json: JsonObject) => unknown
  /** Whether the change has no effect in a place, or one that the document allows. */
  readonly isNothing?: (place: string) => boolean
}

/** Values of a field of `meta.pagination` that are wrong. */
const wrongFields: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  total: { 'is text': '12', 'is null': null, 'is absent': undefined, 'is a fraction': 12.5 },
  count: { 'is text': '12', 'is null': null, 'is absent': undefined },
  per_page: { 'is text': '20', 'is null': null, 'is absent': undefined },
  current_page: { 'is text': '1', 'is null': null, 'is absent': undefined },
  total_pages: { 'is text': '3', 'is a fraction': 2.5, 'is absent': undefined },
  links: {
    'is an empty array': [],
    'has a null': { previous: null, next: 'http://example.com/?page=2' },
    'has a number': { next: 2 },
    'is absent': undefined,
    'is null': null,
    'is text': '?page=2',
  },
}

const fieldRules: readonly PageRule[] = Object.entries(wrongFields).flatMap(([field, ways]) =>
  Object.entries(ways).map(([inWords, value]) => ({
    check: '2.1/pagination',
    clause: `2.1#${field}`,
    inWords: `${field} ${inWords}`,
    shows: field,
    change: (json) => {
      if (value === undefined) delete pagesOf(json)[field]
      else pagesOf(json)[field] = value
    },
  })),
)

/** Adds a number to a field of `meta.pagination`. */
const add = (field: string, by: number) => (json: JsonObject) => {
  pagesOf(json)[field] = Number(pagesOf(json)[field]) + by
}

const set = (field: string, value: (pages: JsonObject) => unknown) => (json: JsonObject) => {
  pagesOf(json)[field] = value(pagesOf(json))
}

const metaOf = (json: JsonObject): JsonObject => (isObject(json['meta']) ? json['meta'] : {})

const numberRules: readonly PageRule[] = [
  {
    check: '/pagination',
    clause: '#pagination',
    inWords: 'meta is absent',
    change: ({ meta: _, ...rest }) => rest,
  },
  {
    check: '/pagination',
    clause: '#pagination',
    inWords: 'pagination is next to meta instead of in it',
    change(json) {
      const { pagination, ...meta } = metaOf(json)
      return { ...json, pagination, meta }
    },
  },
  {
    check: '2.1/count-of-data',
    clause: '2.1#count-of-data',
    inWords: 'count is one more',
    change: add('count', 1),
  },
  {
    check: '2.1/count-of-data',
    clause: '2.1#count-of-data',
    inWords: 'an item is lost',
    change: (json) => ({ ...json, data: dataOf(json).slice(0, -1) }),
  },
  {
    check: '2.1/count-within-page',
    clause: '2.1#count-within-page',
    inWords: 'an item is lost and not counted',
    change(json) {
      pagesOf(json)['count'] = dataOf(json).length - 1
      return { ...json, data: dataOf(json).slice(0, -1) }
    },
  },
  {
    check: '2.1/total-pages',
    clause: '2.1#total-pages-of-total',
    inWords: 'total_pages is one more',
    change: add('total_pages', 1),
  },
  {
    check: '2.1/total-pages',
    clause: '2.1#total-pages-of-total',
    inWords: 'total_pages is rounded down',
    change: set('total_pages', ({ total, per_page }) => Math.floor(Number(total) / Number(per_page))),
    isNothing: (place) => place.includes('per_page=1'),
  },
  {
    check: '/current-page',
    others: ['/first-page'],
    clause: '#page',
    inWords: 'current_page counts from zero',
    change: add('current_page', -1),
  },
  {
    check: '/current-page',
    others: ['/first-page'],
    clause: '#page',
    inWords: 'current_page is one more',
    change: add('current_page', 1),
  },
  {
    check: '/per-page',
    clause: '#per-page',
    inWords: 'another per_page is said',
    change: add('per_page', 1),
    // In these places the request has no `per_page` to differ from.
    isNothing: (place) => /first|every second|no per_page|on the|everywhere|query/.test(place),
  },
  {
    check: '/total-constant',
    clause: '2.1#total-constant',
    inWords: 'total is one more',
    others: ['/pages-partition'],
    change: add('total', 1),
    // If only the first response differs, a record may have been removed meanwhile.
    isNothing: (place) =>
      ['everywhere', 'where no per_page is given', 'in the first response'].includes(place),
  },
  {
    check: '/total-constant',
    clause: '2.1#total-constant',
    inWords: 'total is the count of the page',
    others: ['/pages-partition'],
    change: set('total', ({ count }) => count),
    isNothing: (place) => place === 'in the first response',
  },
]

const rules = (id: PagedId): readonly PageRule[] => [
  ...fieldRules,
  ...numberRules,
  ...(id === 'listServerBackups' ? backupRules : []),
]

const backupCounts: Readonly<Record<string, unknown>> = {
  'is text': '3',
  'is absent': undefined,
  'is null': null,
  'is a fraction': 1.5,
}

const backupRules: readonly PageRule[] = [
  ...Object.entries(backupCounts).map(
    ([inWords, value]): PageRule => ({
      check: '2.12/backup-count',
      clause: '2.12#backup_count',
      inWords: `backup_count ${inWords}`,
      change(json) {
        if (value === undefined) delete metaOf(json)['backup_count']
        else metaOf(json)['backup_count'] = value
      },
    }),
  ),
  {
    check: '2.12/backup-count',
    clause: '2.12#backup_count',
    inWords: 'backup_count stands in pagination',
    change(json) {
      const { backup_count, ...meta } = metaOf(json)
      pagesOf(json)['backup_count'] = backup_count
      return { ...json, meta }
    },
  },
  {
    check: '4.7/distinct',
    clause: '4.7#distinct',
    inWords: 'a backup is there twice',
    change(json) {
      const [first, ...others] = dataOf(json)
      return { ...json, data: [first, ...others.slice(0, -1), first] }
    },
    isNothing: (place) => place.includes('per_page=1'),
  },
]

/** An empty `links` as an array, as PHP encodes empty maps. */
const emptyLinks: readonly Mutant[] = pagedIds.map((on) => ({
  name: `2.1/pagination: links is an empty array where it is empty, in ${operations[on].section}`,
  breaks: ['2.1#links'],
  caughtBy: ['2.1/pagination'],
  // Only a page after the last one has empty links.
  reachedBy: [`${operations[on].section}/current-page`],
  shows: 'links',
  isOnlyInFull: true,
  make: () =>
    answeredIn(
      on,
      (json) => Number(pagesOf(json)['total_pages']) <= 1 || dataOf(json).length === 0,
      set('links', () => []),
    ),
}))

/** A request without a page that is answered with the second page. */
const secondFirst: readonly Mutant[] = pagedIds.map((on) => ({
  name: `${operations[on].section}/first-page: the second page comes where none is requested`,
  breaks: ['2.1#first-page'],
  caughtBy: [`${operations[on].section}/first-page`],
  make: () =>
    requeried(on, (query) => {
      if (!query.has('page')) query.set('page', '2')
    }),
}))

/** Errors in the numbers and `meta` of pages, in each kind of page. */
export const pagination: readonly Mutant[] = [
  ...secondFirst,
  ...pagedIds.flatMap((on) => {
    const { section } = operations[on]
    const full = (id: string): string => (/^[/#]/.test(id) ? section + id : id)
    return product(
      rules(on),
      ({ isNothing }) => placesOf(on).filter(({ name }) => !isNothing?.(name)),
      ({ check, others = [], clause, inWords, shows, change }, place) => ({
        name: `${full(check)}: ${inWords}, in ${section}, ${place.name}`,
        breaks: [full(clause)],
        caughtBy: [check, ...others].map(full),
        reachedBy: place.reachedBy,
        ...(shows !== undefined && { shows }),
        make: answeredAt(on, place, change),
      }),
    )
  }),
  ...emptyLinks,
]
