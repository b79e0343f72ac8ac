/** The few ids that are most like a word that is none of them. */
export function near(word: string, ids: readonly string[], most = 3): string[] {
  const wanted = word.toLowerCase()
  return ids
    .map((id) => ({ id, likeness: likeness(wanted, id.toLowerCase()) }))
    .filter((each) => each.likeness > 0.3)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ id }) => id)
}

/** From 0 to 1: by the pairs of letters that two words share; a part of the other is always like it, and a slip. */
function likeness(a: string, b: string): number {
  if (isSlip(a, b)) return 0.9
  const [these, those] = [pairs(a), pairs(b)]
  const shared = [...these].filter((pair) => those.has(pair)).length
  const dice = (2 * shared) / Math.max(1, these.size + those.size)
  return a !== '' && b.includes(a) ? 0.5 + dice / 2 : dice
}

const pairs = (word: string): ReadonlySet<string> =>
  new Set([...word].slice(1).map((letter, index) => `${word[index]}${letter}`))

/** Whether one letter is too many, missing or wrong, or two stand the wrong way round: short words share no pairs then. */
function isSlip(a: string, b: string): boolean {
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  let end = 0
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [one, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return Math.max(one.length, other.length) <= 1 || (one.length === 2 && one === `${other[1]}${other[0]}`)
}
