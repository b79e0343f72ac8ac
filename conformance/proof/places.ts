import {
  idsWithBody,
  isOfMany,
  isPaged,
  type Kind,
  type OperationId,
  operations,
  type PagedId,
  readingIds,
  recordOf,
  rowOf,
} from '../../src/contract/index.ts'
import { kebab } from '../judge/access.ts'
import { answered, isByUuid, numberIn, queryOf } from './changes.ts'
import { type JsonObject, pagesOf, resources, type Which } from './json.ts'
import type { MakeMiddleware, ProxyRequest } from './messages.ts'
import { namedTwice } from './subjects.ts'

/** Whether a granted response is at a place; `times` is its number among those of the operation, starting with 1. */
type Fits = (request: ProxyRequest, json: JsonObject, times: number) => boolean

/** A part of the granted responses of an operation. A server may break a rule in this part only. */
export interface Place {
  /** The end of the name of a mutant, after a comma. */
  readonly name: string
  readonly on: OperationId
  /** The resources of the responses that are meant; the whole responses if undefined. */
  readonly of?: Which & { readonly kind: Kind }
  /** Checks whose requests reach the place, in addition to those of the rule. */
  readonly reachedBy: readonly string[]
  readonly fits: Fits
}

type Part = Omit<Place, 'on'>

const place = (name: string, reachedBy: readonly string[], fits: Fits): Part => ({ name, reachedBy, fits })

/** Checks that send more than one request of an operation. */
const repeats: Readonly<Record<OperationId, readonly string[]>> = {
  ...recordOf(readingIds, (id) =>
    ['stable', ...(isPaged(id) ? ['per-page', 'pages-partition'] : [])].map(
      (slug) => `${operations[id].section}/${slug}`,
    ),
  ),
  updateNode: ['4.1/updates-name', '4.1/persists', '4.1/identity'],
  syncNodeTags: ['4.2/tags-now', '4.2/empties'],
  importEgg: ['4.3/same-egg', '4.3/persists'],
  listServerMounts: ['4.4/stable', '4.4/by-id-and-uuid', '4.5/persists'],
  updateServerStartup: ['4.5/startup', '4.5/identity', '4.5/by-id-and-uuid', '4.5/persists'],
  createUser: ['4.6/creates-first-name', '4.6/distinct'],
}

const everywhere: Part = place('everywhere', [], () => true)

const isQueried = ({ path }: ProxyRequest): boolean => path.includes('?')

/** Places of every operation. */
const ofAny = (id: OperationId): readonly Part[] => [
  everywhere,
  place('in the first response', repeats[id], (_, __, times) => times === 1),
  place('in all but the first response', repeats[id], (_, __, times) => times > 1),
  place('in every second response', repeats[id], (_, __, times) => times % 2 === 0),
]

const byName: readonly Part[] = [
  place('by id', [], (request) => !isByUuid(request)),
  place('by UUID', ['4.4/by-id-and-uuid', '4.5/by-id-and-uuid'], isByUuid),
]

const withTokens = (id: OperationId): readonly Part[] =>
  (['application', 'rootClient'] as const).map((token) =>
    place(
      `with the ${token} token`,
      // A refusal of a token is only judged if another operation has granted the token.
      [`5/${kebab(id)}-takes-${kebab(token)}`, '4.4/response'],
      ({ credential }) => credential === token,
    ),
  )

const withQuery = (id: OperationId): Part =>
  place('with a query', [`5/${kebab(id)}-refuses-garbage`], isQueried)

const sizeOf = (request: ProxyRequest) => numberIn(queryOf(request), 'per_page')

const pageOf = (request: ProxyRequest): number => numberIn(queryOf(request), 'page') ?? 1

/**
 * Whether the mock server has a list with few records: one of records that several resources share, such as the tags of
 * a node. Only a page of one record then has others after it.
 */
export const isShort = (id: PagedId): boolean => isOfMany(operations[id])

