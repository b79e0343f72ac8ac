import type { Context, Middleware } from 'koa'
import type { RequestState, ServerContext, Trace } from '../sandboxes/server-context.ts'
import type { JournalResponse } from './entry.ts'

/** Adds each request of the API to the journal of its world, and publishes it to the listeners. A browser's repeat joins the entry of the first attempt. */
export function record(context: ServerContext): Middleware<RequestState> {
  return async (ctx, next) => {
    if (ctx.method === 'OPTIONS') return next()
    const at = Date.now()
    const started = performance.now()
    const { state, method } = ctx
    // In absolute form the URL has a scheme and a host too.
    const path = ctx.url.startsWith('/') ? ctx.url : ctx.path + ctx.search
    const trace: Trace = {
      operation: null,
      bearer: null,
      body: undefined,
      assumed: [],
      changes: [],
      response: undefined,
    }
    state.trace = trace
    await next()
    const { call, workspace } = state
    const { journal } = workspace
    const repeated = call?.entry === undefined ? undefined : journal.addRepeat(call.entry, trace.changes)
    const logged =
      repeated ??
      journal.add({
        at,
        method,
        path,
        headers: ctx.req.headers,
        body: trace.body,
        response: trace.response ?? responseOf(ctx, trace),
        duration: performance.now() - started,
        fault: state.fault ?? null,
        repeats: 0,
        changes: trace.changes,
      })
    if (call && !repeated) call.entry = journal.lastId
    context.events.publish('request', workspace.name, logged)
  }
}

/** The response that Koa is about to send: an error, or what a fault has made of a response. */
const responseOf = (ctx: Context, { operation, bearer, assumed }: Trace): JournalResponse => {
  const body = typeof ctx.body === 'string' ? ctx.body : ''
  return {
    operation,
    bearer,
    status: (ctx.state as RequestState).brokenOff ? null : ctx.status,
    headers: ctx.res.getHeaders(),
    body,
    length: body.length,
    assumed,
  }
}
