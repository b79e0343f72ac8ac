import { capitalized } from '../contract/checking/words.ts'
import { filtered, isObject, mapValues } from '../contract/objects.ts'
import { isNullable } from '../contract/schemas/strict.ts'

/** A part of an OpenAPI description, ready for JSON. */
export type Json = Readonly<Record<string, unknown>>

/** Descriptions of operations by path and method. */
export function pathsOf(
  operations: readonly (readonly [
    call: { readonly path: string; readonly method: string },
    described: Json,
  ])[],
): Record<string, Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [{ path, method }, described] of operations)
    paths[path] = { ...paths[path], [method.toLowerCase()]: described }
  return paths
}

/** A reference to the component of a schema; undefined for a schema that is written inline. */
export type Refer = (schema: Json) => Json | undefined

const single = (schema: unknown, refer: Refer): unknown =>
  isObject(schema) ? (refer(schema) ?? plainSchema(schema, refer)) : schema

const each = (schemas: unknown, refer: Refer): unknown =>
  Array.isArray(schemas) ? schemas.map((schema) => single(schema, refer)) : single(schemas, refer)

/**
 * A schema of the contract for OpenAPI 3.1, in the plain keywords that client
 * generators and documentation pages support best.
 */
export function plainSchema(schema: Json, refer: Refer): Json {
  if (isNullable(schema)) return orNull(single(schema.anyOf[0], refer) as Json)
  const { described, anyOf } = schema
  if (described !== undefined) {
    // The mark `described` is on unions alone.
    const [form, ...others] = (anyOf as readonly Json[]).slice(0, Number(described))
    return (others.length === 0 ? single(form, refer) : { anyOf: each([form, ...others], refer) }) as Json
  }
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === 'panelRules') return []
    if (keyword === 'needsOne' && Array.isArray(value))
      return [
        value.length === 1 ? ['required', value] : ['anyOf', value.map((name) => ({ required: [name] }))],
      ]
    if (keyword === 'refersTo') return [['x-nestbox-table', value]]
    if (keyword === 'says') return [['description', `${capitalized(String(value))}.`]]
    if (schemaKeywords.has(keyword)) return [[keyword, each(value, refer)]]
    return [[keyword, value]]
  })
  return withProperties(withMap(Object.fromEntries(entries), refer), refer)
}

/** The keywords whose value is one schema or several. */
const schemaKeywords = new Set(['items', 'additionalProperties', 'not', 'anyOf', 'allOf', 'oneOf'])

/** A nullable schema: through `type` if it has a single type, otherwise through `anyOf`. */
const orNull = (schema: Json): Json =>
  typeof schema['type'] === 'string' && !('enum' in schema || 'const' in schema)
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] }

/** TypeBox writes a map as a `patternProperties` that every name matches. */
function withMap(schema: Json, refer: Refer): Json {
  const { patternProperties, ...rest } = schema
  if (!isObject(patternProperties)) return schema
  return { ...rest, additionalProperties: single(Object.values(patternProperties)[0], refer) }
}

/** A forbidden property is moved to `not`, since most tools would show it like any other property. */
function withProperties(schema: Json, refer: Refer): Json {
  const { properties } = schema
  if (!isObject(properties)) return schema
  const barred = Object.keys(filtered(properties, (_, value) => isNever(value))).map((name) => ({
    required: [name],
  }))
  const allowed = filtered(properties, (_, value) => !isNever(value))
  return {
    ...schema,
    properties: mapValues(allowed, (value) => single(value, refer)),
    ...(barred.length > 0 && { not: barred.length === 1 ? barred[0] : { anyOf: barred } }),
  }
}

const isNever = (schema: unknown): boolean =>
  isObject(schema) && isObject(schema['not']) && Object.keys(schema['not']).length === 0
