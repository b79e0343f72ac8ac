import { isObject } from '../../objects.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** Marks a value that is to be removed. */
export const absent = Symbol('absent')

/** A copy in which a JSON pointer has another value, or no value; the parent must exist. */
export const edited = (value: Json, pointer: string, to: Json | typeof absent): Json =>
  edit(value, pointer.split('/').slice(1), to, pointer)

/** The value at a JSON pointer. */
export function at(value: Json, pointer: string): Json {
  let found: Json | undefined = value
  for (const key of pointer.split('/').slice(1)) {
    found = new Map(Object.entries(found ?? {})).get(key)
  }
  if (found === undefined) throw new Error(`nothing stands at ${pointer}`)
  return found
}

/** A copy in which `change` has replaced every object, the innermost first. */
export function everyObject(
  value: Json,
  change: (object: JsonObject, name: string) => Json,
  name = '',
): Json {
  if (Array.isArray(value)) return value.map((item: Json) => everyObject(item, change, name))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, everyObject(inner, change, key)])
  return change(Object.fromEntries(entries), name)
}

function edit(value: Json, keys: readonly string[], to: Json | typeof absent, pointer: string): Json {
  const [key, ...rest] = keys
  if (key === undefined) throw new Error('a pointer names at least one key')
  const entries = new Map<string, Json>(Object.entries(value ?? {}))
  const inner = entries.get(key)
  if (rest.length > 0 || to === absent) {
    if (inner === undefined) throw new Error(`nothing stands at ${pointer}`)
  }
  if (rest.length > 0 && inner !== undefined) entries.set(key, edit(inner, rest, to, pointer))
  else if (to === absent) entries.delete(key)
  else entries.set(key, to)
  return Array.isArray(value) ? [...entries.values()] : Object.fromEntries(entries)
}
