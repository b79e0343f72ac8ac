import type { TObject, TSchema } from '@sinclair/typebox'
import { mapInside } from '../../contract/objects.ts'
import { unsliced } from '../../util/unsliced.ts'

type Fields = Readonly<Record<string, unknown>>

/** The field whose text is not trimmed. */
const untouched = 'password'

/**
 * Trims the texts in the fields. An empty text becomes null, and a required field that is null is left out.
 * @returns the same object if no text is empty, or begins or ends with white space
 */
export function trimmed(fields: Fields, schema: TObject): Fields {
  const trim = (name: string) => (name === untouched ? fields[name] : withoutSpaces(fields[name]))
  const names = Object.keys(fields)
  if (names.every((name) => trim(name) === fields[name])) return fields
  const kept = names.filter((name) => trim(name) !== null || !schema.required?.includes(name))
  return unsliced(Object.fromEntries(kept.map((name) => [name, trim(name)])))
}

/** Trims a text, or the items or fields of a value; no operation has fields at deeper levels. */
function withoutSpaces(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return textWithoutSpaces(value)
  const isLoose = Object.values(value).some((inner) => textWithoutSpaces(inner) !== inner)
  return isLoose ? mapInside(value, textWithoutSpaces) : value
}

const textWithoutSpaces = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim() || null : value

/** Converts values to the integers and booleans of the schema, such as "1" to true; the same object without changes. */
export function withTypes(fields: Fields, schema: TObject): Fields {
  const changes = Object.entries<TSchema>(schema.properties).flatMap(([name, type]) => {
    if (!Object.hasOwn(fields, name)) return []
    const value = fields[name]
    const retyped = retype(value, type)
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
