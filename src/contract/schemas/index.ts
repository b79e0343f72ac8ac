import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { mapValues, recordOf } from '../objects.ts'
import { keptIn } from '../once.ts'
import type { ResponseShape } from '../operations.ts'
import { type AnyKind, type Form, type Kind, kinds, type Relationship, rowOf } from '../resources.ts'
import { stringMap, url } from './primitives.ts'

/** The form of a resource: one of the document, or that of companions, which show the fields of both. */
export type AnyForm = Form | 'shown'

/** Fields that companions do not show: their requests name no server. Section 2.11. */
const notShown: Partial<Record<AnyKind, string>> = { mount: 'mounted' }

/** Made once, because to judge a response needs the fields of many resources. */
const made = new Map<string, TObject>()

/** The fields of a kind in one form, without `relationships`. */
export const fieldsOf = (kind: AnyKind, form: AnyForm): TObject =>
  keptIn(made, `${kind} ${form}`, () => fieldsMadeFor(kind, form))

function fieldsMadeFor(kind: AnyKind, form: AnyForm): TObject {
  const fields = Object.entries(rowOf(kind).fields).flatMap(([name, field]): [string, TSchema][] => {
    if (!('only' in field)) return [[name, field]]
    const isThere = form === 'shown' ? notShown[kind] !== name : field.only === form
    return isThere ? [[name, field.schema]] : []
  })
  return Type.Object(Object.fromEntries(fields))
}

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
function relationships(named: Readonly<Record<string, Relationship>>, required: readonly string[]): TSchema {
  const schemas = mapValues(named, ({ kind, many }, name) => {
    const schema = many ? nestedMany(kind) : nestedOne(kind)
    return required.includes(name) ? schema : Type.Optional(schema)
  })
  const all = Type.Object(schemas)
  return required.length > 0 ? all : forms(1, all, cutArray())
}

/** `attributes.relationships` of a resource that must have none of its names. */
const noRelationships = (names: readonly string[]): TSchema =>
  forms(1, Type.Object(recordOf(names, () => Type.Optional(Type.Never()))), cutArray())

/** The envelope of a single resource. Section 2.1 item 1. @param isLinked whether it must have `meta.resource`, its URL */
const envelope = (kind: string, attributes: TSchema, isLinked: boolean): TSchema =>
  Type.Object({
    ...{ object: Type.Literal(kind), attributes },
    meta: isLinked
      ? Type.Object({ resource: url() })
      : Type.Optional(Type.Object({ resource: Type.Optional(url()) })),
  })

/** The envelope of a list. Section 2.1 item 2. */
const listOf = <S extends TSchema>(item: S) =>
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
const pageOf = <S extends TSchema>(item: S, meta: TProperties = {}) =>
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(item),
    meta: Type.Object({ pagination: Pagination, ...meta }),
  })

function attributesOf(kind: AnyKind, form: AnyForm): TObject {
  const { atTop, relationships: named = {} } = rowOf(kind)
  const { properties } = fieldsOf(kind, form)
  const names = Object.keys(named)
  if (names.length === 0) return Type.Object(properties)
  if (form === 'top' && atTop === 'bare') {
    const fields = Object.keys(fieldsOf(kind, 'nested').properties).filter((name) => !(name in properties))
    const barred = recordOf(fields, () => Type.Optional(Type.Never()))
    return Type.Object({ ...properties, ...barred, relationships: Type.Optional(noRelationships(names)) })
  }
  const isDue = form === 'top' && (atTop === 'related' || atTop === 'fully-related')
  const related = relationships(named, isDue && atTop === 'fully-related' ? names : [])
  return Type.Object({ ...properties, relationships: isDue ? related : Type.Optional(related) })
}

/** A resource in its envelope. */
function resourceOf(kind: AnyKind, form: AnyForm) {
  const { meta } = rowOf(kind)
  return envelope(kind, attributesOf(kind, form), meta === 'always' || (meta === 'top' && form !== 'nested'))
}

/** The kinds that section 2 has under `relationships`. */
const nestedKinds = kinds.filter((kind) =>
  kinds.some((other) => Object.values(rowOf(other).relationships ?? {}).some((each) => each.kind === kind)),
)

/** The resources that can be nested under `relationships`, by kind. Section 2.1 item 3. */
export const nestedResources = new Map<Kind, TSchema>(
  nestedKinds.map((kind) => [kind, resourceOf(kind, 'nested')]),
)

/**
 * The schema of the success response of an operation; undefined for a response without a body. Sections 4.1 to 4.8. In
 * the form `shown`, that of an operation beyond the document, resources may have only the relationships that `include`
 * names. Section 4.9.
 */
export function responseSchemaOf(shape: ResponseShape, form: 'top' | 'shown' = 'top'): TSchema | undefined {
  if (shape.envelope === 'none') return undefined
  const { kind, envelope } = shape
  if (envelope === 'single') return resourceOf(kind, form)
  const item = resourceOf(kind, form)
  return envelope === 'list' ? listOf(item) : pageOf(item, form === 'top' ? rowOf(kind).pageMeta : {})
}
