import { STATUS_CODES } from 'node:http'
import type { Context } from 'koa'
import type { TrackedGaps } from '../gaps/track-gaps.ts'
import { type ApiError, type Problem, type RenderedError, renderError } from './errors.ts'
import { type AnyRequest, type ResponseState, send } from './send.ts'

/** Responds with an error by the gap settings; a header names the gaps that the request touched. */
export function refuse(ctx: Context, error: ApiError, gap: TrackedGaps): void {
  const isPage = !expectsJson(ctx) && gap.read('error.negotiation') === 'html'
  const { status, headers, body } = isPage ? pageFor(ctx, error, gap) : renderError(error, gap.read)
  // The first middleware sets the state.
  send(ctx as AnyRequest, {
    ...{ status, headers, assumed: gap.touched },
    body: { value: body, text: typeof body === 'string' ? body : JSON.stringify(body) },
  })
}

/** Whether a request is from a program that reads JSON. */
const expectsJson = ({ req: { headers } }: Context): boolean =>
  /^[^,]*[/+]json\b/i.test(headers.accept ?? '') || headers['x-requested-with'] === 'XMLHttpRequest'

/** An error for browsers: an HTML page, or a redirect to the page where the user can correct the error. */
function pageFor(ctx: Context, error: ApiError, gap: TrackedGaps): RenderedError {
  const { status, headers } = renderError(error, gap.read)
  const type = { 'Content-Type': 'text/html; charset=utf-8' }
  const { base } = ctx.state as ResponseState
  const places: Partial<Record<Problem, string>> = {
    unauthenticated: `${base}/auth/login`,
    invalid: ctx.req.headers.referer ?? base,
  }
  // A status that a fault names is sent.
  const place = error.status === undefined ? places[error.problem] : undefined
  const title = place === undefined ? `${status} ${STATUS_CODES[status] ?? 'Error'}` : 'Redirecting'
  return {
    status: place === undefined ? status : 302,
    headers: place === undefined ? { ...headers, ...type } : { ...type, Location: place },
    body: `<!doctype html><title>${title}</title>`,
  }
}
