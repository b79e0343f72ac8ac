import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Json } from '../../testing/service.ts'

/** Judges values by the schemas of a description: what is wrong, one line each. */
export function judgeOf(description: Json): (schema: Json, value: unknown) => string[] {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allErrors: true,
    allowUnionTypes: true,
  })
  ajv.addVocabulary(['components'])
  formats.default(ajv, ['email', 'binary'])
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
  return (schema, value) => {
    const text = JSON.stringify(schema)
    const validate = compiled.get(text) ?? ajv.compile({ ...schema, components: description.components })
    compiled.set(text, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
