import { KindGuard, type TProperties, type TSchema } from '@sinclair/typebox'
import { type Form, type Kind, rowOf } from './resources.ts'
import { isNullable } from './schemas/strict.ts'

/** A field of a resource, or of an object in it. */
export interface FieldPath {
  /** Dotted, such as `limits.memory`. */
  readonly path: string
  /** The schema of its values other than null. */
  readonly schema: TSchema
  readonly mayBeNull: boolean
  /** The only form of the resource that has the field. */
  readonly only?: Form
}

/** The fields of a kind, according to the table of section 2. */
export const fieldPathsOf = (kind: Kind): readonly FieldPath[] =>
  Object.entries(rowOf(kind).fields).flatMap(([name, field]) =>
    'only' in field
      ? fieldPathsIn({ [name]: field.schema }).map((each) => ({ ...each, only: field.only }))
      : fieldPathsIn({ [name]: field }),
  )

/** The fields of an object with these properties, those of objects in it included. */
export const fieldPathsIn = (properties: TProperties, prefix = ''): readonly FieldPath[] =>
  Object.entries(properties).flatMap(([name, declared]) => {
    const path = prefix + name
    const mayBeNull = isNullable(declared)
    const schema = mayBeNull ? declared.anyOf[0] : declared
    return [
      { path, schema, mayBeNull },
      ...(KindGuard.IsObject(schema) ? fieldPathsIn(schema.properties, `${path}.`) : []),
    ]
  })

/** The schema of the values of a map; undefined for any other schema. */
export const entryOf = (schema: TSchema): TSchema | undefined =>
  KindGuard.IsRecord(schema) ? Object.values(schema.patternProperties)[0] : undefined
