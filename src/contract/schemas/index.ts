import type { TObject, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { recordOf } from '../objects.ts'
import type { ResponseShape } from '../operations.ts'
import { type AnyKind, type Kind, kinds, rowOf } from '../resources.ts'
import { envelope, listOf, noRelationships, pageOf, relationships } from './envelopes.ts'
import { type AnyForm, fieldsOf } from './fields-of.ts'

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
export function answerOf(shape: ResponseShape, form: 'top' | 'shown' = 'top'): TSchema | undefined {
  if (shape.envelope === 'none') return undefined
  const { kind, envelope } = shape
  if (envelope === 'single') return resourceOf(kind, form)
  const item = resourceOf(kind, form)
  return envelope === 'list' ? listOf(item) : pageOf(item, form === 'top' ? rowOf(kind).pageMeta : {})
}