/** Pages of a list, by the query of the request and by the number of the page. */
function pagePlaces(id: PagedId): readonly Part[] {
  const { section } = operations[id]
  const walk = [`${section}/pages-partition`, `${section}/page`, `${section}/total-constant`]
  return [
    place('on the first page', walk, (request) => pageOf(request) === 1),
    place('on later pages', walk, (request) => pageOf(request) > 1),
    place('on the second page', walk, (request) => pageOf(request) === 2),
    place('on the last of several pages', walk, (_, json) => {
      const { current_page, total_pages } = pagesOf(json)
      return Number(total_pages) > 1 && current_page === total_pages
    }),
    place('where no per_page is given', walk, (request) => sizeOf(request) === undefined),
    ...(isShort(id) ? [1] : [1, 3, 7]).map((size) =>
      place(
        `where per_page=${size}`,
        [...walk, `${section}/per-page`],
        (request) => sizeOf(request) === size,
      ),
    ),
    place('where per_page is given', walk, (request) => sizeOf(request) !== undefined),
  ]
}

function partsOf(id: OperationId): readonly Part[] {
  const { family } = operations[id]
  if (isPaged(id)) return [...ofAny(id), ...pagePlaces(id)]
  if (family === 'application') return [...ofAny(id), ...withTokens(id), withQuery(id)]
  return [...ofAny(id), ...(namedTwice.includes(id) ? byName : []), withQuery(id)]
}

/** All places of an operation; the first one is everywhere. */
export const placesOf = (id: OperationId): readonly Place[] =>
  partsOf(id).map((part) => ({ ...part, on: id }))

/** The same, for rules about several operations, with the section in their names. */
export const namedPlacesOf = (id: OperationId): readonly Place[] =>
  placesOf(id).map((place) => ({ ...place, name: `in ${operations[id].section}, ${place.name}` }))

/** The operations whose responses show a kind: at the top, then nested, in lists last. Sections 2 and 4. */
function showing(kind: Kind): readonly (readonly [OperationId, 'top' | 'nested'])[] {
  const shown = idsWithBody
    .map((id) => ({ id, response: operations[id].response }))
    .toSorted((a, b) => Number(a.response.envelope !== 'single') - Number(b.response.envelope !== 'single'))
  const nesting = shown.filter(({ response }) => {
    const { relationships = {}, atTop } = rowOf(response.kind)
    return atTop !== 'bare' && Object.values(relationships).some((each) => each.kind === kind)
  })
  return [
    ...shown.filter(({ response }) => response.kind === kind).map(({ id }) => [id, 'top'] as const),
    ...nesting.map(({ id }) => [id, 'nested'] as const),
  ]
}

/**
 * Every place at which a kind appears: by operation, top or nested, by part of the responses, all resources or the
 * last.
 */
export const appearancesOf = (kind: Kind): readonly Place[] =>
  showing(kind).flatMap(([on, depth]) => {
    const at = depth === 'top' ? `in ${operations[on].section}` : `nested in ${operations[on].section}`
    const of = { kind, place: depth }
    return partsOf(on).flatMap((part): Place[] =>
      part === everywhere
        ? [
            { ...part, name: at, on, of },
            { ...part, name: `${at}, the last one`, on, of: { ...of, item: 'last' } },
          ]
        : [{ ...part, name: `${at}, ${part.name}`, on, of }],
    )
  })

/** Whether a place is every response of an operation. */
export const isEverywhere = ({ fits }: Place): boolean => fits === everywhere.fits

/**
 * A change of a response, in place or by the value that it returns. The first argument is the response, or the
 * attributes of a resource in it if the place is one of resources.
 */
export type Change = (subject: JsonObject, request: ProxyRequest, envelope: JsonObject) => unknown

/** A middleware that changes the JSON of granted responses of an operation at one place. */
export const answeredAt =
  ({ on, of, fits }: Place, change: Change): MakeMiddleware =>
  () =>
    answered(on, (json, request, times) => {
      if (!fits(request, json, times)) return undefined
      if (!of) return change(json, request, json)
      return resources(
        of.kind,
        (attributes, envelope) => void change(attributes, request, envelope),
        of,
      )(json)
    })
