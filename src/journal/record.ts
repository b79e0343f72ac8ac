import type { Context, Middleware } from 'koa'
import type { RequestState, ServerContext, Trace } from '../sandboxes/server-context.ts'
import type { Answered } from './entry.ts'

/** Remembers each request of the API in the journal of its world, and tells whoever listens. */
export function record(context: ServerContext): Middleware<RequestState> {
  return async (ctx, next) => {
    if (ctx.method === 'OPTIONS') return next()
    const at = Date.now()
    const started = performance.now()
    const { state, method } = ctx
    const path = ctx.url
    const trace: Trace = {
      operation: null,
      bearer: null,
      body: undefined,
      assumed: [],
      changes: [],
      answered: undefined,
    }
    state.trace = trace
    await next()
    const told = state.workspace.journal.add({
      at,
      method,
      path,
      headers: ctx.req.headers,
      body: trace.body,
      answered: trace.answered ?? answeredBy(ctx, trace),
      duration: performance.now() - started,
      fault: state.fault ?? null,
      changes: trace.changes,
    })
    context.events.publish('request', state.workspace.name, told)
  }
}

/** What is about to be answered: a refusal, or what a fault has made of the answer. */
const answeredBy = (ctx: Context, { operation, bearer, assumed }: Trace): Answered => ({
  operation,
  bearer,
  status: (ctx.state as RequestState).brokenOff ? null : ctx.status,
  headers: ctx.res.getHeaders(),
  text: typeof ctx.body === 'string' ? ctx.body : '',
  assumed,
})
