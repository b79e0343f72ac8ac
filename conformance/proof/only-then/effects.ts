import { setTimeout } from 'node:timers/promises'
import {
  filtered,
  isWriting,
  type Kind,
  mapValues,
  type OperationId,
  operationIds,
  operations,
  pagedIds,
} from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import { alsoSent, answered, instead, refusedWhen } from '../changes.ts'
import { another, attributesOf, dataOf, fieldOf, isObject, type JsonObject, replace } from '../json.ts'
import { asBy, bodyOf, isGranted, type Middleware, type ProxyRequest, withBody } from '../messages.ts'
import { hasName } from '../mutants/damages.ts'
import { taking, writtenFields } from '../mutants/written.ts'
import { appearancesOf } from '../places.ts'
import { toTwin } from '../subjects.ts'

/** The mistakes of a server when a condition holds. */
export interface Effect {
  readonly name: string
  readonly on: readonly OperationId[]
  readonly make: (isNow: (request: ProxyRequest) => boolean) => Middleware
}

/** Values that are stored instead of one that the response shows as it was sent; undefined for none. */
const losses: Readonly<Record<string, (value: unknown) => unknown>> = {
  'is not stored': () => undefined,
  'is stored as another value': (value) => {
    if (typeof value === 'number') return value - 1
    if (typeof value === 'boolean') return !value
    if (isObject(value)) return mapValues(value, (each) => String(each).slice(0, -1))
    return typeof value === 'string' && value.length > 1 ? value.slice(0, -1) : value
  },
}

const lostFields = [
  ...['name', 'description', 'memory', 'disk', 'upload_size', 'daemon_sftp', 'behind_proxy'],
  ...['startup', 'docker_image', 'environment', 'skip_scripts'],
]

const lost = writtenFields
  .filter(({ on, field }) => on !== 'createUser' && lostFields.includes(field))
  .flatMap((each) =>
    Object.entries(losses).map(
      ([name, stored]): Effect => ({
        name: `${name}: \`${each.field}\``,
        on: [each.on],
        make: (isNow) =>
          taking(each, (sent, _, request) => (isNow(request) ? stored(sent) : sent), 'what was sent')(),
      }),
    ),
  )

/** The operations that show a kind of resource, at the top or nested. */
const shownBy = (kind: Kind): readonly OperationId[] => [...new Set(appearancesOf(kind).map(({ on }) => on))]

/** A response that shows something else. */
const shown = (name: string, on: Effect['on'], change: (json: JsonObject) => void): Effect => ({
  ...{ name, on },
  make: (isNow) => answered(on, (json, request) => (isNow(request) ? change(json) : undefined)),
})

/** A field that the request does not carry changes in the response, or has another type. */
const touched = (
  [
    ['shows another `uuid` of the same resource', 'node', 'uuid', (uuid: unknown) => another(uuid)],
    ['`node.behind_proxy` is a text', 'node', 'behind_proxy', String],
    ['`server.suspended` is a text', 'server', 'suspended', String],
    ['`egg.force_outgoing_ip` is a text', 'egg', 'force_outgoing_ip', String],
    ['`node.memory` is a text', 'node', 'memory', String],
    ['`mounted` is turned around', 'mount', 'mounted', (value: unknown) => !value],
  ] as const
).map(([name, kind, field, change]) => shown(name, shownBy(kind), fieldOf(kind, field, change)))

/** Lists that show something else. */
const listed = (
  [
    ['is empty', (data: unknown[]) => data.splice(0)],
    ['lacks its last record', (data: unknown[]) => data.pop()],
    ['has its first record twice', (data: unknown[]) => data.length > 1 && data.splice(1, 1, data[0])],
  ] as const
).map(([name, change]) =>
  shown(`the page ${name}`, pagedIds, (json) => {
    const data = dataOf(json)
    change(data)
    replace(json, 'meta.pagination.count', () => data.length)
  }),
)

/** Credentials that must be refused: by each family but that of clients, or by that of administrators only. */
const wrong = [
  ...(['userClient', 'otherUserClient', 'no-header', 'garbage'] as const),
  ...(['token-suffix', 'token-case', 'token-cut-short'] as const),
  'application',
] as const

const refusing = (credential: (typeof wrong)[number]): readonly OperationId[] =>
  operationIds.filter((id) =>
    credential === 'application' ? operations[id].family === 'admin' : operations[id].family !== 'client',
  )

/** Requests with a credential that must be refused are granted, or refused and carried out. */
const forged = [false, true].flatMap((isRefused) =>
  wrong.map(
    (credential): Effect => ({
      name: isRefused ? `is refused to ${credential} and done` : `is granted to ${credential}`,
      on: refusing(credential).filter((id) => !isRefused || isWriting(id)),
      make: (isNow) => async (request, next) => {
        if (request.credential !== credential || !isNow(request)) return next(request)
        const response = await next(asBy(request, 'rootClient'))
        return isRefused ? next(request) : response
      },
    }),
  ),
)

/** The number of milliseconds between what a racing server reads and what it writes. */
const raceMs = 5

const rowFields = 'name description memory disk memory_overallocate disk_overallocate upload_size'

/** Effects that one operation has, or all. */
const single: Readonly<Record<string, Omit<Effect, 'name'>>> = {
  'also changes the other node': {
    on: ['updateNode'],
    make: (isNow) =>
      alsoSent('updateNode', (request) => {
        const { name: _, ...body } = bodyOf(request)
        if (body['memory'] === undefined || !isNow(request)) return []
        return [withBody(toTwin(request, 'updateNode'), body)]
      }),
  },
  'the tags that were there stay': {
    on: ['syncNodeTags'],
    make: (isNow) => {
      const last = new Map<string, unknown[]>()
      return answered('syncNodeTags', (json, request) => {
        const data = dataOf(json)
        const before = last.get(request.path) ?? []
        last.set(request.path, [...data])
        const ids = data.map((item) => attributesOf(item)['id'])
        if (isNow(request)) data.push(...before.filter((item) => !ids.includes(attributesOf(item)['id'])))
      })
    },
  },
  'is refused with 403': {
    on: operationIds,
    make: (isNow) =>
      refusedWhen(operationIds, (request) => isTokenName(request.credential) && isNow(request), 403),
  },
  // An update writes the whole row as it read it before it waited.
  'takes back what an update at once wrote': {
    on: ['updateNode'],
    make: (isNow) => {
      const rows = new Map<string, JsonObject>()
      return instead('updateNode', async (request, next) => {
        const row = filtered(rows.get(request.path) ?? {}, (name) => hasName(rowFields, name))
        const isRaced = isNow(request)
        if (isRaced) await setTimeout(raceMs)
        const body = isRaced ? { ...row, ...bodyOf(request) } : bodyOf(request)
        const response = await next(withBody(request, body))
        if (isGranted(response)) rows.set(request.path, attributesOf(response.json))
        return response
      })
    },
  },
  'gives the id of the user before': {
    on: ['createUser'],
    make: (isNow) => {
      let last: unknown
      return answered('createUser', (json, request) =>
        replace(json, 'attributes.id', (id) => (last = isNow(request) ? (last ?? id) : id)),
      )
    },
  },
}

export const effects: readonly Effect[] = [
  ...lost,
  ...touched,
  ...listed,
  ...forged,
  ...Object.entries(single).map(([name, effect]) => ({ name, ...effect })),
]
