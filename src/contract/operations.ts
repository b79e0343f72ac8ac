import type { AnyKind } from './resources.ts'
import type { Section } from './sections.ts'

/** The three families of endpoints and their path prefixes. Section 1. */
export const families = {
  application: '/api/application',
  admin: '/api/admin',
  client: '/api/client',
} as const

export type Family = keyof typeof families

/** The media types of the two kinds of request body. Section 4. */
export const mediaTypes = { json: 'application/json', multipart: 'multipart/form-data' } as const

/** The methods that operations have; a HEAD request is for the GET of the same path. */
export const methods = ['GET', 'PATCH', 'POST', 'PUT', 'DELETE'] as const

/** The success response of an operation: its envelope of section 2.1, and the kind of the resources in it. */
export type ResponseShape =
  | {
      readonly envelope: 'single' | 'list' | 'page'
      readonly kind: AnyKind
      /** The operation creates the resource, so its status is the gap `status.created`. */
      readonly isNew?: true
    }
  /** 204 without a body. */
  | { readonly envelope: 'none' }

/** One operation of section 4. */
export interface Operation {
  readonly id: string
  readonly section: Section
  readonly method: (typeof methods)[number]
  /** Path below the base URL, parameters as `{name}`. */
  readonly path: `${(typeof families)[Family]}${'' | `/${string}`}`
  readonly family: Family
  /** The kind of the request body. */
  readonly body: keyof typeof mediaTypes | 'none'
  /** The shape of the success response. */
  readonly answer: ResponseShape
  readonly summary: string
}

/** The rows of a table of operations with their ids. */
export function withIds<T extends Readonly<Record<string, object>>>(
  table: T,
): { readonly [I in keyof T & string]: T[I] & { readonly id: I } } {
  const entries = Object.entries(table).map(([id, rest]) => [id, { id, ...rest }])
  // `Object.fromEntries` loses the type of the keys.
  return Object.fromEntries(entries) as ReturnType<typeof withIds<T>>
}

/** The operations of the document, in its order. Section 4. */
export const operations = withIds({
  updateNode: {
    section: '4.1',
    method: 'PATCH',
    path: '/api/application/nodes/{node}',
    family: 'application',
    body: 'json',
    answer: { kind: 'node', envelope: 'single' },
    summary: 'Update node',
  },
  syncNodeTags: {
    section: '4.2',
    method: 'PUT',
    path: '/api/admin/nodes/{node_id}/tags',
    family: 'admin',
    body: 'json',
    answer: { kind: 'tag', envelope: 'list' },
    summary: 'Sync node game tags',
  },
  importEgg: {
    section: '4.3',
    method: 'POST',
    path: '/api/admin/eggs/{egg_id}/import',
    family: 'admin',
    body: 'multipart',
    answer: { kind: 'egg', envelope: 'single' },
    summary: 'Update egg from import',
  },
  listServerMounts: {
    section: '4.4',
    method: 'GET',
    path: '/api/admin/servers/{server_admin_identifier}/mounts',
    family: 'admin',
    body: 'none',
    answer: { kind: 'mount', envelope: 'list' },
    summary: 'List server mounts',
  },
  updateServerStartup: {
    section: '4.5',
    method: 'PUT',
    path: '/api/admin/servers/{server_admin_identifier}/startup',
    family: 'admin',
    body: 'json',
    answer: { kind: 'server', envelope: 'single' },
    summary: 'Update server startup',
  },
  createUser: {
    section: '4.6',
    method: 'POST',
    path: '/api/application/users',
    family: 'application',
    body: 'json',
    answer: { kind: 'user', envelope: 'single', isNew: true },
    summary: 'Create user',
  },
  listServerBackups: {
    section: '4.7',
    method: 'GET',
    path: '/api/client/servers/{server_uuid}/backups',
    family: 'client',
    body: 'none',
    answer: { kind: 'backup', envelope: 'page' },
    summary: 'List server backups',
  },
  listHostDatabases: {
    section: '4.8',
    method: 'GET',
    path: '/api/admin/database-hosts/{databaseHost_id}/databases',
    family: 'admin',
    body: 'none',
    answer: { kind: 'database', envelope: 'page' },
    summary: 'List database host databases',
  },
} as const satisfies Record<string, Omit<Operation, 'id'>>)

export type OperationId = keyof typeof operations

/** In the order of the document. */
export const operationIds = Object.keys(operations) as OperationId[]

/** The operations whose row has one of these values. */
type IdsWith<R> = { [I in OperationId]: (typeof operations)[I] extends R ? I : never }[OperationId]

/** The operations whose success response has a body. */
export type OperationIdWithBody = Exclude<OperationId, IdsWith<{ answer: { envelope: 'none' } }>>

/** The operations that have a request body. */
export type SendingId = Exclude<OperationId, IdsWith<{ body: 'none' }>>

/** The operations that only read. */
export type ReadingId = IdsWith<{ method: 'GET' }>

/** The operations that write. */
export type WritingId = Exclude<OperationId, ReadingId>

/** The operations whose response is a page of a list. */
export type PagedId = IdsWith<{ answer: { envelope: 'page' } }>

/** The shape of the success response of an operation. */
export const responseOf = (id: OperationId): ResponseShape => operations[id].answer

/** The operations whose success response has a body. */
export const idsWithBody = operationIds.filter(
  (id): id is OperationIdWithBody => responseOf(id).envelope !== 'none',
)

/** Whether an operation writes. */
export const isWriting = (id: OperationId): id is WritingId => operations[id].method !== 'GET'

export const readingIds = operationIds.filter((id): id is ReadingId => !isWriting(id))

export const pagedIds = idsWithBody.filter((id): id is PagedId => responseOf(id).envelope === 'page')
