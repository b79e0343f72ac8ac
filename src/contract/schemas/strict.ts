import type { TSchema } from '@sinclair/typebox'
import { isObject, mapInside } from '../objects.ts'

/**
 * The additional keywords of the schemas: the accepted values in words, the marks of `nullable`, fields of which one must
 * be sent, how many forms of a union OpenAPI describes, the rules that the real panel names for a broken keyword, the
 * table to which a value refers, and whether messages leave wrong values out.
 */
export const ownKeywords = [
  'says',
  'mayBeNull',
  'unfinished',
  'needsOne',
  'described',
  'panelRules',
  'refersTo',
  'isSecret',
]

type Json = unknown

/**
 * The same schema, in which every nullable field must be present and have a value: the resources of a server that never
 * sends null.
 */
export function strict<S extends TSchema>(schema: S): TSchema {
  return tighten(schema) as TSchema
}

function tighten(node: Json): Json {
  if (isNullable(node)) return tighten(node['anyOf'][0])
  const copy = mapInside(node, tighten)
  if (!isObject(node) || !isObject(copy) || !isObject(node['properties'])) return copy
  const nullables = Object.entries(node['properties']).filter(([, value]) => isNullable(value))
  const required = Array.isArray(node['required']) ? node['required'] : []
  const names = [...required, ...nullables.map(([name]) => name)]
  return names.length > 0 ? { ...copy, required: [...new Set(names)] } : copy
}

/** Whether `nullable` made this schema. */
export const isNullable = (value: Json): value is { mayBeNull: true; anyOf: [TSchema, TSchema] } =>
  isObject(value) && value['mayBeNull'] === true
