import type { Middleware } from 'koa'
import type { FaultState } from '../faults/middleware.ts'
import { redactText } from '../journal/redact.ts'
import type { Log } from '../util/log.ts'

/** One line for each request that was answered: method, path, status, milliseconds. Tokens that somebody puts into the query are blacked out. */
export const requestLog =
  (log: Log): Middleware =>
  async (ctx, next) => {
    const started = performance.now()
    const { method, originalUrl } = ctx
    await next()
    const took = (performance.now() - started).toFixed(1)
    // A connection that was broken off has no status that anybody saw.
    const { brokenOff, fault } = ctx.state as FaultState
    const line = `${method} ${redactText(originalUrl)} ${brokenOff ? (fault ?? 'unanswered') : ctx.status} ${took} ms`
    if (ctx.status >= 500) log.error(line)
    else if (ctx.status >= 400) log.warn(line)
    else log.info(line)
  }
