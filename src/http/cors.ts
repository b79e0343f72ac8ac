import type { Middleware } from 'koa'

const exposed = [
  'X-Nestbox-Assumed',
  'Preference-Applied',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
].join(', ')

/**
 * Lets pages of other origins use the API: reflects the origin and whatever a
 * preflight asks for, on errors too.
 * @param origins who may; everybody if undefined
 */
export function cors(origins?: readonly string[]): Middleware {
  return (ctx, next) => {
    // The first to say so, so there is nothing yet to add it to.
    ctx.set('Vary', 'Origin')
    const origin = ctx.get('Origin')
    const allowed = origin !== '' && (origins === undefined || origins.includes(origin))
    if (allowed) {
      ctx.set('Access-Control-Allow-Origin', origin)
      ctx.set('Access-Control-Allow-Credentials', 'true')
      ctx.set('Access-Control-Expose-Headers', exposed)
    }
    const method = ctx.get('Access-Control-Request-Method')
    if (ctx.method !== 'OPTIONS' || origin === '' || method === '') return next()
    ctx.status = 204
    if (!allowed) return undefined
    ctx.vary('Access-Control-Request-Headers')
    ctx.set('Access-Control-Allow-Methods', 'GET, HEAD, PATCH, POST, PUT, DELETE')
    ctx.set(
      'Access-Control-Allow-Headers',
      ctx.get('Access-Control-Request-Headers') || 'Authorization, Content-Type',
    )
    ctx.set('Access-Control-Max-Age', '600')
    if (ctx.get('Access-Control-Request-Private-Network') === 'true') {
      ctx.set('Access-Control-Allow-Private-Network', 'true')
    }
    return undefined
  }
}
