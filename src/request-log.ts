import type { Middleware } from 'koa'
import type { FaultState } from './faults/middleware.ts'
import { redactText } from './redact.ts'

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof logLevels)[number]

/** Writes lines of at least a level to wherever they go. */
export interface Log {
  /** Whether nobody hears anything of it. */
  readonly isSilent: boolean
  readonly error: (line: string) => void
  readonly warn: (line: string) => void
  readonly info: (line: string) => void
}

export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const from = logLevels.indexOf(level)
  const at = (own: LogLevel) => (logLevels.indexOf(own) <= from ? write : () => {})
  return { isSilent: level === 'silent', error: at('error'), warn: at('warn'), info: at('info') }
}

/** Puts down all that is known of a fault of our own. */
export const logInside = (log: Log, error: unknown): void =>
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error))

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
    const line = `${method} ${redactText(originalUrl)} ${brokenOff ? (fault ?? 'gone') : ctx.status} ${took} ms`
    if (ctx.status >= 500) log.error(line)
    else if (ctx.status >= 400) log.warn(line)
    else log.info(line)
  }
