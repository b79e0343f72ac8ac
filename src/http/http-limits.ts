/** Limits of requests, connections and the upstream. */
export interface HttpLimits {
  /** Bytes of a request line and its headers together. */
  readonly head: number
  /** Milliseconds within which the request line and the headers must arrive. */
  readonly headTime: number
  /** Milliseconds within which the whole request must arrive. */
  readonly requestTime: number
  /** Milliseconds that a connection may idle between two requests. */
  readonly idleTime: number
  /** Connections at the same time; requests on further connections get a 503. */
  readonly connections: number
  /** Milliseconds within which the upstream must respond, from the last byte of the request on. */
  readonly upstreamTime: number
}

export const httpLimits: HttpLimits = {
  head: 32_768,
  headTime: 10_000,
  requestTime: 60_000,
  idleTime: 5_000,
  connections: 2_000,
  upstreamTime: 30_000,
}
