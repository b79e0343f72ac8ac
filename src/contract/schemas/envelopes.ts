import type { Static, TProperties, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { mapValues, recordOf } from '../objects.ts'
import type { Relationship } from '../resources.ts'
import { stringMap, url } from './primitives.ts'

/** A form of a cut-off nested resource. Section 2.1 item 3. */
export const cutObject = () => Type.Object({}, { additionalProperties: false })
const cutArray = () => Type.Array(Type.Unknown(), { maxItems: 0 })
const emptyList = () => Type.Object({ object: Type.Literal('list'), data: cutArray() })

/** The `$id` of a nested resource's schema, which other schemas refer to. */
export const nestedId = (kind: string) => `nested:${kind}`

/**
 * Forms of which the OpenAPI description has the first ones, which the mock sends: a cut-off single resource as `{}`,
 * and a cut-off list as a list with fewer items. The others would keep compilers from telling a cut-off resource from a
 * full one.
 */
const forms = (described: number, ...all: readonly TSchema[]) => Type.Union([...all], { described })

/** A nested single resource, complete or cut off. Section 2.1 item 3. */
const nestedOne = (kind: string) => forms(2, Type.Ref(nestedId(kind)), cutObject(), cutArray(), emptyList())

/** A nested list of resources, complete or cut off. Section 2.1 item 3. */
const nestedMany = (kind: string) => forms(1, listOf(Type.Ref(nestedId(kind))), cutObject(), cutArray())

/**
 * `attributes.relationships`: each name can be missing unless `required` lists it. If no name is required, the whole
 * object can be cut off to `{}` or `[]`.
 */
export function relationships(
  named: Readonly<Record<string, Relationship>>,
  required: readonly string[],
): TSchema {
  const schemas = mapValues(named, ({ kind, many }, name) => {
    const schema = many ? nestedMany(kind) : nestedOne(kind)
    return required.includes(name) ? schema : Type.Optional(schema)
  })
  const all = Type.Object(schemas)
  return required.length > 0 ? all : forms(1, all, cutArray())
}

/** `attributes.relationships` of a resource that must have none of its names. */
export const noRelationships = (names: readonly string[]): TSchema =>
  forms(1, Type.Object(recordOf(names, () => Type.Optional(Type.Never()))), cutArray())

/** The envelope of a single resource. Section 2.1 item 1. @param isLinked whether it must have `meta.resource`, its URL */
export const envelope = (kind: string, attributes: TSchema, isLinked: boolean): TSchema =>
  Type.Object({
    ...{ object: Type.Literal(kind), attributes },
    meta: isLinked
      ? Type.Object({ resource: url() })
      : Type.Optional(Type.Object({ resource: Type.Optional(url()) })),
  })

/** The envelope of a list. Section 2.1 item 2. */
export const listOf = <S extends TSchema>(item: S) =>
  Type.Object({ object: Type.Literal('list'), data: Type.Array(item) })

/** `meta.pagination`. Section 2.1 item 5. */
export const Pagination = Type.Object({
  total: Type.Integer(),
  count: Type.Integer(),
  per_page: Type.Integer(),
  current_page: Type.Integer(),
  total_pages: Type.Integer(),
  links: stringMap(),
})

export type Pagination = Static<typeof Pagination>

/** The envelope of a paginated list; `meta` has the given fields in addition to `pagination`. Section 2.1 item 5. */
export const pageOf = <S extends TSchema>(item: S, meta: TProperties = {}) =>
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(item),
    meta: Type.Object({ pagination: Pagination, ...meta }),
  })
