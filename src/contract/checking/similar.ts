/** Maximum characters of a word that is compared: the comparison of a longer one could take seconds, and memory. */
const longest = 200

/**
 * The few known words that are most similar to an unknown word, the best first; for "did you mean".
 * @param least the least similarity, from 0 to 1
 */
export function similar(word: string, known: readonly string[], most = 3, least = 0.3): string[] {
  if (word.length > longest) return []
  const wanted = word.toLowerCase()
  return known
    .map((each) => ({ each, similarity: similarity(wanted, each.toLowerCase()) }))
    .filter((candidate) => candidate.similarity > least)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, most)
    .map(({ each }) => each)
}

/** The end of a sentence about a name that does not exist: the most similar one, or all of `what`. */
export function rightName(name: unknown, known: readonly string[], what: string, least?: number): string {
  const [like] = typeof name === 'string' ? similar(name, known, 1, least) : []
  return like === undefined ? `${what} ${known.join(', ')}.` : `did you mean "${like}"?`
}

/** From 0 to 1: the share of letter pairs that two words have in common; a typing slip and a part of a word count more. */
function similarity(a: string, b: string): number {
  if (a === b) return 1
  if (isSlip(a, b)) return 0.9
  const [pairsOfA, pairsOfB] = [pairs(a), pairs(b)]
  const shared = [...pairsOfA].filter((pair) => pairsOfB.has(pair)).length
  const dice = (2 * shared) / Math.max(1, pairsOfA.size + pairsOfB.size)
  return a !== '' && b.includes(a) ? 0.5 + dice / 2 : dice
}

const pairs = (word: string): ReadonlySet<string> =>
  new Set([...word].slice(1).map((letter, index) => `${word[index]}${letter}`))

/** Whether two words differ by one letter (added, missing or wrong) or by two swapped ones: short words share no pairs then. */
function isSlip(a: string, b: string): boolean {
  const { before: one, after: other } = splitTexts(a, b)
  return Math.max(one.length, other.length) <= 1 || (one.length === 2 && one === `${other[1]}${other[0]}`)
}

/** Two strings as their common start and end, and the different parts between. */
export function splitTexts(before: string, after: string) {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return {
    start: before.slice(0, start),
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
    end: before.slice(before.length - end),
  }
}
