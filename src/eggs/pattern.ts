import { type Context, createContext, Script } from 'node:vm'

/** Milliseconds that all the patterns of one request may take together. */
const allowance = 100

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
    if (this.#left < 1) return 'slow'
    const flags = [...new Set(parts[3])].filter((flag) => 'imsu'.includes(flag)).join('')
    // A context costs a millisecond, and most rules have no pattern.
    this.#context ??= createContext()
    Object.assign(this.#context, { source: parts[2], flags, value })
    const started = performance.now()
    try {
      return script.runInContext(this.#context, { timeout: Math.ceil(this.#left) }) === true
    } catch (error) {
      return isTimeout(error) ? 'slow' : 'unreadable'
    } finally {
      this.#left -= performance.now() - started
    }
  }
}

const script = new Script('new RegExp(source, flags).test(value)')

/** The error may come from the other context, where `Error` is another class. */
const isTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
