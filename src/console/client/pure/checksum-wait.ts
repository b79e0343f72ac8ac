/** Times of the latest events, in milliseconds of one clock. */
export interface Course {
  readonly now: number
  /** Time of the write before the current one. */
  readonly written: number
  /** Time when the latest checksum arrived. */
  readonly refreshed: number
  /** Milliseconds that the latest checksum took. */
  readonly cost: number
}

/** At most one in this many milliseconds of the server is for checksums. */
const share = 20

/**
 * Milliseconds to wait after a write before the page requests the checksum. A single write needs no wait. Under load
 * the
 * page waits longer, because the checksum of a large world takes the server a while.
 */
export const checksumWait = ({ now, written, refreshed, cost }: Course): number =>
  now - written > 1000 ? Math.max(0, refreshed + share * cost - now) : Math.max(250, share * cost)
