import { jsonFault as faultIn, scanJson } from '../../src/contract/checking/json-fault.ts'
import { withStandIns } from './long-integers.ts'
import { hidden } from './redact.ts'

/** Maximum depth of a body; deeper bodies are treated as invalid JSON. RFC 8259 allows a limit. */
const deepest = 1_000

/** The value of a JSON text without rounded integers; undefined if it is not JSON, or is nested more than `deepest` levels. */
export function parsedJson(text: string): unknown {
  const json = isSimple(text) ? text : withExactIntegers(text)
  if (json === undefined) return undefined
  try {
    return mayNameToString.test(json) ? JSON.parse(json, (_, value) => writable(value)) : JSON.parse(json)
  } catch {
    return undefined
  }
}

/** The value of an object with a key `object` within a text, such as a page in HTML; undefined if there is none. */
export function jsonWithin(text: string): unknown {
  const plain = text.replaceAll('&quot;', '"')
  const key = plain.indexOf('"object"')
  const start = key < 0 ? -1 : plain.lastIndexOf('{', key)
  if (start < 0) return undefined
  const rest = plain.slice(start)
  return parsedJson(rest.slice(0, scanJson(rest, deepest).fault))
}

/**
 * Whether a text has neither integers that a number would round nor more than `deepest` levels, as most bodies. The
 * scan, which finds both, takes many times as long as `JSON.parse`.
 */
function isSimple(text: string): boolean {
  if (/\d{15}/.test(text)) return false
  let brackets = 0
  for (let at = 0; at < text.length && brackets <= deepest; at += 1)
    if (text.charCodeAt(at) === 0x5b || text.charCodeAt(at) === 0x7b) brackets += 1
  return brackets <= deepest
}

function withExactIntegers(text: string): string | undefined {
  const { fault, longIntegers } = scanJson(text, deepest)
  return fault === undefined ? withStandIns(text, longIntegers) : undefined
}

/** Whether a key of a JSON text may be `toString`, whose letters may be escaped. */
const mayNameToString = /toString|\\u00[4-7]/i

/** An object that `String` can convert: a field `toString`, which is not a function, would make it throw an error. */
function writable(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'toString'))
    Object.defineProperty(value, Symbol.toPrimitive, { value: () => JSON.stringify(value) })
  return value
}

/**
 * Why a text is not JSON, with line and column, as a sentence without its full stop; undefined if it is JSON.
 * @param subject what the text is, such as `the body`
 * @param isQuoted whether the sentence may quote the text
 */
export function jsonFault(text: string, subject = 'the body', isQuoted = true): string | undefined {
  if (text.trim() === '') return `${subject} is empty`
  if (text.startsWith('\uFEFF')) return `${subject} begins with a byte order mark, which JSON must not have`
  const scan = scanJson(text, deepest)
  if (scan.fault === undefined) return undefined
  if (scan.isTooDeep) return `${subject} is nested in more than ${deepest} levels`
  return `${subject} is not JSON: ${faultIn(text, scan, isQuoted ? quotedAt(text, scan.fault) : 'text')}`
}

/** The number of characters around a place that must hold no secret, so that the place is quoted. */
const quotable = 1_000

function quotedAt(text: string, at: number): string {
  const around = text.slice(Math.max(0, at - quotable), at + quotable)
  return hidden(around) === around ? JSON.stringify(text.slice(at, at + 12)) : 'text'
}
