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

/** What callers are told of a fault of our own. */
export const ownFault = 'The mock itself failed; its log says how.'

/** Puts down all that is known of one. */
export const logInside = (log: Log, error: unknown): void =>
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
