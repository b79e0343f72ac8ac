import type { TObject, TSchema } from '@sinclair/typebox'
import { isObject } from '../../util/objects.ts'

type Fields = Readonly<Record<string, unknown>>

/** The field whose text stays as it was sent. */
const untouched = 'password'

/** Whether there is a text in fields that is empty, or that begins or ends with a space. */
export function hasLooseText(fields: Fields): boolean {
  // Faster than a list of the entries; parsed JSON inherits no fields.
  for (const name in fields) if (name !== untouched && isLooseWithin(fields[name])) return true
  return false
}

/** No operation has fields that are deeper than the items or fields of a field. */
const isLooseWithin = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isLoose) : isLoose(value)

const isLoose = (value: unknown): boolean =>
  typeof value === 'string' && (value === '' || value.trim() !== value)

/** The fields without spaces around texts; what is empty then is null, or missing where the field must be sent. */
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

/** The fields with the numbers and booleans that texts stand for; the same object if there are none. */
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
