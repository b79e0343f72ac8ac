import { setTimeout } from 'node:timers/promises'
import {
  isWriting,
  type Kind,
  mapValues,
  type OperationId,
  operationIds,
  operations,
  pagedIds,
} from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import { alsoSent, answered, refusedWhen } from '../changes.ts'
import { attributesOf, dataOf, isObject, type JsonObject, pagesOf, replace, resources } from '../json.ts'
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

/** A response that shows something else. */
const shown = (name: string, on: Effect['on'], change: (json: JsonObject) => void): Effect => ({
  ...{ name, on },
  make: (isNow) => answered(on, (json, request) => (isNow(request) ? change(json) : undefined)),
})

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

/** A granted request also changes another resource of the target. */
const spilled: Effect = {
  name: 'also changes the other node',
  on: ['updateNode'],
  make: (isNow) =>
    alsoSent('updateNode', (request) => {
      const { name: _, ...body } = bodyOf(request)
      if (body['memory'] === undefined || !isNow(request)) return []
      return [withBody(toTwin(request, 'updateNode'), body)]
    }),
}

/** The operations that show a kind of resource, at the top or nested. */
const shownBy = (kind: Kind): readonly OperationId[] => [...new Set(appearancesOf(kind).map(({ on }) => on))]

/** The number of milliseconds between what a racing server reads and what it writes. */
const raceMs = 5

/** An update writes the whole row as it read it before it waited, so that it takes back what came in between. */
const raced: Effect = {
  name: 'takes back what an update at once wrote',
  on: ['updateNode'],
  make(isNow) {
    const rows = new Map<string, JsonObject>()
    return async (request, next) => {
      if (request.operation !== 'updateNode') return next(request)
      const read = rows.get(request.path) ?? {}
      const row = Object.fromEntries(Object.entries(read).filter(([name]) => hasName(rowFields, name)))
      const isRaced = isNow(request)
      if (isRaced) await setTimeout(raceMs)
      const body = isRaced ? { ...row, ...bodyOf(request) } : bodyOf(request)
      const response = await next(withBody(request, body))
      if (isGranted(response)) rows.set(request.path, attributesOf(response.json))
      return response
    }
  },
}

const rowFields = 'name description memory disk memory_overallocate disk_overallocate upload_size'

/** Users that are created at once get one id. */
const twinned: Effect = {
  name: 'gives the id of the user before',
  on: ['createUser'],
  make(isNow) {
    let last: unknown
    return answered('createUser', (json, request) =>
      replace(attributesOf(json), 'id', (id) => (last = isNow(request) ? (last ?? id) : id)),
    )
  },
}

/** A field that the request does not carry changes in the response. */
const touched = shown('shows another `uuid` of the same resource', shownBy('node'), (json) =>
  resources('node', (node) =>
    replace(node, 'uuid', (uuid) => String(uuid).replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))),
  )(json),
)

/** A type changes in a response. */
const typed = (
  [
    ['node', 'behind_proxy'],
    ['server', 'suspended'],
    ['egg', 'force_outgoing_ip'],
    ['node', 'memory'],
  ] as const
).map(([kind, field]) =>
  shown(
    `\`${kind}.${field}\` is a text`,
    shownBy(kind),
    resources(kind, (attributes) => replace(attributes, field, String)),
  ),
)

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
    replace(pagesOf(json), 'count', () => data.length)
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

/** A credential that must be refused is granted. */
const opened: readonly Effect[] = wrong.map((credential) => ({
  name: `is granted to ${credential}`,
  on: refusing(credential),
  make: (isNow) => async (request, next) =>
    request.credential === credential && isNow(request) ? next(asBy(request, 'rootClient')) : next(request),
}))

/** A request is refused because of its credential, but carried out. */
const done: readonly Effect[] = wrong.map((credential) => ({
  name: `is refused to ${credential} and done`,
  on: refusing(credential).filter(isWriting),
  make: (isNow) => async (request, next) => {
    if (request.credential === credential && isNow(request)) await next(asBy(request, 'rootClient'))
    return next(request)
  },
}))

const tagged: Effect = {
  name: 'the tags that were there stay',
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
}

const mounted = shown(
  '`mounted` is turned around',
  ['listServerMounts'],
  resources('mount', (mount) => replace(mount, 'mounted', (value) => !value), { place: 'top' }),
)

const refused: Effect = {
  name: 'is refused with 403',
  on: operationIds,
  make: (isNow) =>
    refusedWhen(operationIds, (request) => isTokenName(request.credential) && isNow(request), 403),
}

export const effects: readonly Effect[] = [
  ...lost,
  ...[spilled, touched],
  ...typed,
  ...listed,
  ...opened,
  ...done,
  ...[tagged, mounted, refused, raced, twinned],
]
