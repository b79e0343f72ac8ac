import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors.ts'
import type { Take } from './allowance.ts'
import { bodyText } from './body-text.ts'
import { unreadable } from './refusals.ts'

/**
 * Reads a JSON object or list.
 * @param longest bytes that it may have unpacked
 * @throws ApiError for one that is longer, broken off, packed in an unknown way, or no JSON
 */
export const readJson = async (req: IncomingMessage, longest: number, take: Take): Promise<object> =>
  parse(await bodyText(req, longest, take))

/** An empty text stands for no fields. */
function parse(json: string): object {
  if (json === '') return {}
  if (!/^[ \t\r\n]*[[{]/.test(json)) throw unreadable('json')
  let value: object
  try {
    value = JSON.parse(json)
  } catch {
    throw unreadable('json')
  }
  // It can only be there if it is written out, or escaped.
  if ((json.includes('__proto__') || json.includes('\\u')) && hasPrototype(value)) {
    throw new ApiError('malformed', 'The body has a key "__proto__", which is taken nowhere: leave it out.')
  }
  return value
}

/** Whether a key `__proto__` is anywhere: no field is called so, but who merges such an object may be in for a surprise. */
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
