import { type OperationId, operations } from '../../../src/contract/index.ts'
import type { Target } from '../../target/target.ts'
import { bodyOf, type MakeMiddleware, type ProxyRequest, withBody } from '../messages.ts'
import type { Mutant } from '../mutant.ts'

/** Resources that a path can name: that of the target, another one, and some that do not exist. */
interface Named {
  readonly on: OperationId
  readonly checks: readonly string[]
  /** Clauses that the mutant breaks in addition to those of the path. */
  readonly clauses?: readonly string[]
  readonly own: (target: Target) => string
  readonly others: Readonly<Record<string, (target: Target) => string | undefined>>
}

const nil = '00000000-0000-4000-8000-000000000000'

const unknownId = { 'an id that nobody has': () => '2147483000' }
const unknownUuid = { 'a UUID that nobody has': () => nil }

const uuidAlike = {
  'a UUID with the same beginning': ({ resources }: Target) => `${resources.server?.uuid.slice(0, 8)}-`,
}

const otherServer = {
  'the id of another server': ({ resources }: Target) =>
    resources.otherServer === undefined ? undefined : String(resources.otherServer.id),
}

const own = {
  node: ({ resources }: Target) => String(resources.node),
  egg: ({ resources }: Target) => String(resources.egg),
  server: ({ resources }: Target) => String(resources.server?.id),
  uuid: ({ resources }: Target) => String(resources.server?.uuid),
  host: ({ resources }: Target) => String(resources.databaseHost),
}

const named: readonly Named[] = [
  { on: 'updateNode', checks: ['4.1/path'], own: own.node, others: unknownId },
  {
    on: 'updateNode',
    checks: ['4.1/other-node'],
    own: own.node,
    others: { 'the id of another node': ({ resources }) => String(resources.otherNode) },
  },
  { on: 'syncNodeTags', checks: ['4.2/path'], own: own.node, others: unknownId },
  { on: 'importEgg', checks: ['4.3/path'], own: own.egg, others: unknownId },
  {
    on: 'importEgg',
    checks: ['4.3/same-egg'],
    clauses: ['4.3#same-egg'],
    own: own.egg,
    others: { 'the id of another egg': ({ resources }) => String(resources.otherEgg) },
  },
  {
    on: 'listServerMounts',
    checks: ['4.4/path'],
    own: own.server,
    others: { ...unknownId, ...unknownUuid, ...uuidAlike },
  },
  {
    on: 'listServerMounts',
    checks: ['4.4/mounted-agrees'],
    clauses: ['4.4#mounted-agrees'],
    own: own.server,
    others: otherServer,
  },
  {
    on: 'updateServerStartup',
    checks: ['4.5/path', '4.5/same-server'],
    own: own.server,
    others: { ...unknownId, ...unknownUuid, ...uuidAlike, ...otherServer },
  },
  {
    on: 'listServerBackups',
    checks: ['4.7/path'],
    own: own.uuid,
    others: {
      ...unknownUuid,
      ...uuidAlike,
      'the UUID of another server': ({ resources }) => resources.otherServer?.uuid,
    },
  },
  {
    on: 'listHostDatabases',
    checks: ['4.8/path'],
    own: own.host,
    others: {
      ...unknownId,
      'the id of another host': ({ resources }) => String(resources.otherDatabaseHost),
    },
  },
]

/** Treats a request for another resource as a request for the resource of the target. */
const ignoring =
  (
    on: OperationId,
    mistaken: (target: Target) => string | undefined,
    meant: (target: Target) => string,
  ): MakeMiddleware =>
  () =>
  (request, next) => {
    const other = mistaken(request.target)
    const { target } = request
    const [named] = other === undefined ? [] : (new RegExp(`/${other}[^/?]*`).exec(request.path) ?? [])
    if (request.operation !== on || named === undefined || named === `/${meant(target)}`) return next(request)
    const path = request.path.replace(named, `/${meant(target)}`)
    // Only `userClient` may read `resources.server`.
    const token = on === 'listServerBackups' ? target.tokens.userClient : undefined
    const headers =
      token === undefined ? request.headers : { ...request.headers, authorization: `Bearer ${token}` }
    return next({ ...request, path, headers })
  }

