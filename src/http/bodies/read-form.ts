import type { IncomingMessage } from 'node:http'
import { bodyText } from './read-json.ts'

/**
 * Reads a form as the fields that JSON would have: `environment[NAME]=value` is a field in an object, and `tags[]=value`
 * an item of an array.
 * @param longest bytes that it may have unpacked
 * @throws ApiError for a form that is longer, broken off, or packed in an unknown way
 */
export async function readForm(req: IncomingMessage, longest: number): Promise<object> {
  const fields = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(await bodyText(req, longest))) {
    const [, field = '', key] = /^([^[]+)\[([^\]]*)\]$/.exec(name) ?? []
    if (key === undefined) fields.set(name, value)
    else if (key === '') fields.set(field, [...itemsOf(fields.get(field)), value])
    else fields.set(field, Object.fromEntries([...entriesOf(fields.get(field)), [key, value]]))
  }
  return Object.fromEntries(fields)
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
