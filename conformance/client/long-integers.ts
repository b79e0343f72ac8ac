/**
 * Integers that no JavaScript number holds, such as 9007199254740993, kept as they are written: a number that no server
 * uses stands for each in parsed JSON, so that it is compared like any other, and `written` puts the digits back.
 */
const texts = new Map<string, string>()
const standIns = new Map<string, number>()

/** Integers that are kept; a response with more of them is one of many rounded numbers. */
const mostKept = 10_000

/** The first stand-in, and the distance to the next one: numbers of one length in scientific notation. */
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

/** Strings, which stay as they are, and whole numbers of JSON. */
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

/** A text with integers as they were written in the place of their stand-ins. */
export const written = (text: string): string =>
  texts.size === 0 ? text : text.replaceAll(/\b1\.\d+e\+301\b/g, (number) => texts.get(number) ?? number)
