import { type Context, createContext, Script } from 'node:vm'

/** Milliseconds of computing that all the patterns of one request may take together. */
const allowance = 100

/** Characters that a pattern may have: no clock interrupts the reading of one. */
const longest = 5_000

/**
 * Matches values against the patterns that eggs bring along, in a bounded time:
 * a pattern that runs away is cut off, and those after it share what is left.
 */
export class PatternMatcher {
  #left = allowance
  #context: Context | undefined

  /**
   * @param pattern a delimited pattern as in `regex:/^[a-z]+$/i`
   * @returns whether the value matches; `unreadable` for a pattern that is no
   *   regular expression here; `slow` when the time is up
   */
  match(pattern: string, value: string): boolean | 'unreadable' | 'slow' {
    const parts = /^([/#~%!@])(.*)\1([a-zA-Z]*)$/s.exec(pattern)
    if (!parts) return 'unreadable'
    if (pattern.length > longest) return 'slow'
    const flags = [...new Set(parts[3])].filter((flag) => 'imsu'.includes(flag)).join('')
    // A context costs a millisecond, and most rules have no pattern.
    this.#context ??= createContext()
    Object.assign(this.#context, { source: parts[2], flags, value })
    // The timeout is one of the clock, which runs on while a busy machine computes
    // something else: whoever was cut off without having had the time tries again.
    while (this.#left >= 1) {
      const started = process.cpuUsage()
      try {
        return script.runInContext(this.#context, { timeout: Math.ceil(this.#left) }) === true
      } catch (error) {
        if (!isTimeout(error)) return 'unreadable'
      } finally {
        this.#left -= milliseconds(process.cpuUsage(started))
      }
    }
    return 'slow'
  }
}

const script = new Script('new RegExp(source, flags).test(value)')

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000

/** The error may come from the other context, where `Error` is another class. */
const isTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
