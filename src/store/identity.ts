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

/** A version 4 UUID that only the seed and the path decide. */
export function uuidFrom(seed: string, ...path: readonly (string | number)[]): string {
  const hex = hash('sha256', JSON.stringify([seed, ...path]))
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
