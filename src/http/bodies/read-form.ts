import type { IncomingMessage } from 'node:http'
import { unsliced } from '../../util/unsliced.ts'
import type { Take } from './allowance.ts'
import { bodyText } from './body-text.ts'

/**
 * Reads a form as the fields that JSON would have: `environment[NAME]=value` is a field in an object, and `tags[]=value`
 * an item of an array.
 * @param longest maximum bytes of the decompressed form
 * @throws ApiError for a form that is longer, incomplete, compressed in an unknown way, or not UTF-8
 */
export async function readForm(req: IncomingMessage, longest: number, take: Take): Promise<object> {
  const fields = new Map<string, Field>()
  for (const [name, value] of new URLSearchParams(await bodyText(req, longest, take))) {
    const [, field = '', key] = /^([^[]+)\[([^\]]*)\]$/.exec(name) ?? []
    const known = fields.get(field)
    if (key === undefined) fields.set(name, value)
    else if (key === '' && Array.isArray(known)) known.push(value)
    else if (key === '') fields.set(field, [value])
    else if (known instanceof Map) known.set(key, value)
    else fields.set(field, new Map([[key, value]]))
  }
  return unsliced(
    Object.fromEntries(
      [...fields].map(([name, field]) => [name, field instanceof Map ? Object.fromEntries(field) : field]),
    ),
  )
}

/** Arrays and maps grow in place: a copy for each item would take seconds for a form of a few kilobytes. */
type Field = string | string[] | Map<string, string>
