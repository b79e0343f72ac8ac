import type { Context } from 'koa'
import { assumedHeader, type TrackedGaps } from '../gaps/track-gaps.ts'
import type { RequestState } from '../sandboxes/server-context.ts'
import { type ApiError, type RenderedError, renderError } from './errors.ts'

/** Answers with an error, as the choices would have it, and names the gaps that were run into up to then. */
export function refuse(ctx: Context, error: ApiError, gap: TrackedGaps): void {
  const { status, headers, body } = rendered(error, gap)
  const state = ctx.state as RequestState
  // The journal has none for an OPTIONS.
  if (state.trace) state.trace.assumed = gap.touched()
  ctx.status = status
  ctx.set({ ...state.headers, ...headers })
  ctx.body = body === '' ? '' : JSON.stringify(body)
  // Koa has one for every text.
  if (body === '') ctx.remove('Content-Type')
}

/** An error as it goes out, which names the gaps that were run into, its own among them. */
export function rendered(error: ApiError, { read, touched }: TrackedGaps): RenderedError {
  const { headers, ...rest } = renderError(error, read)
  return { headers: { ...headers, ...assumedHeader(touched()) }, ...rest }
}
