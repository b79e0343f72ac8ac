import { createHash } from 'node:crypto'

/**
 * Integers that JavaScript cannot represent, such as 9007199254740993. In parsed JSON a stand-in represents each of
 * them: a number that no server uses, made from the digits alone, so that equal integers are equal numbers and
 * different integers are different ones. `written` restores the digits.
 */
const kept = new Map<string, string>()

/** Maximum number of integers, and of their digits, that are kept to be written again; all others stay stand-ins. */
const mostKept = 10_000
const mostDigits = 100

/** The first stand-in, and the distance to the next; all of them have the same exponent. */
const first = 2 ** 1000
const step = 2 ** 948

/** The number of stand-ins: so many that two integers of a run do not share one. */
const bits = 51

function standInFor(digits: string): number {
  const hash = createHash('sha256').update(digits).digest().readBigUInt64BE() >> BigInt(64 - bits)
  const number = first + Number(hash) * step
  if (kept.size < mostKept && digits.length <= mostDigits) kept.set(String(number), digits)
  return number
}

/** The text of a JSON document, in which stand-ins replace integers that a number would round. @param integers their places */
export function withStandIns(
  text: string,
  integers: readonly (readonly [from: number, to: number])[],
): string {
  const pieces: string[] = []
  let end = 0
  for (const [from, to] of integers) {
    const digits = text.slice(from, to)
    if (String(Number(digits)) === digits) continue
    pieces.push(text.slice(end, from), String(standInFor(digits)))
    end = to
  }
  return pieces.join('') + text.slice(end)
}

/** A text with stand-ins replaced by the digits of their integers. */
export const written = (text: string): string =>
  kept.size === 0 ? text : text.replaceAll(/\b1\.\d+e\+301\b/g, (number) => kept.get(number) ?? number)
