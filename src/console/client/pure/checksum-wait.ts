/** Times of the latest events, in milliseconds of one clock. */
export interface Course {
  readonly now: number
  /** Time of the write before this one. */
  readonly written: number
  /** Time when the latest checksum arrived. */
  readonly refreshed: number
  /** Milliseconds that the latest checksum took. */
  readonly cost: number
}

/** The server may spend at most one in this many milliseconds on checksums. */
const share = 20

/**
 * Milliseconds to wait after a write before the checksum is requested. The checksum of a large world takes the
 * server a while, so under load it is requested after the load, and rarely if it is slow. After a single write
 * it is requested at once.
 */
export const checksumWait = ({ now, written, refreshed, cost }: Course): number =>
  now - written > 1000 ? Math.max(0, refreshed + share * cost - now) : Math.max(250, share * cost)
