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
import { refusedAs } from '../../judge/access.ts'
import { alsoSent, answered, everyField, instead, refusedWhen } from '../changes.ts'
import { another, attributesOf, dataOf, isObject, type JsonObject, replace } from '../json.ts'
import { asBy, bodyOf, isGranted, type Middleware, type ProxyRequest, withBody } from '../messages.ts'
import { hasName } from '../mutants/damages.ts'
import { taking, writtenFields } from '../mutants/written.ts'
import { appearancesOf } from '../places.ts'
import { toTwin } from '../subjects.ts'

/** The mistakes of a server when a condition holds. */
export interface Effect {
  readonly name: string
  readonly on: readonly OperationId[]
  /** Whether the server needs every request; otherwise it gets those alone for which the condition holds. */
  readonly isForAll?: true
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
        make: taking(each, stored, 'what was sent'),
      }),
    ),
  )

type Row = Omit<Effect, 'name'>

/** A field that the request does not carry changes in the response, or has another type. */
const shown = (kind: Kind, field: string, change: (value: unknown) => unknown): Row => ({
  // The operations that show the kind, at the top or nested.
  on: [...new Set(appearancesOf(kind).map(({ on }) => on))],
  make: () => everyField(kind, field, change),
})

/** A page that shows something else. */
const listed = (change: (data: unknown[]) => unknown): Row => ({
  on: pagedIds,
  make: () =>
    answered(pagedIds, (json) => {
      const data = dataOf(json)
      change(data)
      replace(json, 'meta.pagination.count', () => data.length)
    }),
})

/** Credentials that must be refused. */
const wrong = [
  ...(['userClient', 'otherUserClient', 'no-header', 'garbage'] as const),
  ...(['token-suffix', 'token-case', 'token-cut-short', 'application'] as const),
]

/** Requests with a credential that must be refused are granted, or refused and carried out. */
const forged = [false, true].flatMap((isRefused) =>
  wrong.map((credential): [name: string, Row] => [
    isRefused ? `is refused to ${credential} and done` : `is granted to ${credential}`,
    {
      on: operationIds
        .filter((id) => operations[id].family !== 'client' && refusedAs(id, credential))
        .filter((id) => !isRefused || isWriting(id)),
      make: () => async (request, next) => {
        if (request.credential !== credential) return next(request)
        const response = await next(asBy(request, 'rootClient'))
        return isRefused ? next(request) : response
      },
    },
  ]),
)

/** The number of milliseconds between what a racing server reads and what it writes. */
const raceMs = 5

const rowFields = 'name description memory disk memory_overallocate disk_overallocate upload_size'

const named: Readonly<Record<string, Row>> = {
  'shows another `uuid` of the same resource': shown('node', 'uuid', (uuid) => another(uuid)),
  '`node.behind_proxy` is a text': shown('node', 'behind_proxy', String),
  '`server.suspended` is a text': shown('server', 'suspended', String),
  '`egg.force_outgoing_ip` is a text': shown('egg', 'force_outgoing_ip', String),
  '`node.memory` is a text': shown('node', 'memory', String),
  '`mounted` is turned around': shown('mount', 'mounted', (value) => !value),
  'the page is empty': listed((data) => data.splice(0)),
  'the page lacks its last record': listed((data) => data.pop()),
  'the page has its first record twice': listed((data) => data.length > 1 && data.splice(1, 1, data[0])),
  ...Object.fromEntries(forged),
  'also changes the other node': {
    on: ['updateNode'],
    make: () =>
      alsoSent('updateNode', (request) => {
        const { name: _, ...body } = bodyOf(request)
        return body['memory'] === undefined ? [] : [withBody(toTwin(request, 'updateNode'), body)]
      }),
  },
  'the tags that were there stay': {
    on: ['syncNodeTags'],
    isForAll: true,
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
    make: () => refusedWhen('all', ({ credential }) => isTokenName(credential), 403),
  },
  // An update writes the whole row as it read it before it waited.
  'takes back what an update at once wrote': {
    on: ['updateNode'],
    isForAll: true,
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
    isForAll: true,
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
  ...Object.entries(named).map(([name, row]) => ({ name, ...row })),
]
