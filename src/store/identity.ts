import { hash } from 'node:crypto'

/** Which world it is: equal identities make equal worlds, byte for byte. */
export interface Identity {
  readonly seed: string
  readonly scenario: string
  /** Number of servers. */
  readonly scale: number
  /** The UTC day that the made dates lie before, such as `2026-06-01`. */
  readonly today: string
}

/** The day of a world that nobody gave one, such as the world of a data file that is older than this field. */
export const standardToday = '2026-06-01'

/** Bytes that only the seed and the path decide. */
export const seeded = (seed: string, ...path: readonly (string | number)[]): Buffer =>
  hash('sha256', JSON.stringify([seed, ...path]), 'buffer')

/**
 * Version 4 UUIDs that only the seed, a name and a number from 1 decide; two numbers never get the same one.
 * The seed and the name are digested once, as a digest for each UUID would take a tenth of the time of a create.
 */
export function uuidsFrom(seed: string, name: string): (number: number) => string {
  const digest = seeded(seed, name)
  const words = [0, 4, 8, 12].map((at) => digest.readUInt32BE(at))
  return (number) => {
    const high = Math.floor(number / 2 ** 32)
    const [a = '', b = '', c = '', d = ''] = words.map((word, at) => hex(mixed(word ^ number ^ (high * at))))
    const variant = '89ab'[Number.parseInt(c.slice(0, 1), 16) % 4]
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
  }
}

const hex = (word: number): string => word.toString(16).padStart(8, '0')

/** The finalizer of MurmurHash3: each of the 2^32 words gives another one, in which no pattern is left. */
function mixed(word: number): number {
  let bits = word
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
