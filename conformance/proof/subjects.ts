import {
  type AnyKind,
  type OperationId,
  operationIds,
  operations,
  parameterOf,
} from '../../src/contract/index.ts'
import { isObject } from './json.ts'
import type { ProxyRequest } from './messages.ts'

type Named = Exclude<keyof ProxyRequest['target']['resources'], 'tags'>

/** The resource in a path: one of the target, another one of its kind, and their names. */
const subject = (own: Named, other: Named, noun: string = own) => ({ own, other, noun })

const subjects: Readonly<Partial<Record<AnyKind, ReturnType<typeof subject>>>> = {
  node: subject('node', 'otherNode'),
  egg: subject('egg', 'otherEgg'),
  server: subject('server', 'otherServer'),
  database_host: subject('databaseHost', 'otherDatabaseHost', 'host'),
}

const kindIn = (id: OperationId): AnyKind | undefined => parameterOf(operations[id])?.kind

/** The operations whose path names a resource. */
export const pathIds = operationIds.filter(kindIn)

/** The resource in the path of an operation. @throws Error for a kind of which a target names no resource */
export function subjectOf(id: OperationId) {
  const kind = kindIn(id)
  const found = kind && subjects[kind]
  if (!found) throw new Error(`conformance/proof/subjects.ts does not say which ${kind} a target names`)
  return found
}

/** The operations whose path names a resource by its id or by its UUID. */
export const namedTwice = pathIds.filter((id) => (parameterOf(operations[id])?.by.length ?? 0) > 1)

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
export function toTwin(request: ProxyRequest, on: OperationId): ProxyRequest {
  const { own, other } = subjectOf(on)
  const [from, to] = isFor(own)(request) ? [own, other] : [other, own]
  const [twin = ''] = namesOf(request, to)
  const path = namesOf(request, from).reduce((all, name) => all.replace(`/${name}`, `/${twin}`), request.path)
  return { ...request, path }
}

/** Whether the path of a request names the other resource of its kind. */
export const isForOther = (request: ProxyRequest): boolean =>
  pathIds.some((id) => id === request.operation && isFor(subjectOf(id).other)(request))
