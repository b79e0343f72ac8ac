import { type OperationId, operations, parameterOf } from '../../src/contract/index.ts'
import { isObject, type ProxyRequest } from './messages.ts'

type Named = Exclude<keyof ProxyRequest['target']['resources'], 'tags'>

/** What the path of an operation names: a resource of the target, and another one of its kind. */
interface Subject {
  readonly own: Named
  readonly other: Named
  readonly noun: string
}

const subject = (own: Named, other: Named, noun: string = own): Subject => ({ own, other, noun })

const server = subject('server', 'otherServer')
const node = subject('node', 'otherNode')

export const subjects = {
  updateNode: node,
  syncNodeTags: node,
  importEgg: subject('egg', 'otherEgg'),
  listServerMounts: server,
  updateServerStartup: server,
  listServerBackups: server,
  listHostDatabases: subject('databaseHost', 'otherDatabaseHost', 'host'),
} as const satisfies Partial<Record<OperationId, Subject>>

/** The operations whose path names a resource. */
export const pathIds = Object.keys(subjects) as (keyof typeof subjects)[]

/** The operations whose path names a resource by its id or by its UUID. */
export const namedTwice: readonly OperationId[] = pathIds.filter(
  (id) => (parameterOf(operations[id])?.by.length ?? 0) > 1,
)

/** The texts that name a resource of the target in paths: an id, or an id and a UUID. */
export const namesOf = ({ target: { resources } }: ProxyRequest, named: Named): readonly string[] => {
  const entry = resources[named]
  const names = isObject(entry) ? [entry['id'], entry['uuid']] : [entry]
  return names.flatMap((each) => (each === undefined ? [] : [String(each)]))
}

/** Whether the path of a request names a resource of the target. */
export const isFor =
  (named: Named) =>
  (request: ProxyRequest): boolean =>
    request.path.split(/[/?]/).some((part) => namesOf(request, named).includes(part))

/** A request for one of the two resources that a target names, with the path of the other one. */
export function toTwin(request: ProxyRequest, on: keyof typeof subjects): ProxyRequest {
  const { own, other } = subjects[on]
  const [from, to] = isFor(own)(request) ? [own, other] : [other, own]
  const [twin = ''] = namesOf(request, to)
  const path = namesOf(request, from).reduce((all, name) => all.replace(`/${name}`, `/${twin}`), request.path)
  return { ...request, path }
}

/** Whether the path of a request names the other resource of its kind. */
export const isForOther = (request: ProxyRequest): boolean =>
  pathIds.some((id) => id === request.operation && isFor(subjects[id].other)(request))
