import { type JsonScan, scanJson } from './json-scan.ts'
import { withStandIns } from './long-integers.ts'
import { hidden } from './redact.ts'

/** Maximum depth of a body; deeper bodies are treated as invalid JSON. RFC 8259 allows a limit. */
const deepest = 1_000

/** The value of a JSON text without rounded integers; undefined if it is not JSON, or is nested more than `deepest` levels. */
export function parsedJson(text: string): unknown {
  const { fault, longIntegers } = scanJson(text, deepest)
  if (fault !== undefined) return undefined
  const json = withStandIns(text, longIntegers)
  return mayNameToString.test(json) ? JSON.parse(json, (_, value) => writable(value)) : JSON.parse(json)
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
  const comma = text.slice(0, scan.fault).trimEnd().length - 1
  const isCommaTooMany = text[comma] === ',' && (text[scan.fault] === '}' || text[scan.fault] === ']')
  const what = isCommaTooMany
    ? `unexpected comma before "${text[scan.fault]}"`
    : whatIsThere(text, scan.fault, isQuoted)
  return `${subject} is not JSON: ${what} at ${placeOf(text, isCommaTooMany ? comma : scan.fault)}`
}

/** The number of characters around a place that must hold no secret, so that the place is quoted. */
const quotable = 1_000

function whatIsThere(text: string, at: NonNullable<JsonScan['fault']>, isQuoted: boolean): string {
  if (at >= text.length) return 'it ends too early,'
  const around = text.slice(Math.max(0, at - quotable), at + quotable)
  return `unexpected ${isQuoted && hidden(around) === around ? JSON.stringify(text.slice(at, at + 12)) : 'text'}`
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
