import {
  isWriting,
  type OperationId,
  operationIds,
  operations,
  pagedIds,
} from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import { attributesOf, dataOf, pagesOf, replace, resources } from '../changes.ts'
import {
  asBy,
  bodyOf,
  isGranted,
  isObject,
  type Middleware,
  type ProxyRequest,
  withBody,
} from '../messages.ts'

/** The mistakes of a server when a condition holds. */
export interface Effect {
  readonly name: string
  readonly on: readonly OperationId[]
  readonly make: (isNow: (request: ProxyRequest) => boolean) => Middleware
}

const shortened = (value: unknown): unknown => {
  if (typeof value === 'number') return value - 1
  if (typeof value === 'boolean') return !value
  return typeof value === 'string' && value.length > 1 ? value.slice(0, -1) : value
}

const nodeFields = ['name', 'description', 'memory', 'disk', 'upload_size', 'daemon_sftp', 'behind_proxy']
const startupFields = ['startup', 'docker_image']

const shownAs: Readonly<Record<string, string>> = {
  startup: 'container.startup_command',
  docker_image: 'container.image',
}

/** The response shows the field as it was sent, and the server stores something else. */
const stored = (
  name: string,
  on: 'updateNode' | 'updateServerStartup',
  field: string,
  instead: (value: unknown) => unknown,
): Effect => ({
  name: `${name}: \`${field}\``,
  on: [on],
  make: (isNow) => async (request, next) => {
    const body = bodyOf(request)
    if (!Object.hasOwn(body, field) || !isNow(request) || !isTokenName(request.credential))
      return next(request)
    const { [field]: sent, ...rest } = body
    const value = instead(sent)
    const response = await next(withBody(request, value === undefined ? rest : { ...rest, [field]: value }))
    if (isGranted(response) && isObject(response.json))
      replace(attributesOf(response.json), shownAs[field] ?? field, () => sent)
    return response
  },
})

const lost: readonly Effect[] = [
  ...nodeFields.map((field) => ['updateNode', field] as const),
  ...startupFields.map((field) => ['updateServerStartup', field] as const),
].flatMap(([on, field]) => [
  stored('is not stored', on, field, () => undefined),
  stored('is stored as another value', on, field, shortened),
])

/** A granted request also changes another resource of the target. */
const spilled: Effect = {
  name: 'also changes the other node',
  on: ['updateNode'],
  make: (isNow) => async (request, next) => {
    const { node, otherNode } = request.target.resources
    const own = request.path.includes(`/nodes/${node}`) ? node : otherNode
    const other = own === node ? otherNode : node
    const response = await next(request)
    const { memory } = bodyOf(request)
    if (memory !== undefined && isNow(request) && isGranted(response))
      await next({
        ...withBody(request, { ...bodyOf(request), name: undefined }),
        path: request.path.replace(`/nodes/${own}`, `/nodes/${other}`),
      })
    return response
  },
}

/** The operations that show a kind of resource, at the top or nested. */
const shownBy = {
  node: ['updateNode', 'updateServerStartup', 'listServerMounts'],
  server: ['updateServerStartup', 'importEgg', 'listServerMounts'],
  egg: ['importEgg', 'updateServerStartup', 'listServerMounts'],
} as const

/** A field that the request does not carry changes in the stored resource. */
const touched: Effect = {
  name: 'shows another `uuid` of the same resource',
  on: shownBy.node,
  make: (isNow) => async (request, next) => {
    const response = await next(request)
    if (!isNow(request) || !isGranted(response) || !isObject(response.json)) return response
    const change = resources('node', (attributes) =>
      replace(attributes, 'uuid', (uuid) =>
        String(uuid).replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
      ),
    )
    change(response.json)
    return response
  },
}

/** A type changes in a response. */
const typed: readonly Effect[] = (
  [
    ['node', 'behind_proxy'],
    ['server', 'suspended'],
    ['egg', 'force_outgoing_ip'],
    ['node', 'memory'],
  ] as const
).map(([kind, field]) => ({
  name: `\`${kind}.${field}\` is a text`,
  on: shownBy[kind],
  make: (isNow) => async (request, next) => {
    const response = await next(request)
    if (!isNow(request) || !isGranted(response) || !isObject(response.json)) return response
    resources(kind, (attributes) => replace(attributes, field, String))(response.json)
    return response
  },
}))

/** Lists that show something else. */
const listed: readonly Effect[] = (
  [
    ['is empty', (data: unknown[]) => data.splice(0)],
    ['lacks its last record', (data: unknown[]) => data.pop()],
    ['has its first record twice', (data: unknown[]) => data.length > 1 && data.splice(1, 1, data[0])],
  ] as const
).map(([name, change]) => ({
  name: `the page ${name}`,
  on: pagedIds,
  make: (isNow) => async (request, next) => {
    const response = await next(request)
    if (!isNow(request) || !isGranted(response) || !isObject(response.json)) return response
    const data = dataOf(response.json)
    change(data)
    const numbers = pagesOf(response.json)
    if (numbers['count'] !== undefined) numbers['count'] = data.length
    return response
  },
}))

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

/** A request is refused because of its credential, and done all the same. */
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
    return async (request, next) => {
      const response = await next(request)
      if (!isGranted(response) || !isObject(response.json)) return response
      const data = dataOf(response.json)
      const before = last.get(request.path) ?? []
      last.set(request.path, [...data])
      if (!isNow(request)) return response
      const ids = data.map((item) => attributesOf(item)['id'])
      data.push(...before.filter((item) => !ids.includes(attributesOf(item)['id'])))
      return response
    }
  },
}

const mounted: Effect = {
  name: '`mounted` is turned around',
  on: ['listServerMounts'],
  make: (isNow) => async (request, next) => {
    const response = await next(request)
    if (!isNow(request) || !isGranted(response) || !isObject(response.json)) return response
    for (const item of dataOf(response.json)) replace(attributesOf(item), 'mounted', (value) => !value)
    return response
  },
}

const refused: Effect = {
  name: 'is refused with 403',
  on: operationIds,
  make: (isNow) => async (request, next) =>
    isTokenName(request.credential) && isNow(request)
      ? { status: 403, headers: {}, json: { errors: [] }, text: '' }
      : next(request),
}

export const effects: readonly Effect[] = [
  ...lost,
  ...[spilled, touched],
  ...typed,
  ...listed,
  ...opened,
  ...done,
  ...[tagged, mounted, refused],
]
