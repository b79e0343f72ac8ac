import type { TSchema } from '@sinclair/typebox'

/** The keywords beyond JSON Schema: the accepted values in words, and the mark of `loose`. */
export const ownKeywords = ['says', 'loose']

type Json = unknown

/**
 * The same schema with every loose field made to be there and not null:
 * what a server sends that makes no use of the freedom to leave things out.
 */
export function strict<S extends TSchema>(schema: S): TSchema {
  return tighten(schema) as TSchema
}

function tighten(node: Json): Json {
  if (Array.isArray(node)) return node.map(tighten)
  if (!isObject(node)) return node
  if (isLoose(node)) return tighten(node['anyOf'][0])
  const copy: Record<string, Json> = {}
  for (const [key, value] of Object.entries(node)) copy[key] = tighten(value)
  if (isObject(node['properties'])) {
    const loosened = Object.entries(node['properties']).filter(([, value]) => isLoose(value))
    const required = Array.isArray(node['required']) ? node['required'] : []
    if (loosened.length > 0) copy['required'] = [...required, ...loosened.map(([name]) => name)]
  }
  return copy
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether `loose` made this schema. */
export const isLoose = (value: Json): value is { loose: true; anyOf: [TSchema, TSchema] } =>
  isObject(value) && value['loose'] === true
