import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Change } from '../store/world.ts'
import type { LoggedRequest } from './schemas.ts'

/** A request and its response. The journal copies and formats the values only when it is read. */
export interface Entry extends Omit<LoggedRequest, 'at' | 'request' | 'response' | 'changes'> {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly headers: IncomingHttpHeaders
  /** JSON, or a map from the names of parts to their texts; undefined without a body. */
  readonly body: unknown
  readonly responseHeaders: Readonly<OutgoingHttpHeaders>
  /** A text, or the value whose JSON was sent. */
  readonly responseBody: object | string
  /** Characters of the body of the response. */
  readonly responseLength: number
  readonly changes: readonly Change[]
  /** The approximate number of characters that the entry takes. */
  readonly weight: number
}

/** An entry without content. */
export const emptyEntry: Entry = {
  id: 0,
  at: 0,
  method: '',
  path: '',
  headers: {},
  body: undefined,
  operation: null,
  owner: null,
  status: null,
  responseHeaders: {},
  responseBody: '',
  responseLength: 0,
  assumed: [],
  duration: 0,
  fault: null,
  end: 'response',
  repeats: 0,
  changes: [],
  upstream: null,
  weight: 0,
}

/** An entry while its request is served. */
export type Trace = { -readonly [F in keyof Entry]: Entry[F] }