/** Writes that other resources of the kind get as well. */
const doneToOthers: readonly {
  readonly on: OperationId
  readonly inWords: string
  /** The ids of the resource of the path, and of those that are left alone. */
  readonly own: (resources: Target['resources']) => readonly (number | undefined)[]
  /** The fields that the others get; the whole body if undefined. */
  readonly fields?: readonly string[]
  readonly reachedBy?: readonly string[]
}[] = [
  { on: 'updateNode', inWords: 'a write is done to others as well', own: ({ node }) => [node] },
  { on: 'importEgg', inWords: 'a write is done to others as well', own: ({ egg }) => [egg] },
  {
    on: 'updateServerStartup',
    inWords: 'a write is done to others as well',
    own: ({ server }) => [server?.id],
  },
  {
    on: 'updateNode',
    inWords: 'memory and disk are written to other nodes as well',
    own: ({ node, otherNode }) => [node, otherNode],
    fields: ['memory', 'disk'],
    reachedBy: ['4.4/answer'],
  },
  {
    on: 'updateServerStartup',
    inWords: 'the image is written to other servers as well',
    own: ({ server, otherServer }) => [server?.id, otherServer?.id],
    fields: ['docker_image'],
    reachedBy: ['4.4/answer'],
  },
]

/** The request with some fields of its body; undefined if the body has none of them. */
function withFields(request: ProxyRequest, fields: readonly string[] | undefined): ProxyRequest | undefined {
  if (fields === undefined) return request
  const some = Object.entries(bodyOf(request)).filter(([name]) => fields.includes(name))
  return some.length > 0 ? withBody(request, Object.fromEntries(some)) : undefined
}

/** Errors in the use of ids in paths. */
export const paths: readonly Mutant[] = [
  ...named.flatMap(({ on, checks, clauses = [], own: meant, others }) =>
    Object.entries(others).map(
      ([inWords, mistaken]): Mutant => ({
        name: `${checks[0]}: ${inWords} is taken for the promised one`,
        breaks: [`${operations[on].section}#path`, `${operations[on].section}#route`, ...clauses],
        caughtBy: checks,
        make: ignoring(on, mistaken, meant),
      }),
    ),
  ),
  ...doneToOthers.map(
    ({ on, inWords, own, fields, reachedBy }): Mutant => ({
      name: `${operations[on].section}/others-unchanged: ${inWords}`,
      breaks: [`${operations[on].section}#path`],
      caughtBy: [`${operations[on].section}/others-unchanged`],
      ...(reachedBy && { reachedBy }),
      make: () => async (request, next) => {
        const ids = own(request.target.resources)
        const copy = withFields(request, fields)
        if (copy && request.operation === on && request.path.includes(`/${ids[0]}`))
          for (const id of [1, 2, 3, 4, 5, 6, 7].filter((each) => !ids.includes(each)))
            await next({ ...copy, path: request.path.replace(`/${ids[0]}`, `/${id}`) })
        return next(request)
      },
    }),
  ),
  {
    name: '4.7/path: a server lists the backups of all servers of its owner',
    breaks: ['4.7#path'],
    caughtBy: ['4.7/path'],
    reachedBy: ['4.3/answer'],
    make: () => async (request, next) => {
      const { server, otherServer } = request.target.resources
      const named = /servers\/([^/?]+)/.exec(request.path)?.[1]
      const isOwn =
        [server?.uuid, otherServer?.uuid, nil].includes(named) ||
        named?.startsWith(String(server?.uuid).slice(0, 8))
      return request.operation !== 'listServerBackups' || isOwn
        ? next(request)
        : next({ ...request, path: request.path.replace(String(named), String(server?.uuid)) })
    },
  },
  {
    name: '4.1/other-node: an update of another node is done to both',
    breaks: ['4.1#path'],
    caughtBy: ['4.1/other-node'],
    make: () => async (request, next) => {
      const response = await next(request)
      const { node, otherNode } = request.target.resources
      if (request.operation === 'updateNode' && request.path.includes(`/nodes/${otherNode}`)) {
        const { name } = bodyOf(request)
        const path = request.path.replace(`/nodes/${otherNode}`, `/nodes/${node}`)
        await next(withBody({ ...request, path }, { name }))
      }
      return response
    },
  },
]
