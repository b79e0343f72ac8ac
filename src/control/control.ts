import type { Middleware } from 'koa'
import type { RequestState, ServerContext } from '../sandboxes/server-context.ts'
import { once } from '../util/once.ts'
import { refusal } from './guard.ts'
import { problem } from './problem.ts'

const prefix = '/_nestbox'

/** `/_nestbox`: what the tool says of itself, to this machine or to who has the control token. */
export function control(context: ServerContext): Middleware<RequestState> {
  // Most servers are never asked, so what answers is loaded by the first who asks.
  const serving = once(async () => (await import('./serve.ts')).serve)
  return async (ctx, next) => {
    if (ctx.path !== prefix && !ctx.path.startsWith(`${prefix}/`)) return next()
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
    ctx.set('Cache-Control', 'no-store')
    const denied = refusal(ctx, context.options)
    if (denied) return problem(ctx, denied.status, denied.detail)
    await (await serving())(context, ctx, ctx.path.slice(prefix.length))
  }
}
