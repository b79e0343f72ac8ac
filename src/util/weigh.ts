import { onceFor } from '../contract/once.ts'

/** Maximum levels of nesting that are weighed: those of a body, up to 100, and those of a fault rule around it. */
const deepest = 110

/** The characters that JSON escapes. Two surrogates that make one character are not escaped, but rare. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes control characters
const escaped = /[\0-\x1f"\\\ud800-\udfff]/

/** The number of characters of a text as JSON. */
const weighText = (text: string): number =>
  (text.length < longestLoop ? hasEscape(text) : escaped.test(text))
    ? JSON.stringify(text).length
    : text.length + 2

/** Characters below which a loop is faster than a regular expression. */
const longestLoop = 32

function hasEscape(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code === 0x22 || code === 0x5c || (code >= 0xd800 && code <= 0xdfff)) return true
  }
  return false
}

/**
 * The approximate number of characters of a value as JSON, computed without the JSON; that of texts is exact.
 * @returns Infinity for a value that is nested too deeply
 */
export function weigh(value: unknown, levels = deepest): number {
  if (typeof value === 'string') return weighText(value)
  if (typeof value !== 'object' || value === null) return 6
  if (levels === 0) return Number.POSITIVE_INFINITY
  let sum = 2
  if (Array.isArray(value)) {
    for (const item of value) sum += 1 + weigh(item, levels - 1)
    return sum
  }
  // `for...in` is faster than a list of the keys; parsed JSON and rows inherit no keys.
  for (const name in value) sum += weighText(name) + 2 + weigh(value[name as keyof typeof value], levels - 1)
  return sum
}

/** Whether a value has more levels of nesting than `levels`: deep JSON can be parsed, but not written. */
export const isDeeper = (value: unknown, levels: number): boolean =>
  weigh(value, levels) === Number.POSITIVE_INFINITY

/** The weight of a row, which never changes in place. */
const weightOfRow = onceFor((row: object) => weigh(row))

/** The weight of a row; 0 for a missing or removed one. */
export const weightOf = (row: object | null | undefined): number => (row ? weightOfRow(row) : 0)
