import type { Context } from 'koa'
import type { SettableGapId } from '../contract/gaps.ts'
import { assumedHeader } from '../gaps/track-gaps.ts'
import type { RequestState } from '../sandboxes/server-context.ts'
import { endTogether } from './end-together.ts'

/** What an operation answers, ready to be sent, and what the journal wants to know of it. */
interface Answer {
  readonly operation: string
  /** Who asked, in words. */
  readonly bearer: string
  readonly status: number
  /** JSON; empty for a response without a body. */
  readonly text: string
  /** Gaps that it ran into. */
  readonly assumed: readonly SettableGapId[]
}

/** Sends the answer of an operation, and notes it for the journal. */
export function sendResponse(ctx: Context & { state: RequestState }, answer: Answer): void {
  const { res, state } = ctx
  const { status, text, assumed } = answer
  const headers = {
    ...(text !== '' && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(text)),
    }),
    ...state.headers,
    ...assumedHeader(assumed),
  }
  if (state.fault === undefined) {
    // Nobody comes after this that could change it, so Koa need not look at it again.
    state.trace.answered = { headers, ...answer }
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
