import { mapValues } from './objects.ts'
import type { AnyKind } from './resources.ts'
import { type Section, titleOf } from './sections.ts'

/** The three families of endpoints and their path prefixes. Section 1. */
export const families = {
  application: '/api/application',
  admin: '/api/admin',
  client: '/api/client',
} as const

export type Family = keyof typeof families

export const familyIds = Object.keys(families) as Family[]

/** The media types of the two kinds of request body. Section 4. */
export const mediaTypes = { json: 'application/json', multipart: 'multipart/form-data' } as const

/** The methods that operations have; a HEAD request is for the GET of the same path. */
export const methods = ['GET', 'PATCH', 'POST', 'PUT', 'DELETE'] as const

type Method = (typeof methods)[number]

/** Method and path of an operation. */
export type Call<M extends Method = Method> = `${M} ${Operation['path']}`

/** The envelope of section 2.1 in a success response, and the kind of the resources in it. */
export interface ResponseWithBody {
  readonly envelope: 'single' | 'list' | 'page'
  readonly kind: AnyKind
  /** The operation creates the resource, so its status is the gap `status.created`. */
  readonly isNew?: true
  /** The most records that a page holds, if the document says it. Section 8. */
  readonly maximum?: number
}

/** The success response of an operation; without a body, it is a 204. */
export type ResponseShape = ResponseWithBody | { readonly envelope: 'none' }

/** One operation of section 4. */
export interface Operation {
  readonly id: string
  readonly section: Section
  readonly method: Method
  /** Path below the base URL, parameters as `{name}`. */
  readonly path: `${(typeof families)[Family]}${'' | `/${string}`}`
  readonly family: Family
  /** The kind of the request body. */
  readonly body: keyof typeof mediaTypes | 'none'
  /** The shape of the success response. */
  readonly response: ResponseShape
  readonly summary: string
}

/** The rows of a table of operations with their ids. */
export function withIds<T extends Readonly<Record<string, object>>>(
  table: T,
): { readonly [I in keyof T & string]: T[I] & { readonly id: I } } {
  // The types of the rows differ.
  return mapValues(table, (rest, id) => ({ id, ...rest })) as ReturnType<typeof withIds<T>>
}

const shaped =
  <E extends 'single' | 'list' | 'page'>(envelope: E) =>
  <K extends AnyKind>(kind: K) => ({ kind, envelope })

/** The shapes of responses by their envelope. */
export const [one, list, page] = [shaped('single'), shaped('list'), shaped('page')]

/** A row of a table of operations, with the types of its method, its body and its response. */
export interface Row<M extends Method, B extends Operation['body'], A extends ResponseShape>
  extends Omit<Operation, 'id'> {
  readonly method: M
  readonly body: B
  readonly response: A
}

/**
 * A row of a table of operations. Its path says the family, and its section the summary unless another one is given.
 * @param call method and path
 */
export const operation = <
  M extends Method,
  const A extends ResponseShape,
  B extends Operation['body'] = 'none',
>(
  section: Section,
  call: Call<M>,
  response: A,
  // The default is the type that `B` has if no body is given.
  body = 'none' as B,
  summary: string = titleOf(section),
): Row<M, B, A> => {
  // A call is the two, and each path begins with the prefix of a family.
  const [method, path] = call.split(' ') as [M, Operation['path']]
  const family = familyIds.find((each) => path.startsWith(families[each])) as Family
  return { section, method, path, family, body, response, summary }
}

/** The operations of the document, in its order. Section 4. */
export const operations = withIds({
  updateNode: operation('4.1', 'PATCH /api/application/nodes/{node}', one('node'), 'json'),
  syncNodeTags: operation('4.2', 'PUT /api/admin/nodes/{node_id}/tags', list('tag'), 'json'),
  importEgg: operation('4.3', 'POST /api/admin/eggs/{egg_id}/import', one('egg'), 'multipart'),
  listServerMounts: operation(
    '4.4',
    'GET /api/admin/servers/{server_admin_identifier}/mounts',
    list('mount'),
  ),
  updateServerStartup: operation(
    '4.5',
    'PUT /api/admin/servers/{server_admin_identifier}/startup',
    one('server'),
    'json',
  ),
  createUser: operation('4.6', 'POST /api/application/users', { ...one('user'), isNew: true }, 'json'),
  listServerBackups: operation('4.7', 'GET /api/client/servers/{server_uuid}/backups', {
    ...page('backup'),
    maximum: 50,
  }),
  listHostDatabases: operation(
    '4.8',
    'GET /api/admin/database-hosts/{databaseHost_id}/databases',
    page('database'),
  ),
})

export type OperationId = keyof typeof operations

/** In the order of the document. */
export const operationIds = Object.keys(operations) as OperationId[]

/** The operations whose row has one of these values. */
type IdsWith<R> = { [I in OperationId]: (typeof operations)[I] extends R ? I : never }[OperationId]

/** The operations whose success response has a body. */
export type OperationIdWithBody = Exclude<OperationId, IdsWith<{ response: { envelope: 'none' } }>>

/** The operations that have a request body. */
export type SendingId = Exclude<OperationId, IdsWith<{ body: 'none' }>>

/** The operations that only read. */
export type ReadingId = IdsWith<{ method: 'GET' }>

/** The operations that write. */
export type WritingId = Exclude<OperationId, ReadingId>

/** The operations whose response is a page of a list. */
export type PagedId = IdsWith<{ response: { envelope: 'page' } }>

/** The shape of the success response of an operation. */
export const responseOf = (id: OperationId): ResponseShape => operations[id].response

/** The operations whose success response has a body. */
export const idsWithBody = operationIds.filter(
  (id): id is OperationIdWithBody => responseOf(id).envelope !== 'none',
)

/** Whether an operation writes. */
export const isWriting = (id: OperationId): id is WritingId => operations[id].method !== 'GET'

export const readingIds = operationIds.filter((id): id is ReadingId => !isWriting(id))

/** Whether an operation lists resources in pages. */
export const isPaged = (id: OperationId): id is PagedId => responseOf(id).envelope === 'page'

export const pagedIds = operationIds.filter(isPaged)

/** Whether a request method is for an operation; a HEAD request is for the GET operation. */
export const takesMethod = ({ method }: Operation, asked: string): boolean => method === servedAs(asked)

/**
 * The method whose response, without its body, is the one to a method; refusals name it, so that HEAD has the length of
 * GET.
 */
export const servedAs = (method: string): string => (method === 'HEAD' ? 'GET' : method)

export const isParameter = (segment: string): boolean => segment.startsWith('{')

/** The names of the parameters in a path, in their order. */
export const parametersIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** A path with a text in the place of each parameter. */
export const fillPath = (path: string, text: (name: string) => string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => text(name))

/** A regular expression for the paths of an operation, with a group for each parameter. */
export const pathPattern = ({ path }: { readonly path: string }): RegExp =>
  new RegExp(`^${fillPath(path, () => '([^/]+)')}$`)

/** Whether a path, without query and sandbox, is for an operation. */
export const takesPath = (operation: Operation, asked: string): boolean => pathPattern(operation).test(asked)
