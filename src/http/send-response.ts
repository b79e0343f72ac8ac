import type { ServerResponse } from 'node:http'
import type { Context } from 'koa'
import type { SettableGapId } from '../contract/gaps/index.ts'
import { assumedHeader } from '../gaps/track-gaps.ts'
import type { RequestState } from '../sandboxes/server-context.ts'
import { timers } from '../util/timers.ts'

/** The response of an operation, ready to be sent, with what the journal says about it. */
interface OperationResponse {
  readonly operation: string
  /** The owner of the token, in words. */
  readonly bearer: string
  readonly status: number
  readonly body: object | undefined
  /** The body as JSON; empty for a response without one. */
  readonly text: string
  /** Gaps that the response ran into. */
  readonly assumed: readonly SettableGapId[]
}

/** Sends the response of an operation and keeps it for the journal. */
export function sendResponse(ctx: Context & { state: RequestState }, response: OperationResponse): void {
  const { res, state } = ctx
  const { operation, bearer, status, body, text, assumed } = response
  const headers: Record<string, string> =
    text === ''
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }
  Object.assign(headers, state.headers, assumedHeader(assumed))
  // The client may have ended its side while the write was made durable: Node then sends nothing.
  if (!ctx.socket.writable) state.brokenOff = true
  if (state.fault === undefined && !state.brokenOff) {
    // No later middleware changes the response, so Koa need not look at it again.
    state.trace.response = { operation, bearer, status, headers, body, length: text.length, assumed }
    ctx.respond = false
    res.writeHead(status, headers)
    endTogether(res, text)
  } else {
    state.trace.assumed = assumed
    ctx.set(headers)
    ctx.status = status
    ctx.body = text
  }
}

let waiting: [res: ServerResponse, body: string][] = []

/**
 * Ends a response once all requests that arrived together have been handled. A waiting client is woken by the first
 * response that is written; to wake the client again for each of the others would cost half as much as a request.
 */
export function endTogether(res: ServerResponse, body: string): void {
  waiting.push([res, body])
  if (waiting.length === 1) timers.setImmediate(endAll)
}

function endAll(): void {
  const all = waiting
  waiting = []
  for (const [res, body] of all) res.end(body)
}
