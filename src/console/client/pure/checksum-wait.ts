/** When what happened last did, in milliseconds of one clock. */
export interface Course {
  readonly now: number
  /** The last write before this one. */
  readonly written: number
  /** When the last checksum came. */
  readonly refreshed: number
  /** What that one took. */
  readonly cost: number
}

/** The share of the time, at most one in so many, that a server may spend on checksums. */
const share = 20

/**
 * Milliseconds to wait after a write before the checksum is asked for. To make one of a large
 * world takes the server a while, so under load it is asked once that is over, and seldom if it is
 * slow. A single write is followed at once.
 */
export const checksumWait = ({ now, written, refreshed, cost }: Course): number =>
  now - written > 1000 ? Math.max(0, refreshed + share * cost - now) : Math.max(250, share * cost)
