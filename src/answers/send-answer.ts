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
  res.statusCode = status
  res.setHeader('Content-Type', 'application/json')
  res.setHeader('Content-Length', Buffer.byteLength(text))
  if (assumedText !== '') res.setHeader('X-Nestbox-Assumed', assumedText)
  if (state.fault === undefined) {
    // Nobody comes after this that could change it, so it goes out at once.
    ctx.respond = false
    res.end(text)
  } else {
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
