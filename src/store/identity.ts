import { hash } from 'node:crypto'

/** Which world it is: equal identities make equal worlds, byte for byte. */
export interface Identity {
  readonly seed: string
  readonly scenario: string
  /** Number of servers. */
  readonly scale: number
}

/** Bytes that only the seed and the path decide. */
export const seeded = (seed: string, ...path: readonly (string | number)[]): Buffer =>
  hash('sha256', JSON.stringify([seed, ...path]), 'buffer')

/** A version 4 UUID that only the seed and the path decide. */
export function uuidFrom(seed: string, ...path: readonly (string | number)[]): string {
  const bytes = seeded(seed, ...path)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
