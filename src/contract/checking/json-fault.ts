/** What one pass over a JSON text finds. */
export interface JsonScan {
  /** Where the text stops being JSON, as an index; its length if it ends too early; undefined if it is JSON. */
  readonly fault?: number
  /** The place of the comma in front of the closing bracket at the fault, if the comma is the error. */
  readonly comma?: number | undefined
  /** Whether objects and lists are nested more deeply than allowed; the pass ends there. */
  readonly isTooDeep?: boolean
  /** The integers of at least 16 characters, as pairs of indexes. */
  readonly longIntegers: readonly (readonly [from: number, to: number])[]
}

const closingMarks: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** How a value begins. */
const values = ['{', '[', '"', ...'-0123456789', ...'tfn']

/** The characters that may follow in each state; `close` stands for the mark that closes the innermost object or list. */
const expected = {
  value: values,
  firstItem: [...values, 'close'],
  key: ['"'],
  firstKey: ['"', 'close'],
  colon: [':'],
  more: [',', 'close'],
  end: [],
} satisfies Record<string, string[]>

/**
 * Reads a text as JSON (RFC 8259) in one pass without recursion, so that neither its length nor its depth nor its content
 * can hold up the program. The messages of V8 differ between versions of Node, and not all have a position.
 * @param deepest maximum levels of nesting
 */
export function scanJson(text: string, deepest = Number.POSITIVE_INFINITY): JsonScan {
  const longIntegers: [number, number][] = []
  /** The marks that have to close the open objects and lists. */
  const open: string[] = []
  let state: keyof typeof expected = 'value'
  let comma: number | undefined
  let at = 0
  for (;;) {
    // Most tokens have no space in front, and the comparison is faster than the pattern.
    if (text.charCodeAt(at) <= 32) at = behind(spaces, text, at)
    const sign = text[at] ?? ''
    if (sign === '' && state === 'end') return { longIntegers }
    const kind = sign !== '' && sign === open.at(-1) ? 'close' : sign
    if (!(expected[state] as string[]).includes(kind))
      return { fault: at, comma: sign === '}' || sign === ']' ? comma : undefined, longIntegers: [] }
    comma = sign === ',' ? at : undefined
    const [end, isWhole] = tokenAt(text, at)
    if (!isWhole) return { fault: end, longIntegers: [] }
    const closing = closingMarks[sign]
    if (kind === 'close') open.pop()
    if (closing !== undefined) open.push(closing)
    if (open.length > deepest) return { fault: at, isTooDeep: true, longIntegers: [] }
    if (end - at >= 16 && /^-?\d+$/.test(text.slice(at, end))) longIntegers.push([at, end])
    state = stateAfter(sign, state, open.at(-1))
    at = end
  }
}

function stateAfter(sign: string, state: string, innermost: string | undefined): keyof typeof expected {
  if (sign === '{') return 'firstKey'
  if (sign === '[') return 'firstItem'
  if (sign === ':') return 'value'
  if (sign === ',') return innermost === '}' ? 'key' : 'value'
  if (sign === '"' && (state === 'key' || state === 'firstKey')) return 'colon'
  return innermost === undefined ? 'end' : 'more'
}

const spaces = /[ \t\n\r]*/y
const plain = /[ !#-[\]-\uffff]*/y
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const brokenEscape = /(?:\\(?:u[\da-fA-F]*)?)?/y
/** A number, as far as it is right: whole if it ends with a digit. */
const number = /-?(?:(?:0|[1-9]\d*)(?:\.\d*(?:(?<=\d)[eE][+-]?\d*)?|[eE][+-]?\d*)?)?/y
const words = ['true', 'false', 'null']

/** The index after a pattern that matches at a place; the place if it does not match. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** The end of the valid part of the string, number, word or bracket at a place, and whether it is complete there. */
function tokenAt(text: string, at: number): readonly [end: number, isWhole: boolean] {
  const sign = text[at] ?? ''
  if (sign === '"') return stringAt(text, at)
  if ('{}[]:,'.includes(sign)) return [at + 1, true]
  const word = words.find((each) => each[0] === sign)
  if (word !== undefined) {
    const letters = [...word].findIndex((letter, index) => text[at + index] !== letter)
    return [at + (letters < 0 ? word.length : letters), letters < 0]
  }
  const end = behind(number, text, at)
  return [end, /\d/.test(text[end - 1] ?? '')]
}

function stringAt(text: string, from: number): readonly [end: number, isWhole: boolean] {
  let at = from + 1
  for (;;) {
    at = behind(plain, text, at)
    if (text[at] === '"') return [at + 1, true]
    const next = behind(escaped, text, at)
    if (next === at) return [behind(brokenEscape, text, at), false]
    at = next
  }
}

/**
 * The error in a text that is not JSON, as a clause with line and column, both from 1.
 * @param quoted the text at the error, for the message
 */
export function jsonFault(
  text: string,
  { fault = 0, comma }: JsonScan = scanJson(text),
  quoted = JSON.stringify(String.fromCodePoint(text.codePointAt(fault) ?? 0)),
): string {
  if (comma !== undefined) return `unexpected comma before "${text[fault]}" at ${placeIn(text, comma)}`
  const what = fault < text.length ? `unexpected ${quoted} at` : 'it ends too early, at'
  return `${what} ${placeIn(text, fault)}`
}

export function placeIn(text: string, at: number): string {
  const before = text.slice(0, at)
  return `line ${before.split('\n').length}, column ${at - before.lastIndexOf('\n')}`
}
