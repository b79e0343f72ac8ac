import { idsWithBody, isPaged, isWriting, operations, pagedIds, rowOf } from '../../../src/contract/index.ts'
import { answered, changedAt, queryOf, refusedWhen, timesOf } from '../changes.ts'
import { dataOf, fieldOf, type JsonObject, pagesOf, remove, replace, resources } from '../json.ts'
import { checksOf, inPlaces, type Mutant, mutantsOf, rulesOf, tableOf } from '../mutant.ts'
import { type Change, isShort, placesOf } from '../places.ts'
import { shortList, wholeList } from '../whole-list.ts'

const listed = idsWithBody.filter((id) => operations[id].response.envelope !== 'single')

type Records = readonly unknown[]

const holding =
  (change: (data: Records) => Records) =>
  (json: JsonObject): JsonObject => ({ ...json, data: change(dataOf(json)) })

const empty = (json: JsonObject): void => {
  json['data'] = []
  replace(json, 'meta.pagination.count', () => 0)
}

/** Records that belong to one resource each, there twice. A page holds as many records as it says. */
const repeated = listed
  .filter((on) => rowOf(operations[on].response.kind).identity.length > 0)
  .flatMap((on) => {
    const rules: Readonly<Record<string, (data: Records) => Records>> = isPaged(on)
      ? { 'first one instead of the last': (data) => [...data.slice(0, -1), ...data.slice(0, 1)] }
      : {
          'first one': (data) => [...data.slice(0, 1), ...data],
          'last one': (data) => [...data, ...data.slice(-1)],
        }
    const places = placesOf(on).filter(
      ({ name }) => !/per_page=1$/.test(name) && !(isWriting(on) && name === 'with a query'),
    )
    const check = `${operations[on].section}/distinct: a ${operations[on].response.kind} is there twice, the `
    return inPlaces(rulesOf(tableOf(check, rules, holding), places))
  })

const rename = (record: JsonObject): void => void Object.assign(record, { name: 'another' })

/** Lists that are only read, so that the same request has the same list, but another request shows otherwise. */
const unstable = listed
  .filter((id) => !isWriting(id))
  .flatMap((on) => {
    const { section } = operations[on]
    const stable = `${section}/stable`
    const others = [
      ...checksOf(on, 'pages-partition', 'same-server'),
      ...(isPaged(on) ? ['2.1/count-within-page'] : []),
    ].join(' ')
    return mutantsOf({
      [`${stable}: the second time records have other names`]: () => {
        const times = timesOf()
        return answered(on, (json, request) =>
          times(request) === 2 ? resources('any', rename, { place: 'top' })(json) : json,
        )
      },
      // The list of mounts is only skipped then, because another request for it was granted.
      ...(isPaged(on) && {
        [`${stable}: the second time is refused`]: () => {
          const times = timesOf()
          return refusedWhen(on, (request) => times(request) === 2)
        },
      }),
      [`${stable} ${others}: every fourth list is empty`]: () =>
        answered(on, (json, _, times) => (times % 4 === 0 ? empty(json) : json)),
      [`${stable} ${others}: every second list is shorter`]: () =>
        answered(on, (json, _, times) => (times % 2 === 0 ? holding((data) => data.slice(1))(json) : json)),
    })
  })

/** Pages that lose, repeat or change records of a list. */
const walked = pagedIds.flatMap((on) => {
  const { section } = operations[on]
  const page = `${section}/page 2.1/count-within-page`
  const partition = `${section}/pages-partition`
  return mutantsOf({
    [`${page}: of five, every page is the first but says otherwise`]: () => shortList(on, 5, () => 1),
    [`${page}: of five, the second page is empty`]: () =>
      shortList(on, 5, (number) => (number === 2 ? 9 : number)),
    [`${partition}: of five, the third page is the second`]: () =>
      shortList(on, 5, (number) => (number === 3 ? 2 : number)),
    [`${partition}: each page begins with the first record of the list`]: () => {
      let first: unknown
      return answered(
        on,
        holding(([head, ...rest]) => {
          first ??= head
          return head === undefined ? [] : [first, ...rest]
        }),
      )
    },
    [`${partition} 2.1/count-within-page: a last page of one record is empty`]: () =>
      answered(on, (json) => {
        const { total, per_page, current_page } = pagesOf(json)
        const before = (Number(current_page) - 1) * Number(per_page)
        if (before > 0 && Number(per_page) > 1 && before + 1 === total) empty(json)
      }),
    [`${partition}: total counts three that no page holds`]: () =>
      changedAt(on, 'meta.pagination.total', (total) => Number(total) + 3),
    // These two need a second page of the default size.
    ...(!isShort(on) && {
      [`${partition}: without per_page, the last record of page 2 is another`]: () =>
        answered(on, (json, request) => {
          const query = queryOf(request)
          if (query.get('page') === '2' && !query.has('per_page'))
            resources('any', rename, { item: 'last' })(json)
        }),
      [`${section}/stable ${partition}: records come in another order each time`]: () => {
        let times = 0
        return answered(on, async (json, request, _, next) => {
          if (request.path.includes('?')) return
          times += 1
          const { all } = await wholeList(request, next)
          const rank = (record: unknown): number => ((all.indexOf(record) + 1) * (times * 7 + 1)) % 101
          const order = all.toSorted((one, other) => rank(one) - rank(other))
          json['data'] = order.slice(0, dataOf(json).length)
        })
      },
    }),
  })
})

const mountedAs = (change: (value: unknown) => boolean): Change => fieldOf('mount', 'mounted', change)

/** Values of `mounted` that contradict the servers of the mount. */
const mounted = rulesOf(
  {
    '4.4/mounted-agrees: it is inverted': mountedAs((value) => !value),
    '4.4/mounted-agrees: it is always false': mountedAs(() => false),
    '4.4/mounted-agrees: it is always true': mountedAs(() => true),
    '4.4/mounted: it is absent where it is false': resources('mount', (mount) => {
      if (mount['mounted'] === false) delete mount['mounted']
    }),
  },
  placesOf('listServerMounts'),
)

/** Lists of mounts by UUID that are not the list by id. */
const byUuid = rulesOf(
  {
    '4.4/same-server: the list is empty': holding(() => []),
    '4.4/same-server: the list lacks the first mount': holding((data) => data.slice(1)),
    '4.4/same-server: the list has other ids': fieldOf('mount', 'id', (id) => Number(id) + 100),
    '4.4/same-server: the list has every mount free': resources('mount', (mount) => {
      mount['mounted'] = !mount['mounted']
      remove(mount, 'relationships.servers')
    }),
  },
  placesOf('listServerMounts').filter(({ name }) => name === 'by UUID'),
)

/** Errors in the records of lists. */
export const lists: readonly Mutant[] = [
  ...repeated,
  ...unstable,
  ...walked,
  ...inPlaces([...mounted, ...byUuid]),
]
