import type { Middleware } from 'koa'
import { trackGaps } from '../gaps/track-gaps.ts'
import type { RequestState } from '../sandboxes/server-context.ts'
import { ApiError } from './errors.ts'
import { refuse } from './refuse.ts'

/** Characters that a path and its query may have together. */
const longestUrl = 8_192

/** Refuses a request to the API whose URL is longer than any that it takes. */
export const shortUrls: Middleware<RequestState> = (ctx, next) => {
  if (ctx.url.length <= longestUrl) return next()
  const detail = `The path and query may have ${longestUrl} characters together, not ${ctx.url.length}.`
  return refuse(ctx, new ApiError('uriTooLong', detail), trackGaps(ctx.state.workspace.gapSettings.gap))
}
