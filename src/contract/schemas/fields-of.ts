import type { TObject, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { keptIn } from '../once.ts'
import { type AnyKind, type Form, rowOf } from '../resources.ts'

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
