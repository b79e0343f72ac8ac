import type { Static, TSchema } from '@sinclair/typebox'
import type { CompanionId, CompanionShapes } from './companions.ts'
import type { OperationIdWithBody, operations } from './operations.ts'
import type { PanelShapes } from './panel-operations.ts'
import type { AnyKind, Form, OnlyIn, resources, undescribed } from './resources.ts'
import type { Pagination } from './schemas/index.ts'

/**
 * The types of the response bodies for client code, from the tables of resources and operations. A field whose meaning
 * is optional can be null or absent, because section 2 leaves that open. The mock sends all of these fields, unless its
 * gap `nulls` says otherwise.
 */

/** A single resource in its envelope. Section 2.1 item 1. */
export interface Resource<Kind extends string, Attributes> {
  object: Kind
  attributes: Attributes
  /** Present in admin-style resources. */
  meta?: { resource?: string }
}

/** A list of resources. Section 2.1 item 2. */
export interface List<Item> {
  object: 'list'
  data: Item[]
}

/** A paginated list; `Meta` are its fields in addition to `pagination`. Section 2.1 item 5. */
export interface Page<Item, Meta = unknown> extends List<Item> {
  meta: { pagination: Pagination } & Meta
}

/** A nested resource or list, complete or cut off. Section 2.1 item 3. */
export type Nested<Whole> = Whole | Record<string, never> | []

type Rows = typeof resources & typeof undescribed

type TypeOf<F> = F extends OnlyIn<Form, infer S> ? Static<S> : F extends TSchema ? Static<F> : never

/** The fields of every form of a resource, and those of one form only. */
type FieldsOf<F> = {
  -readonly [N in keyof F as F[N] extends TSchema ? N : never]: TypeOf<F[N]>
} & { -readonly [N in keyof F as F[N] extends TSchema ? never : N]?: TypeOf<F[N]> }

type Optionally<R, P extends string> = R extends Record<P, infer T> ? T : unknown

/** Written out in the package, since its users do not have TypeBox. */
type Table = {
  -readonly [K in keyof Rows]: {
    fields: { [N in keyof FieldsOf<Rows[K]['fields']>]: FieldsOf<Rows[K]['fields']>[N] }
    relationships: Optionally<Rows[K], 'relationships'>
    pageMeta: { [N in keyof Optionally<Rows[K], 'pageMeta'>]: TypeOf<Optionally<Rows[K], 'pageMeta'>[N]> }
  }
}

type RelatedTo<R> = {
  -readonly [N in keyof R]?: R[N] extends { kind: infer K extends AnyKind; many: infer M }
    ? Nested<M extends true ? List<ResourceOf<K>> : ResourceOf<K>>
    : never
}

/** The attributes of a resource, those of every form and, optionally, those of one form only. */
type Attributes<K extends AnyKind> = Table[K]['fields'] & {
  relationships?: RelatedTo<Table[K]['relationships']>
}

export type Node = Attributes<'node'>
export type Location = Attributes<'location'>
export type Tag = Attributes<'tag'>
export type Egg = Attributes<'egg'>
export type EggVariable = Attributes<'egg_variable'>
export type ServerVariable = Attributes<'server_variable'>
export type Server = Attributes<'server'>
export type Allocation = Attributes<'allocation'>
export type User = Attributes<'user'>
export type Mount = Attributes<'mount'>
export type Backup = Attributes<'backup'>
export type Database = Attributes<'database'>
/** A database host, which only companions show; the document gives it no fields. Section 4.9. */
export type DatabaseHost = Attributes<'database_host'>
/** A database as the users of its server see it, beyond the document. Section 4.9. */
export type ServerDatabase = Attributes<'server_database'>
/** State and usage of a server, beyond the document. Section 4.9. */
export type Stats = Attributes<'stats'>

type ResourceOf<K extends AnyKind> = Resource<K, Attributes<K>>

export type NodeResource = ResourceOf<'node'>
export type LocationResource = ResourceOf<'location'>
export type TagResource = ResourceOf<'tag'>
export type EggResource = ResourceOf<'egg'>
export type EggVariableResource = ResourceOf<'egg_variable'>
export type ServerVariableResource = ResourceOf<'server_variable'>
export type ServerResource = ResourceOf<'server'>
export type AllocationResource = ResourceOf<'allocation'>
export type UserResource = ResourceOf<'user'>
export type MountResource = ResourceOf<'mount'>
export type BackupResource = ResourceOf<'backup'>
export type DatabaseResource = ResourceOf<'database'>
export type DatabaseHostResource = ResourceOf<'database_host'>

type ResponseOf<A> = A extends { envelope: infer E; kind: infer K extends AnyKind }
  ? E extends 'single'
    ? ResourceOf<K>
    : E extends 'list'
      ? List<ResourceOf<K>>
      : Page<ResourceOf<K>, Table[K]['pageMeta']>
  : never

/** The success response of each companion, by its id. Section 4.9. */
export type CompanionResponses = { [I in CompanionId]: ResponseOf<CompanionShapes[I]> }

/** The success response of each operation of the real panel that answers with a body, by its id. Section 4.9. */
export type PanelResponses = {
  [I in keyof PanelShapes as PanelShapes[I] extends { envelope: 'none' } ? never : I]: ResponseOf<
    PanelShapes[I]
  >
}

/** The success response of each operation, by its id. Sections 4.1 to 4.8. */
export type Responses = { [I in OperationIdWithBody]: ResponseOf<(typeof operations)[I]['response']> }
