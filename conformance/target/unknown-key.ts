/**
 * A sentence without its full stop about a key that a target file must not have: it lists the allowed keys, and names
 * the most similar one.
 */
export function unknownKey(subject: string, key: string, known: readonly string[]): string {
  const [nearest] = known
    .map((each) => ({ each, share: sharedPairs(key.toLowerCase(), each.toLowerCase()) }))
    .filter(({ share }) => share >= 0.5)
    .toSorted((one, other) => other.share - one.share)
  const meant = nearest ? `; the nearest key is "${nearest.each}"` : ''
  return `${subject} has a key "${key}" that no target file has${meant}; the keys are ${known.join(', ')}`
}

/** The similarity of two words, from 0 to 1: the share of pairs of adjacent letters that both contain. */
function sharedPairs(one: string, other: string): number {
  const [ofOne, ofOther] = [pairsOf(one), pairsOf(other)]
  const shared = ofOne.filter((pair) => ofOther.includes(pair)).length
  return (2 * shared) / Math.max(1, ofOne.length + ofOther.length)
}

const pairsOf = (word: string): readonly string[] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2))
