/**
 * Integers that JavaScript cannot represent, such as 9007199254740993, with their digits. In parsed JSON a stand-in,
 * a number that no server uses, represents each integer and can be compared; `written` restores the digits.
 */
const texts = new Map<string, string>()
const standIns = new Map<string, number>()

/** Maximum number of integers that are kept; integers beyond it are rounded. */
const mostKept = 10_000

/** The first stand-in, and the difference between two: numbers of the same length in scientific notation. */
const first = 2 ** 1000
const step = 2 ** 960

function standInFor(digits: string): number {
  const known = standIns.get(digits)
  if (known !== undefined) return known
  if (standIns.size >= mostKept) return Number(digits)
  const number = first + standIns.size * step
  standIns.set(digits, number)
  texts.set(String(number), digits)
  return number
}

/** Matches the strings of a JSON text, which stay as they are, and its numbers. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** Parses JSON without rounding integers. @throws SyntaxError */
export function parseLossless(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  const kept = text.replace(tokens, (token) => {
    const isLong = /^-?[1-9]\d{15,}$/.test(token) && String(Number(token)) !== token
    return isLong ? String(standInFor(token)) : token
  })
  return JSON.parse(kept)
}

/** A text with stand-ins replaced by the digits of their integers. */
export const written = (text: string): string =>
  texts.size === 0 ? text : text.replaceAll(/\b1\.\d+e\+301\b/g, (number) => texts.get(number) ?? number)
