import type { Context, Middleware } from 'koa'
import { type Entry, emptyEntry, type Trace } from '../journal/entry.ts'
import type { ServerContext } from '../sandboxes/server-context.ts'
import type { RequestState } from './request-state.ts'

/**
 * Adds each request of the API to the journal of its world, and publishes the request to the listeners. A browser's
 * repeat of a request is added to the entry of the first attempt.
 */
export function record(context: ServerContext): Middleware<RequestState> {
  return async (ctx, next) => {
    const { state } = ctx
    const { method = '', url = '', headers } = ctx.req
    if (method === 'OPTIONS') return next()
    const started = performance.now()
    const trace: Trace = {
      ...emptyEntry,
      at: Date.now(),
      method,
      path: url,
      headers,
    }
    state.trace = trace
    await next()
    const { call, workspace } = state
    const { journal } = workspace
    const repeated = call?.entry === undefined ? undefined : journal.addRepeat(call.entry, trace)
    if (repeated) return context.events.publish('request', workspace.name, repeated)
    if (trace.status === null) Object.assign(trace, responseOf(ctx))
    trace.fault = state.fault ?? null
    if (trace.status === null) trace.end = state.isGivenUp ? 'client' : 'fault'
    trace.duration = performance.now() - started
    const logged = journal.add(trace)
    if (call) call.entry = trace.id
    context.events.publish('request', workspace.name, logged)
  }
}

/** The response that Koa will send: one that a fault has changed, or one without an operation. */
function responseOf(
  ctx: Context,
): Pick<Entry, 'status' | 'responseHeaders' | 'responseBody' | 'responseLength'> {
  const text = typeof ctx.body === 'string' ? ctx.body : ''
  return {
    status: (ctx.state as RequestState).brokenOff ? null : ctx.status,
    responseHeaders: ctx.res.getHeaders(),
    responseBody: text,
    responseLength: text.length,
  }
}
