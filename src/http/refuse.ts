import type { Context } from 'koa'
import { type ApiError, renderError } from '../errors.ts'
import { assumedHeader, type Noting } from '../noting.ts'
import type { RequestState } from '../site.ts'

/** Answers with an error, as the choices would have it, and names the gaps that were run into up to then. */
export function refuse(ctx: Context, error: ApiError, gap: Noting): void {
  const { status, headers, body } = renderError(error, gap.read)
  const state = ctx.state as RequestState
  const assumed = gap.met()
  // The journal has none for an OPTIONS.
  if (state.trace) state.trace.assumed = assumed
  ctx.status = status
  ctx.set({ ...state.headers, ...headers, ...(assumed.length > 0 && assumedHeader(assumed)) })
  ctx.body = body === '' ? '' : JSON.stringify(body)
  // Koa has one for every text.
  if (body === '') ctx.remove('Content-Type')
}
