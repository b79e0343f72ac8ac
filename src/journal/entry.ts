import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Change } from '../store/world.ts'

/** What came of a request; the same one for all who were answered the same. */
export interface Answered {
  /** The operation that it was for; null if for none. */
  readonly operation: string | null
  /** Who asked, in words; null if that is not known. */
  readonly bearer: string | null
  /** Null if nobody was answered. */
  readonly status: number | null
  readonly headers: OutgoingHttpHeaders
  readonly text: string
  /** Gaps that it ran into. */
  readonly assumed: readonly string[]
}

/** An answer that went out as it is. */
export interface Sent extends Answered {
  readonly status: number
}

/** A request as it was answered: nothing is copied or put into words before somebody asks for it. */
export interface Entry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** JSON, or a map from the names of parts to their texts; undefined where there was none. */
  readonly body: unknown
  readonly answered: Answered
  readonly duration: number
  readonly fault: string | null
  readonly changes: readonly Change[]
}
