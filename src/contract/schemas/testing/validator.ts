import type { TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { idsWithBody, type OperationId, responseOf } from '../../operations.ts'
import { nestedId, nestedResources, responseSchemaOf } from '../index.ts'
import { ownKeywords, strict } from '../strict.ts'
import type { exampleNested } from './examples/nested.ts'

/** Every schema that other schemas refer to, with its `$id`. */
export const definitions: readonly TSchema[] = [...nestedResources].map(([kind, schema]) => ({
  ...schema,
  $id: nestedId(kind),
}))

export type NestedKind = keyof typeof exampleNested

/** The errors of a value, one line each; empty for a valid value. */
export type Judge = (value: unknown) => string[]

/**
 * Validates by the schemas with Ajv: `loose` uses them unchanged; `strict` requires every nullable field, with a value,
 * also in nested resources.
 */
export function validator(form: 'loose' | 'strict') {
  const formed = form === 'strict' ? strict : <S>(schema: S) => schema
  const ajv = new Ajv({ strict: true, allErrors: true })
  ajv.addVocabulary(ownKeywords)
  for (const definition of definitions) ajv.addSchema(formed(definition))
  for (const id of idsWithBody)
    ajv.addSchema(formed(responseSchemaOf(responseOf(id)) ?? Type.Never()), `response:${id}`)

  const judge =
    (ref: string): Judge =>
    (value) => {
      const validate = ajv.getSchema(ref)
      if (!validate) throw new Error(`no schema is called ${ref}`)
      if (validate(value) === true) return []
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
    }
  return {
    response: (id: OperationId) => judge(`response:${id}`),
    nested: (kind: NestedKind) => judge(nestedId(kind)),
  }
}
