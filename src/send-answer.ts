import type { Context } from 'koa'
import type { DialId } from './contract/gaps.ts'
import type { RequestState } from './site.ts'

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

/**
 * Sends the answer of an operation, and notes it for the journal.
 * @param body its text, or the bytes of it if they are at hand
 */
export function sendAnswer(
  ctx: Context & { state: RequestState },
  answer: Answer,
  body: string | Buffer = answer.text,
): void {
  const { res, state } = ctx
  const { status, assumedText } = answer
  state.trace.answer = answer
  state.trace.operation = answer.operation
  state.trace.bearer = answer.bearer
  state.trace.assumed = answer.assumed
  res.statusCode = status
  res.setHeader('Content-Type', 'application/json')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  if (assumedText !== '') res.setHeader('X-Nestbox-Assumed', assumedText)
  if (state.fault === undefined) {
    // Nobody comes after this that could change it, so it goes out at once.
    ctx.respond = false
    res.end(body)
  } else {
    ctx.status = status
    ctx.body = body
  }
}
