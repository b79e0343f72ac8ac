import { KindGuard, type TProperties, type TSchema } from '@sinclair/typebox'
import { type Form, isNullable, type Kind, rowOf } from '../../src/contract/index.ts'

/** A field of a resource, or of an object in it. */
export interface Field {
  /** Dotted, such as `limits.memory`. */
  readonly path: string
  /** The schema of its values other than null. */
  readonly schema: TSchema
  readonly mayBeNull: boolean
  /** The only form of the resource that has the field. */
  readonly only?: Form
}

/** The fields of a kind, according to the table of section 2. */
export const fieldsOf = (kind: Kind): readonly Field[] =>
  Object.entries(rowOf(kind).fields).flatMap(([name, field]) =>
    'only' in field
      ? fieldsIn({ [name]: field.schema }).map((each) => ({ ...each, only: field.only }))
      : fieldsIn({ [name]: field }),
  )

/** The fields of an object with these properties, those of objects in it included. */
export const fieldsIn = (properties: TProperties, prefix = ''): readonly Field[] =>
  Object.entries(properties).flatMap(([name, declared]) => {
    const path = prefix + name
    const mayBeNull = isNullable(declared)
    const schema = mayBeNull ? declared.anyOf[0] : declared
    const field = { path, schema, mayBeNull }
    return [field, ...(KindGuard.IsObject(schema) ? fieldsIn(schema.properties, `${path}.`) : [])]
  })
