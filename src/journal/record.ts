import type { Middleware } from 'koa'
import type { RequestState, Site } from '../site.ts'

/** Remembers each request of the API in the journal of its world, and tells whoever listens. */
export function record(site: Site): Middleware<RequestState> {
  return async (ctx, next) => {
    if (ctx.method === 'OPTIONS') return next()
    const at = Date.now()
    const started = performance.now()
    const { state, method } = ctx
    const path = ctx.url
    state.trace = {
      operation: null,
      bearer: null,
      body: undefined,
      answer: undefined,
      headers: undefined,
      assumed: [],
      changes: [],
    }
    await next()
    const { room, trace } = state
    const told = room.journal.add({
      operation: trace.operation,
      bearer: trace.bearer,
      assumed: trace.assumed,
      changes: trace.changes,
      at,
      method,
      path,
      status: state.brokenOff ? null : ctx.status,
      duration: performance.now() - started,
      requestHeaders: ctx.req.headers,
      requestBody: trace.body,
      responseHeaders: trace.headers ?? ctx.res.getHeaders(),
      // A fault may have put something else in the place of the answer.
      responseBody: typeof ctx.body === 'string' ? ctx.body : (trace.answer?.text ?? ''),
      fault: state.fault ?? null,
    })
    site.events.publish('request', room.name, told)
  }
}
