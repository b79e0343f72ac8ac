import type { ServerResponse } from 'node:http'
import type { Context } from 'koa'
import type { SettableGapId } from '../contract/gaps/index.ts'
import { sentHeaders } from '../journal/entry.ts'
import type { RequestState } from '../sandboxes/server-context.ts'
import { type Json, textOf } from '../util/kept-resources.ts'
import { timers } from '../util/timers.ts'

/** The response of an operation, ready to be sent. */
interface OperationResponse {
  readonly status: number
  /** The body; undefined for a response without one. */
  readonly body: Json | undefined
  /** Gaps that the response touched. */
  readonly assumed: readonly SettableGapId[]
}

const none: Json = { pieces: [], length: 0, bytes: 0 }

/** Sends the response of an operation and records it for the journal. */
export function sendResponse(ctx: Context & { state: RequestState }, response: OperationResponse): void {
  const { res, state } = ctx
  const { status, body = none, assumed } = response
  const headers = sentHeaders({ responseHeaders: state.headers, jsonBytes: body.bytes, assumed })
  const { trace } = state
  trace.assumed = assumed
  // The client may have disconnected while the write was made durable: Node then sends nothing.
  if (!ctx.socket.writable) state.brokenOff = true
  if (state.fault === undefined && !state.brokenOff) {
    trace.status = status
    trace.responseHeaders = state.headers
    trace.jsonBytes = body.bytes
    trace.responseBody = body.pieces
    trace.length = body.length
    // No later middleware changes the response, so Koa does not have to process it.
    ctx.respond = false
    res.writeHead(status, headers)
    endTogether(res, body)
  } else {
    // Koa's type of headers does not include Node's `OutgoingHttpHeaders`.
    ctx.set(headers as Record<string, string>)
    ctx.status = status
    ctx.body = textOf(body)
  }
}

let waiting: [res: ServerResponse, body: Json][] = []

/**
 * Ends a response once all requests that arrived together have been handled. The first written response
 * wakes a waiting client; waking the client again for each other response would cost half as much as a request.
 */
export function endTogether(res: ServerResponse, body: Json): void {
  waiting.push([res, body])
  if (waiting.length === 1) timers.setImmediate(endAll)
}

function endAll(): void {
  const all = waiting
  waiting = []
  for (const [res, body] of all) {
    // ASCII text does not have to be encoded.
    res.end(textOf(body), body.bytes === body.length ? 'latin1' : 'utf8')
  }
}
