import type { Context, Middleware } from 'koa'
import { assumedHeader, type TrackedGaps, trackGaps } from '../gaps/track-gaps.ts'
import type { RequestState } from '../sandboxes/server-context.ts'
import { ApiError, type RenderedError, renderError } from './errors.ts'

/** Responds with an error by the gap settings, and names the gaps that the request ran into. */
export function refuse(ctx: Context, error: ApiError, gap: TrackedGaps): void {
  const { status, headers, body } = rendered(error, gap)
  const state = ctx.state as RequestState
  // Requests with OPTIONS are not recorded, so they have no trace.
  if (state.trace) state.trace.assumed = gap.touched()
  ctx.status = status
  ctx.set({ ...state.headers, ...headers })
  ctx.body = body === '' ? '' : JSON.stringify(body)
  // Koa sets a media type for every text.
  if (body === '') ctx.remove('Content-Type')
}

/** An error as a response, which names the gaps that the request ran into, those of the error included. */
export function rendered(error: ApiError, { read, touched }: TrackedGaps): RenderedError {
  const { headers, ...rest } = renderError(error, read)
  return { headers: { ...headers, ...assumedHeader(touched()) }, ...rest }
}

/** Characters that the path and the query of a request may have together. */
const longestUrl = 8_192

/** Refuses a request to the API whose URL is too long. */
export const shortUrls: Middleware<RequestState> = (ctx, next) => {
  if (ctx.url.length <= longestUrl) return next()
  const detail = `The path and query may have ${longestUrl} characters together, not ${ctx.url.length}.`
  return refuse(ctx, new ApiError('uriTooLong', detail), trackGaps(ctx.state.workspace.gapSettings.gap))
}
