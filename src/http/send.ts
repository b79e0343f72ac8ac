import type { ServerResponse } from 'node:http'
import type { Context } from 'koa'
import type { Trace } from '../journal/entry.ts'
import { timers } from '../util/timers.ts'

/** The part of `ctx.state` that every response depends on. */
export interface ResponseState {
  /**
   * Looks up the sandbox and the token of the request. Code must call it after each wait for the client or for a delay: the
   * sandbox may have been deleted meanwhile, or the token revoked.
   */
  lookUp(): void
  /** The start of URLs in the response. */
  base: string
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>
  /** Facts about the request that middleware collects for the journal. */
  trace: Trace
  /** Label of the fault that was applied, such as `code=503, delay=312`. */
  fault?: string
  /** Whether the connection was broken off without a whole response. */
  brokenOff?: boolean
  /** Whether the client closed the connection before the response. */
  isGivenUp?: boolean
}

/** A request to the API or to the control API. */
export type AnyRequest = Context & { state: ResponseState }

/** A body: the value that the journal shows, and the sent text. */
export interface Body<T = string> {
  readonly value: object | string
  readonly text: T
}

/** A response to a request to the API, ready to be sent. */
interface Response {
  readonly status: number
  /** The headers of this response, in addition to those of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for a response without a body. */
  readonly body: Body | undefined
  /** Gaps that the response depends on. */
  readonly assumed: readonly string[]
}

const none: Body = { value: '', text: '' }

/** Sends a response of the API and records it for the journal. */
export function send(ctx: AnyRequest, { status, headers: own, body = none, assumed }: Response): void {
  const { state } = ctx
  const length = status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(body.text)) }
  // Several spreads would take ten times as long.
  const headers = Object.assign({}, own, state.headers, assumedHeader(assumed), length)
  // Requests with OPTIONS are not recorded, so they have no trace.
  if (state.trace) state.trace.assumed = assumed
  deliver(ctx, status, headers, body)
}

/** Sends a response with these headers alone, and records it for the journal. */
export function deliver(
  ctx: AnyRequest,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Body<string | Buffer>,
): void {
  const { res, state } = ctx
  const recorded: Partial<Trace> = state.trace ?? {}
  // The client may have disconnected while the write was made durable: Node then sends nothing.
  if (!ctx.req.socket.writable) giveUp(ctx)
  if (state.fault === undefined && !state.brokenOff) {
    recorded.status = status
    recorded.responseHeaders = headers
    recorded.responseBody = body.value
    recorded.responseLength = (typeof body.value === 'string' ? body.value : body.text).length
    // No later middleware changes the response, so Koa does not have to process it.
    ctx.respond = false
    res.writeHead(status, headers)
    endTogether(res, body.text)
  } else {
    ctx.status = status
    ctx.body = body.text
    // Koa sets a media type for every text.
    ctx.remove('Content-Type')
    ctx.set(headers)
  }
}

/** Marks a request whose client has disconnected, so that its status is only for the log. */
export function giveUp(ctx: Context): void {
  ctx.status = 400
  Object.assign(ctx.state, { brokenOff: true, isGivenUp: true })
}

/** The header that names the gaps that a response depends on; no header without gaps. */
export const assumedHeader = (assumed: readonly string[]): Readonly<Record<string, string>> =>
  assumed.length > 0 ? { 'X-Nestbox-Assumed': assumed.join(', ') } : {}

let waiting: [res: ServerResponse, text: string | Buffer][] = []

/**
 * Ends a response once all requests that arrived together have been handled. The first written response
 * wakes a waiting client; waking the client again for each other response would take half as long as a request.
 */
export function endTogether(res: ServerResponse, text: string | Buffer): void {
  waiting.push([res, text])
  if (waiting.length === 1) timers.setImmediate(endAll)
}

function endAll(): void {
  const all = waiting
  waiting = []
  // ASCII is sent without a step that encodes it.
  for (const [res, text] of all) res.end(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8')
}
