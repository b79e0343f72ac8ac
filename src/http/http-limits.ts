/** The limits of requests, connections and the upstream, if no others are set. */
export const httpLimits = {
  /** Bytes of a request line and its headers together. */
  head: 32_768,
  /** Milliseconds within which the request line and the headers must arrive. */
  headTime: 10_000,
  /** Milliseconds within which the whole request must arrive. */
  requestTime: 60_000,
  /** Milliseconds that a connection may idle between two requests. */
  idleTime: 5_000,
  /** Connections at the same time; requests on further connections get a 503. */
  connections: 2_000,
  /** Milliseconds within which the upstream must respond, from the last byte of the request on. */
  upstreamTime: 30_000,
}

/** Limits of requests, connections and the upstream. */
export type HttpLimits = Readonly<typeof httpLimits>
