import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Change } from '../store/world.ts'

/** The response to a request, with what the journal says about it. */
export interface JournalResponse {
  /** Id of the operation that the request was for; null if for none. */
  readonly operation: string | null
  /** The owner of the token, in words; null without a known token. */
  readonly bearer: string | null
  /** Null if the connection broke off without a response. */
  readonly status: number | null
  readonly headers: OutgoingHttpHeaders
  /** The body, as text or as what its text was made of. */
  readonly body: string | object | undefined
  /** Characters of the body as text. */
  readonly length: number
  /** Gaps that the response ran into. */
  readonly assumed: readonly string[]
}

/** A request and its response. Nothing is copied or put into words before the journal is read. */
export interface Entry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** JSON, or a map from the names of parts to their texts; undefined where there was none. */
  readonly body: unknown
  readonly response: JournalResponse
  readonly duration: number
  readonly fault: string | null
  /** Number of times that a browser repeated the request by itself. */
  readonly repeats: number
  readonly changes: readonly Change[]
}
