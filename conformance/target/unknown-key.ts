/**
 * An entry that no target file has, as a sentence without its full stop: it names all keys there are, and the one that
 * was probably meant.
 */
export function unknownKey(subject: string, key: string, known: readonly string[]): string {
  const [nearest] = known
    .map((each) => ({ each, share: sharedPairs(key.toLowerCase(), each.toLowerCase()) }))
    .filter(({ share }) => share >= 0.5)
    .toSorted((one, other) => other.share - one.share)
  const meant = nearest ? `; the nearest key is "${nearest.each}"` : ''
  return `${subject} has a key "${key}" that no target file has${meant}; the keys are ${known.join(', ')}`
}

/** From 0 to 1: the share of neighbouring letters that two words have in common. */
function sharedPairs(one: string, other: string): number {
  const [ofOne, ofOther] = [pairsOf(one), pairsOf(other)]
  const shared = ofOne.filter((pair) => ofOther.includes(pair)).length
  return (2 * shared) / Math.max(1, ofOne.length + ofOther.length)
}

const pairsOf = (word: string): readonly string[] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2))
