import type { IncomingMessage } from 'node:http'
import { parsed } from '../../contract/objects.ts'
import { ApiError } from '../errors.ts'
import type { Take } from './allowance.ts'
import { bodyText } from './body-text.ts'
import { unreadable } from './refusals.ts'

/**
 * Reads a JSON object or list.
 * @param longest maximum bytes of the decompressed body
 * @throws ApiError for a body that is longer, incomplete, compressed in an unknown way, or not valid JSON
 */
export const readJson = (req: IncomingMessage, longest: number, take: Take): Promise<object> =>
  bodyText(req, longest, take).then(parse)

/** Parses a JSON object or list; an empty text gives an empty object. */
function parse(json: string): object {
  if (json === '') return {}
  const value = parsed(json)
  if (typeof value !== 'object' || value === null) throw unreadable('json')
  // A key `__proto__` is in the text literally or with escapes; other texts need no search.
  if ((json.includes('__proto__') || json.includes('\\u')) && hasPrototype(value)) {
    throw new ApiError('malformed', 'The body has a key "__proto__", which is not allowed: leave it out.')
  }
  return value
}

/** Whether a value has a key `__proto__` at any depth: merging such an object could replace a prototype. */
function hasPrototype(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    for (const inner of Object.values(next)) left.push(inner)
  }
  return false
}
