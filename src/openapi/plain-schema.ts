import type { TSchema } from '@sinclair/typebox'
import { isNullable } from '../contract/schemas/strict.ts'
import type { Json } from './json.ts'

/** Points at the component that holds a schema; undefined for a schema that stands where it is used. */
export type Refer = (schema: Json) => Json | undefined

/**
 * A schema of the contract as OpenAPI 3.1 has it, in the plainest keywords:
 * what generators of clients and pages of documentation understand best.
 */
export function plainSchema(schema: TSchema, refer: Refer): Json {
  return plain(schema as Json, refer)
}

const single = (schema: unknown, refer: Refer): unknown =>
  isObject(schema) ? (refer(schema) ?? plain(schema, refer)) : schema

const each = (schemas: unknown, refer: Refer): unknown =>
  Array.isArray(schemas) ? schemas.map((schema) => single(schema, refer)) : single(schemas, refer)

function plain(schema: Json, refer: Refer): Json {
  if (isNullable(schema)) return orNull(single(schema.anyOf[0], refer) as Json)
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'says') return ['description', sentence(String(value))]
    if (schemaKeywords.has(keyword)) return [keyword, each(value, refer)]
    return [keyword, value]
  })
  return withProperties(withMap(Object.fromEntries(entries), refer), refer)
}

/** The keywords whose value is a schema or several. */
const schemaKeywords = new Set(['items', 'additionalProperties', 'not', 'anyOf', 'allOf', 'oneOf'])

/** A nullable schema: in its type, where one type is all it has. */
const orNull = (schema: Json): Json =>
  typeof schema['type'] === 'string' && !('enum' in schema || 'const' in schema)
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] }

/** TypeBox writes a map as a pattern that every name matches. */
function withMap(schema: Json, refer: Refer): Json {
  const { patternProperties, ...rest } = schema
  if (!isObject(patternProperties)) return schema
  return { ...rest, additionalProperties: single(Object.values(patternProperties)[0], refer) }
}

/** A property that must not be there is told in `not`, as most tools would show it like any other. */
function withProperties(schema: Json, refer: Refer): Json {
  const { properties } = schema
  if (!isObject(properties)) return schema
  const entries = Object.entries(properties)
  const barred = entries.filter(([, value]) => isNever(value)).map(([name]) => ({ required: [name] }))
  const allowed = entries.filter(([, value]) => !isNever(value))
  return {
    ...schema,
    properties: Object.fromEntries(allowed.map(([name, value]) => [name, single(value, refer)])),
    ...(barred.length > 0 && { not: barred.length === 1 ? barred[0] : { anyOf: barred } }),
  }
}

const isNever = (schema: unknown): boolean =>
  isObject(schema) && isObject(schema['not']) && Object.keys(schema['not']).length === 0

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
