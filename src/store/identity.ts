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
