import type { Middleware } from 'koa'
import type { Log } from '../util/log.ts'
import type { RequestState } from './request-state.ts'

/** Logs a line for each request: method, path, status, milliseconds. Tokens and secrets in the URL are redacted. */
export const requestLog =
  (log: Log): Middleware =>
  async (ctx, next) => {
    const started = performance.now()
    const { method, originalUrl } = ctx
    await next()
    const took = (performance.now() - started).toFixed(1)
    // The client gets no status on a connection that breaks off.
    const { brokenOff, fault, workspace, trace, upstreamError } = ctx.state as RequestState
    const status = brokenOff ? (fault ?? 'unanswered') : ctx.status
    // Requests to the control API have no trace.
    const from = trace?.upstream
      ? `, upstream ${trace.upstream}${upstreamError ? `: ${upstreamError}` : ''}`
      : ''
    const line = `${method} ${workspace.redaction().url(originalUrl)} ${status} ${took} ms${from}`
    if (ctx.status >= 500) log.error(line)
    else if (ctx.status >= 400) log.warn(line)
    else log.info(line)
  }
