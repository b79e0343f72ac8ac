export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof logLevels)[number]

/** Writes lines of a minimum level to an output. */
export interface Log {
  /** Whether no line is ever written. */
  readonly isSilent: boolean
  readonly error: (line: string) => void
  readonly warn: (line: string) => void
  readonly info: (line: string) => void
}

export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const least = logLevels.indexOf(level)
  const at = (own: LogLevel) => (logLevels.indexOf(own) <= least ? write : () => {})
  return { isSilent: level === 'silent', error: at('error'), warn: at('warn'), info: at('info') }
}

/** A log of a program. Its failures must not fail a request, or end the process, so Node.js warns of them instead. */
export function guarded(log: Log): Log {
  const write = (level: 'error' | 'warn' | 'info') => (line: string) => {
    try {
      log[level](line)
    } catch (error) {
      process.emitWarning(`The log of Nestbox failed: ${error}`)
    }
  }
  return { isSilent: log.isSilent, error: write('error'), warn: write('warn'), info: write('info') }
}

/** The message of a 500 for clients. */
export const ownFault = 'The mock server failed; see its log.'

/** Logs an internal error with its stack. */
export const logInside = (log: Log, error: unknown): void =>
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
