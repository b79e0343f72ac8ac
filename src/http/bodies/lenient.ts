import type { TObject, TSchema } from '@sinclair/typebox'
import { isObject } from '../../contract/objects.ts'

type Fields = Readonly<Record<string, unknown>>

/** The field whose text is not trimmed. */
const untouched = 'password'

/** Whether a text in the fields is empty, or begins or ends with white space. */
export function hasLooseText(fields: Fields): boolean {
  // `for...in` is faster than a list of the entries; parsed JSON inherits no fields.
  for (const name in fields) if (name !== untouched && isLooseWithin(fields[name])) return true
  return false
}

/** Checks a value and its items or fields; no operation has fields at deeper levels. */
const isLooseWithin = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isLoose) : isLoose(value)

const isLoose = (value: unknown): boolean =>
  typeof value === 'string' && (value === '' || value.trim() !== value)

/** Trims the texts in the fields. An empty text becomes null, and a required field that is null is left out. */
export function trimmed(fields: Fields, schema: TObject): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    name === untouched ? value : withoutSpaces(value),
  ])
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== null || !schema.required?.includes(String(name))),
  )
}

function withoutSpaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textWithoutSpaces)
  if (!isObject(value)) return textWithoutSpaces(value)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, textWithoutSpaces(inner)]))
}

const textWithoutSpaces = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim() || null : value

/** Converts values to the integers and booleans of the schema, such as "1" to true; the same object without changes. */
export function withTypes(fields: Fields, schema: TObject): Fields {
  const changes = Object.entries(fields).flatMap(([name, value]) => {
    const type: TSchema | undefined = Object.hasOwn(schema.properties, name)
      ? schema.properties[name]
      : undefined
    const retyped = type ? retype(value, type) : value
    return retyped === value ? [] : [[name, retyped] as const]
  })
  return changes.length === 0 ? fields : { ...fields, ...Object.fromEntries(changes) }
}

function retype(value: unknown, { type }: TSchema): unknown {
  if (type === 'integer')
    return typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'boolean') {
    if (value === 1 || value === '1') return true
    if (value === 0 || value === '0') return false
  }
  return value
}
