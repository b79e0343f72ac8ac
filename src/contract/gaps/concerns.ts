import { type Operation, type OperationId, operations, parametersIn } from '../operations.ts'
import { pathParameters } from '../parameters.ts'
import { type AnyKind, rowOf } from '../resources.ts'

/** Which operations, those beyond the document too, have responses that depend on a gap. */
export type Concerns = (operation: Operation) => boolean

export const only =
  (...ids: readonly OperationId[]): Concerns =>
  ({ id }) =>
    ids.some((each) => each === id)

/** Operations beyond the document. */
export const beyond: Concerns = ({ section }) => section === '4.9'
export const ofClients: Concerns = ({ family }) => family === 'client'

/** Operations with a resource in their path. */
export const naming: Concerns = ({ path }) => parametersIn(path).length > 0
export const namingServer: Concerns = ({ path }) =>
  parametersIn(path).some((name) => pathParameters[name]?.kind === 'server')

export const paged: Concerns = ({ response }) => response.envelope === 'page'

/** Reads of lists, whose page parameters can be checked although some of them have no pages. */
const reading: Concerns = ({ method, response }) =>
  method === 'GET' && response.envelope !== 'single' && response.envelope !== 'none'

/** Operations whose response has relationships. */
export const related: Concerns = ({ response }) =>
  response.envelope !== 'none' &&
  rowOf(response.kind).relationships !== undefined &&
  !('isNew' in response && rowOf(response.kind).atTop === 'bare')

/** Operations whose response has a kind of resource at its top. */
const answering =
  (kind: AnyKind): Concerns =>
  ({ response }) =>
    response.envelope !== 'none' && response.kind === kind

/** Operations whose response shows a kind of resource, nested or not. */
const showing =
  (kind: AnyKind): Concerns =>
  (operation) => {
    const { response } = operation
    if (response.envelope === 'none') return false
    const nested = related(operation) ? Object.values(rowOf(response.kind).relationships ?? {}) : []
    return response.kind === kind || nested.some((each) => each.kind === kind)
  }

/** Operations that need a server that is neither being installed nor suspended. */
export const ofAvailableServer: Concerns = (operation) =>
  only('listServerMounts', 'listServerBackups')(operation) ||
  (beyond(operation) &&
    ofClients(operation) &&
    namingServer(operation) &&
    (operation.method !== 'GET' || reading(operation)))

/** Ways to say which operations depend on a gap, by the words of `gaps.json`. */
const worded: Readonly<Record<string, Concerns>> = {
  ...{ beyond, ofClients, naming, namingServer, paged, reading, related, ofAvailableServer },
  creating: ({ response }) => 'isNew' in response,
  notCreating: ({ response }) => !('isNew' in response),
  withBody: ({ body }) => body !== 'none',
  withJson: ({ body }) => body === 'json',
  /** Operations that can refuse a request for other reasons than its path and token. */
  withInput: (operation) => operation.body !== 'none' || reading(operation),
  /** Operations whose response has a list, its own or one of a relationship. */
  withList: (operation) => operation.response.envelope === 'list' || paged(operation) || related(operation),
  /** Pages of other lists than the backups, whose sizes section 8 limits. */
  pagedBeside: (operation) => paged(operation) && !only('listServerBackups')(operation),
  'answering node': answering('node'),
  'showing server': showing('server'),
  /** Operations that write a user and answer with it. */
  'writing user': (operation) => operation.method !== 'GET' && answering('user')(operation),
}

/**
 * The operations that a gap names: by words for several of them, or by the ids of those of the document.
 * @throws an error for anything else
 */
export function concernsOf(on: string | readonly string[]): Concerns {
  const words = worded[String(on)]
  const ids = [on].flat()
  const unknown = words ? undefined : ids.find((id) => !Object.hasOwn(operations, id))
  if (unknown !== undefined)
    throw new Error(`gaps.json: "${unknown}" is neither an operation nor a word for some`)
  return words ?? (({ id }) => ids.includes(id))
}
