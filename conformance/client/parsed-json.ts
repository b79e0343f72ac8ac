import { parseLossless } from './long-integers.ts'

/** Maximum depth of a body; deeper bodies are treated as invalid JSON. RFC 8259 allows a limit. */
const deepest = 1_000

/** The value of a JSON text; undefined if the text is not JSON, or is nested more than `deepest` levels. */
export function parsedJson(text: string): unknown {
  if (isTooDeep(text)) return undefined
  try {
    return parseLossless(text)
  } catch {
    return undefined
  }
}

/** Why a text is not JSON, with line and column where the parser names a place; undefined if it is JSON. */
export function jsonFault(text: string): string | undefined {
  if (text.trim() === '') return 'the body is empty'
  if (text.startsWith('\uFEFF')) return 'the body begins with a byte order mark, which JSON must not have'
  if (isTooDeep(text)) return `the body is nested in more than ${deepest} levels`
  if (mayGoOn(text)) {
    if (parsedJson(text) !== undefined) return undefined
    return `the body is no JSON: it ends too early, at ${placeOf(text, text.length)}`
  }
  const place = longestBeginning(text)
  return `the body is no JSON: unexpected ${JSON.stringify(text.slice(place, place + 12))} at ${placeOf(text, place)}`
}

/**
 * Whether a text is JSON, or would be with more text after it; the messages of the parser do not always name a place.
 */
function mayGoOn(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    const place = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN)
    return text.trim() === '' || /^Unterminated|end of JSON/.test(message) || place >= text.length
  }
}

/** Length of the longest beginning of a text that may continue as JSON. */
function longestBeginning(text: string): number {
  let bad = 1
  while (bad < text.length && mayGoOn(text.slice(0, bad))) bad *= 2
  let good = bad === 1 ? 0 : bad / 2
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (mayGoOn(text.slice(0, middle))) good = middle
    else bad = middle
  }
  return good
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

/** Whether brackets are nested more than `deepest` levels, without recursion. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    if (depth > deepest) return true
  }
  return false
}
