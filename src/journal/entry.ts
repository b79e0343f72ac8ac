import type { IncomingHttpHeaders } from 'node:http'
import type { Change } from '../store/world.ts'
import type { LoggedRequest } from './schemas.ts'

/** A request and its response. The journal copies and formats the values only when it is read. */
export interface Entry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** JSON, or a map from the names of parts to their texts; undefined without a body. */
  readonly body: unknown
  /** Id of the operation; null for a request without one. */
  readonly operation: string | null
  /** The owner of the token, in words; null without a known token. */
  readonly owner: string | null
  /** Null if the connection broke off without a response. */
  readonly status: number | null
  /** Names and values in turn. */
  readonly responseHeaders: readonly string[]
  /** A text, or the value whose JSON was sent. */
  readonly responseBody: object | string
  /** Characters of the body of the response. */
  readonly responseLength: number
  /** Gaps that the response touched. */
  readonly assumed: readonly string[]
  /** Milliseconds. */
  readonly duration: number
  readonly fault: string | null
  readonly end: LoggedRequest['end']
  /** Number of times that a browser repeated the request by itself. */
  readonly repeats: number
  readonly changes: readonly Change[]
  /** URL of the upstream to which the request was sent on; null for a request that this server answered. */
  readonly upstream: string | null
}

/** An entry without content. */
export const emptyEntry: Entry = {
  at: 0,
  method: '',
  path: '',
  headers: {},
  body: undefined,
  operation: null,
  owner: null,
  status: null,
  responseHeaders: [],
  responseBody: '',
  responseLength: 0,
  assumed: [],
  duration: 0,
  fault: null,
  end: 'response',
  repeats: 0,
  changes: [],
  upstream: null,
}

/** An entry while its request is served. */
export type Trace = { -readonly [F in keyof Entry]: Entry[F] }
