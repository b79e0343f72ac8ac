import type { Context } from 'koa'
import type { DialId } from '../contract/gaps.ts'
import type { RequestState, Trace } from '../site.ts'

/** What an operation answers, ready to be sent, and what the journal wants to know of it. */
export interface Answer {
  readonly operation: string
  /** Who asked, in words. */
  readonly bearer: string
  readonly status: number
  readonly text: string
  /** Gaps that it ran into. */
  readonly assumed: readonly DialId[]
  /** The same as a header. */
  readonly assumedText: string
}

/** Sends the answer of an operation, and notes it for the journal. */
export function sendAnswer(ctx: Context & { state: RequestState }, answer: Answer): void {
  const { res, state } = ctx
  const { status, text, assumedText } = answer
  noteAnswer(state.trace, answer)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    ...state.headers,
    ...(assumedText !== '' && { 'X-Nestbox-Assumed': assumedText }),
  }
  if (state.fault === undefined) {
    // Nobody comes after this that could change it, so it goes out at once.
    ctx.respond = false
    state.trace.headers = headers
    res.writeHead(status, headers)
    res.end(text)
  } else {
    ctx.set(headers)
    ctx.status = status
    ctx.body = text
  }
}

export function noteAnswer(trace: Trace, answer: Answer): void {
  trace.answer = answer
  trace.operation = answer.operation
  trace.bearer = answer.bearer
  trace.assumed = answer.assumed
}
