/** How much may come before any operation looks at it, and how long that may take. */
export interface HttpLimits {
  /** Bytes of a request line and its headers together. */
  readonly head: number
  /** Milliseconds in which these must be there. */
  readonly headTime: number
  /** Milliseconds in which all of a request must be there. */
  readonly requestTime: number
  /** Milliseconds that a connection may idle between two requests. */
  readonly idleTime: number
  /** Connections at the same time; what comes over those beyond is answered with 503. */
  readonly connections: number
  /** Bytes of the worlds, snapshots and journals of all sandboxes together; beyond, the sandboxes idle longest go. */
  readonly sandboxBytes: number
}

export const httpLimits: HttpLimits = {
  head: 32_768,
  headTime: 10_000,
  requestTime: 60_000,
  idleTime: 5_000,
  connections: 2_000,
  sandboxBytes: 256_000_000,
}
