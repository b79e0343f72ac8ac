import { hash } from 'node:crypto'

/** The parameters of a generated world: equal identities give equal worlds, byte for byte. */
export interface Identity {
  readonly seed: string
  readonly scenario: string
  /** Number of servers. */
  readonly scale: number
  /** The UTC day before which all generated dates lie, such as `2026-06-01`. */
  readonly today: string
}

/** The default of `today`. */
export const standardToday = '2026-06-01'

/** 32 bytes that depend only on the seed and the path. */
export const seeded = (seed: string, ...path: readonly (string | number)[]): Buffer =>
  hash('sha256', JSON.stringify([seed, ...path]), 'buffer')
