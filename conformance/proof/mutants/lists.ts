import {
  idsWithBody,
  isWriting,
  type OperationIdWithBody,
  operations,
  type PagedId,
  pagedIds,
  rowOf,
} from '../../../src/contract/index.ts'
import {
  answered,
  changedAt,
  dataOf,
  pagesOf,
  queryOf,
  refusedWhen,
  relationshipsOf,
  resources,
  timesOf,
} from '../changes.ts'
import type { JsonObject, MakeMiddleware } from '../messages.ts'
import { inPlaces, type Mutant, mutant, rulesOf } from '../mutant.ts'
import { placesOf } from '../places.ts'
import { shortList, wholeList } from '../whole-list.ts'

const isPaged = (id: OperationIdWithBody): id is PagedId => pagedIds.some((each) => each === id)

const listed = idsWithBody.filter((id) => operations[id].answer.envelope !== 'single')

/** Lists that are only read: the same request has the same list. */
const read = listed.filter((id) => !isWriting(id))

const twice: Readonly<Record<string, (data: readonly unknown[]) => readonly unknown[]>> = {
  'the first one': (data) => [...data.slice(0, 1), ...data],
  'the last one': (data) => [...data, ...data.slice(-1)],
  'the first one instead of the last': (data) => [...data.slice(0, -1), ...data.slice(0, 1)],
}

/** Records that belong to one resource each, there twice. */
const repeated = listed
  .filter((on) => rowOf(operations[on].answer.kind).identity.length > 0)
  .flatMap((on) =>
    inPlaces(
      Object.entries(twice)
        // A page holds as many records as it says.
        .filter(([inWords]) => isPaged(on) === inWords.includes('instead'))
        .map(([inWords, change]) => ({
          checks: `${operations[on].section}/distinct`,
          inWords: `a ${operations[on].answer.kind} is there twice, ${inWords}`,
          change: (json: JsonObject) => ({ ...json, data: change(dataOf(json)) }),
        })),
      placesOf(on).filter(
        ({ name }) => !/per_page=1$/.test(name) && !(isWriting(on) && name === 'with a query'),
      ),
    ),
  )

const renamed = (attributes: JsonObject): void => void Object.assign(attributes, { name: 'another' })

/** Lists that another request shows otherwise. */
const unstable = read.flatMap((on) => {
  const { section } = operations[on]
  const stable = `${section}/stable`
  const others = isPaged(on) ? [`${section}/pages-partition`, '2.1/count-within-page'] : ['4.4/same-server']
  const secondTime =
    (change: (json: JsonObject) => unknown): MakeMiddleware =>
    () => {
      const times = timesOf()
      return answered(on, (json, request) => (times(request) === 2 ? change(json) : undefined))
    }
  return [
    mutant(
      stable,
      'the second time records have other names',
      secondTime(resources('any', renamed, { place: 'top' })),
    ),
    // The list of mounts is only skipped then, because another request for it was granted.
    ...(isPaged(on)
      ? [
          mutant(stable, 'the second time is refused', () => {
            const times = timesOf()
            return refusedWhen(on, (request) => times(request) === 2)
          }),
        ]
      : []),
    mutant([stable, ...others], 'every fourth list is empty', () =>
      answered(on, (json, _, times) => {
        if (times % 4 !== 0) return
        json['data'] = []
        if (isPaged(on)) pagesOf(json)['count'] = 0
      }),
    ),
    mutant([stable, ...others], 'every second list is shorter', () =>
      answered(on, (json, _, times) => (times % 2 === 0 ? { ...json, data: dataOf(json).slice(1) } : json)),
    ),
  ]
})

/** Pages that lose, repeat or change records of a list. */
const walked = pagedIds.flatMap((on) => {
  const { section } = operations[on]
  const page = [`${section}/page`, '2.1/count-within-page']
  const partition = (inWords: string, make: MakeMiddleware): Mutant =>
    mutant(`${section}/pages-partition`, inWords, make)
  return [
    mutant(page, 'of five, every page is the first but says otherwise', () => shortList(on, 5, () => 1)),
    mutant(page, 'of five, the second page is empty', () =>
      shortList(on, 5, (number) => (number === 2 ? 9 : number)),
    ),
    partition('of five, the third page is the second', () =>
      shortList(on, 5, (number) => (number === 3 ? 2 : number)),
    ),
    partition('each page begins with the first record of the list', () => {
      let first: unknown
      return answered(on, (json) => {
        const [head, ...rest] = dataOf(json)
        first ??= head
        return { ...json, data: head === undefined ? [] : [first, ...rest] }
      })
    }),
    partition('without per_page, the last record of page 2 is another', () =>
      answered(on, (json, request) => {
        const query = queryOf(request)
        if (query.get('page') === '2' && !query.has('per_page'))
          resources('any', renamed, { item: 'last' })(json)
      }),
    ),
    partition('total counts three that no page holds', () =>
      changedAt(on, 'meta.pagination.total', (total) => Number(total) + 3),
    ),
    mutant(
      [`${section}/stable`, `${section}/pages-partition`],
      'records come in another order each time',
      () => {
        let times = 0
        return async (request, next) => {
          if (request.operation !== on || request.path.includes('?')) return next(request)
          times += 1
          const { all } = await wholeList(request, next)
          const rank = (record: unknown): number => ((all.indexOf(record) + 1) * (times * 7 + 1)) % 101
          const order = all.toSorted((one, other) => rank(one) - rank(other))
          const turned = answered(on, (json) => ({ ...json, data: order.slice(0, dataOf(json).length) }))
          return turned(request, next)
        }
      },
    ),
  ]
})

/** Changes each mount of a list. */
const eachMount = (change: (mount: JsonObject) => unknown) =>
  resources('mount', (mount) => void change(mount), { place: 'top' })

const mountedAs = (change: (value: unknown) => boolean) =>
  eachMount((mount) => Object.assign(mount, { mounted: change(mount['mounted']) }))

/** Values of `mounted` that contradict the servers of the mount. */
const mounted = inPlaces(
  rulesOf('4.4/mounted-agrees', {
    'it is inverted': mountedAs((value) => !value),
    'it is always false': mountedAs(() => false),
    'it is always true': mountedAs(() => true),
  }),
  placesOf('listServerMounts'),
)

const absentWhereFalse = inPlaces(
  rulesOf('4.4/mounted', {
    'it is absent where it is false': eachMount((mount) => {
      if (mount['mounted'] === false) delete mount['mounted']
    }),
  }),
  placesOf('listServerMounts'),
)

/** Lists of mounts by UUID that are not the list by id. */
const byUuid = inPlaces(
  rulesOf('4.4/same-server', {
    'the list is empty': (json) => ({ ...json, data: [] }),
    'the list lacks the first mount': (json) => ({ ...json, data: dataOf(json).slice(1) }),
    'the list has other ids': eachMount((mount) => Object.assign(mount, { id: Number(mount['id']) + 100 })),
    'the list has every mount free': eachMount((mount) => {
      mount['mounted'] = !mount['mounted']
      delete relationshipsOf(mount)['servers']
    }),
  }),
  placesOf('listServerMounts').filter(({ name }) => name === 'by UUID'),
)

/** Errors in the records of lists. */
export const lists: readonly Mutant[] = [
  ...repeated,
  ...unstable,
  ...walked,
  ...mounted,
  ...absentWhereFalse,
  ...byUuid,
]
