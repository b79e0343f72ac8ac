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
  readonly bytes: Buffer
  /** Gaps that it ran into. */
  readonly assumed: readonly DialId[]
  /** The same as a header. */
  readonly assumedText: string
}

/** Sends the answer of an operation, and notes it for the journal. */
export function sendAnswer(ctx: Context & { state: RequestState }, answer: Answer): void {
  const { trace } = ctx.state
  trace.answer = answer
  trace.operation = answer.operation
  trace.bearer = answer.bearer
  trace.assumed = answer.assumed
  ctx.status = answer.status
  ctx.set('Content-Type', 'application/json')
  ctx.body = answer.bytes
  if (answer.assumedText !== '') ctx.set('X-Nestbox-Assumed', answer.assumedText)
}
