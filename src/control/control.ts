import type { Middleware } from 'koa'
import { once } from '../contract/once.ts'
import type { RequestState } from '../middleware/request-state.ts'
import type { ServerContext } from '../sandboxes/server-context.ts'
import { refusal } from './guard.ts'
import { problem } from './problem.ts'

const prefix = '/_nestbox'

/** The control API under `/_nestbox`, for loopback clients or holders of the control token. */
export function control(context: ServerContext): Middleware<RequestState> {
  // The module is loaded for the first request, since most servers never get one.
  const serving = once(async () => (await import('./serve.ts')).serve(context))
  return async (ctx, next) => {
    if (ctx.path !== prefix && !ctx.path.startsWith(`${prefix}/`)) return next()
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
    ctx.set('Cache-Control', 'no-store')
    const denied = refusal(ctx, context.options)
    if (denied) return problem(ctx, denied.status, denied.message)
    await (await serving())(ctx, next)
  }
}
