import type { Middleware } from 'koa'
import { refusal } from '../control/guard.ts'
import type { RequestState, Site } from '../site.ts'

/** `GET /`: a page that says what runs here and how to call it. */
export function page(site: Site): Middleware<RequestState> {
  return async (ctx, next) => {
    if (ctx.path !== '/' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    const isTrusted = site.options.control && refusal(ctx, site.options) === undefined
    const { render } = await import('./render.ts')
    ctx.set('Cache-Control', 'no-store')
    ctx.set(
      'Content-Security-Policy',
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'self'",
    )
    ctx.type = 'html'
    ctx.body = render(ctx.state, isTrusted)
  }
}
