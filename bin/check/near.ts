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

/** From 0 to 1: by the pairs of letters that two words share; a part of the other is always like it. */
function likeness(a: string, b: string): number {
  const [these, those] = [pairs(a), pairs(b)]
  const shared = [...these].filter((pair) => those.has(pair)).length
  const dice = (2 * shared) / Math.max(1, these.size + those.size)
  return a !== '' && b.includes(a) ? 0.5 + dice / 2 : dice
}

const pairs = (word: string): ReadonlySet<string> =>
  new Set([...word].slice(1).map((letter, index) => `${word[index]}${letter}`))
