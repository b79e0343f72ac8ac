import type { Middleware } from 'koa'
import { onceFor } from '../contract/once.ts'
import { responseHeaders } from '../http/response-headers.ts'
import type { RequestState } from './request-state.ts'

const exposed = ['Preference-Applied', ...Object.keys(responseHeaders)].join(', ')

/** Adds `Vary` to headers; equal requests share the result, as they share the headers. */
const toAnybody = onceFor((headers: RequestState['headers']) => ({ ...headers, Vary: 'Origin' }))

/**
 * Allows pages of other origins to use the API: allows the origin of the request
 * and the headers that a preflight names. Error responses have the headers, too.
 * @param origins the allowed origins; all if undefined
 */
export function cors(origins?: readonly string[]): Middleware<RequestState> {
  return (ctx, next) => {
    const { headers: sent, method } = ctx.req
    const { origin = '' } = sent
    const allowed = origin !== '' && (origins === undefined || origins.includes(origin))
    const headers = toAnybody(ctx.state.headers)
    ctx.state.headers = allowed ? { ...headers, ...toOrigin(origin) } : headers
    const isPreflight =
      method === 'OPTIONS' && origin !== '' && ctx.get('Access-Control-Request-Method') !== ''
    if (!isPreflight) return next()
    ctx.status = 204
    ctx.set(ctx.state.headers)
    if (!allowed) return undefined
    ctx.vary('Access-Control-Request-Headers')
    ctx.set('Access-Control-Allow-Methods', 'GET, HEAD, PATCH, POST, PUT, DELETE')
    ctx.set(
      'Access-Control-Allow-Headers',
      ctx.get('Access-Control-Request-Headers') || 'Authorization, Content-Type, X-Nestbox-Sandbox',
    )
    ctx.set('Access-Control-Max-Age', '600')
    if (ctx.get('Access-Control-Request-Private-Network') === 'true') {
      ctx.set('Access-Control-Allow-Private-Network', 'true')
    }
    return undefined
  }
}

const toOrigin = (origin: string) => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': exposed,
})
