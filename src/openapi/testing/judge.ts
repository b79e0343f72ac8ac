import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Json } from '../../testing/service.ts'

/** Validates values by the schemas of a description. The function returns the errors, one line each. */
export function judgeOf(description: Json): (schema: Json, value: unknown) => string[] {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allErrors: true,
    allowUnionTypes: true,
  })
  ajv.addVocabulary(['components', 'x-nestbox-table'])
  formats.default(ajv, ['email', 'binary'])
  ajv.addSchema({ components: description.components }, 'description')
  const inline = new Map<string, ValidateFunction>()
  const compiled = (schema: Json): ValidateFunction => {
    // A named schema is compiled once, with all schemas that it refers to.
    const named = schema.$ref && ajv.getSchema(`description${schema.$ref}`)
    const text = JSON.stringify(schema)
    const validate =
      named ??
      inline.get(text) ??
      ajv.compile(JSON.parse(text.replaceAll('"$ref":"#/', '"$ref":"description#/')))
    inline.set(text, validate)
    return validate
  }
  return (schema, value) => {
    const validate = compiled(schema)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
