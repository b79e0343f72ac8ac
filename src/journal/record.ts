import type { Context, Middleware } from 'koa'
import type { RequestState, ServerContext } from '../sandboxes/server-context.ts'
import type { Entry, Trace } from './entry.ts'

/**
 * Adds each request of the API to the journal of its world, and publishes the request to the listeners. A browser's
 * repeat of a request is added to the entry of the first attempt.
 */
export function record(context: ServerContext): Middleware<RequestState> {
  return async (ctx, next) => {
    const { state, method } = ctx
    if (method === 'OPTIONS') return next()
    const started = performance.now()
    const trace: Trace = {
      at: Date.now(),
      method,
      // A URL in absolute form has a scheme and a host, too.
      path: ctx.url.startsWith('/') ? ctx.url : ctx.path + ctx.search,
      headers: ctx.req.headers,
      body: undefined,
      operation: null,
      bearer: null,
      status: null,
      responseHeaders: none,
      jsonBytes: undefined,
      responseBody: [],
      length: 0,
      assumed: [],
      duration: 0,
      fault: null,
      repeats: 0,
      changes: [],
    }
    state.trace = trace
    await next()
    const { call, workspace } = state
    const { journal } = workspace
    const repeated = call?.entry === undefined ? undefined : journal.addRepeat(call.entry, trace.changes)
    if (repeated) return context.events.publish('request', workspace.name, repeated)
    if (trace.status === null) Object.assign(trace, responseOf(ctx))
    trace.fault = state.fault ?? null
    trace.duration = performance.now() - started
    const logged = journal.add(trace)
    if (call) call.entry = journal.lastId
    context.events.publish('request', workspace.name, logged)
  }
}

const none = {}

/** The response that Koa will send: an error, or a response that a fault has changed. */
function responseOf(ctx: Context): Pick<Entry, 'status' | 'responseHeaders' | 'responseBody' | 'length'> {
  const body = typeof ctx.body === 'string' ? ctx.body : ''
  return {
    status: (ctx.state as RequestState).brokenOff ? null : ctx.status,
    responseHeaders: ctx.res.getHeaders(),
    responseBody: [body],
    length: body.length,
  }
}
