import type { Context } from 'koa'
import type { ReadGap } from '../dial.ts'
import { type ApiError, renderError } from '../errors.ts'
import type { RequestState } from '../site.ts'

/** Answers with an error, as the choices would have it. */
export function refuse(ctx: Context, error: ApiError, gap: ReadGap): void {
  const { status, headers, type, body } = renderError(error, gap)
  ctx.status = status
  ctx.set({ ...(ctx.state as RequestState).headers, ...headers, 'Content-Type': type })
  ctx.body = body === '' ? '' : JSON.stringify(body)
}
