import type { Middleware } from 'koa'
import { Repeats } from './repeats.ts'
import type { ApiContext, RequestState } from './request-state.ts'

/** The beginning of a parameter such as `__code`, whose characters can be percent-encoded. */
const twin = /(?:_|%5f){2}/i

/**
 * Applies the faults of rules, or the faults that the request itself specifies.
 * @param takesPreferences whether a request may specify faults with `Prefer` or query parameters
 */
export function faults(takesPreferences: (ctx: ApiContext) => boolean): Middleware<RequestState> {
  const repeats = new Repeats()
  return (ctx, next) => {
    const { url, headers, method } = ctx.req
    if (!ctx.path.startsWith('/api/') || method === 'OPTIONS') return next()
    const asks = ('prefer' in headers || twin.test(url ?? '')) && takesPreferences(ctx)
    // Most requests meet no fault, so the module is loaded for the first one that may.
    return asks || ctx.state.workspace.faults.size > 0
      ? import('./intervene.ts').then(({ intervene }) => intervene(ctx, next, asks, repeats))
      : next()
  }
}
