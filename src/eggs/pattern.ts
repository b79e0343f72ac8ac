import { type Context, createContext, Script } from 'node:vm'

/** CPU time for all patterns of one request together, in milliseconds. */
const allowance = 100

/** Maximum length of a pattern: compiling one cannot be interrupted by a timeout. */
const longest = 1_000

/** Characters that all rules of one request may read together, a value once for each of its rules. */
const mostRead = 20_000_000

/**
 * The time that the rules of one request may take together. A slow pattern is interrupted, and the patterns after it
 * share the remaining time. Other rules take time in proportion to the characters that they read.
 */
export class RuleTime {
  #left = allowance
  #unread = mostRead
  #context: Context | undefined

  /** Counts characters that rules will read. @returns whether the rules may read them */
  read(characters: number): boolean {
    this.#unread -= characters
    return this.#unread >= 0
  }

  /**
   * @param pattern a delimited pattern as in `regex:/^[a-z]+$/i`
   * @returns whether the value matches; `unreadable` for an invalid regular
   *   expression; `slow` when the time is used up
   */
  match(pattern: string, value: string): boolean | 'unreadable' | 'slow' {
    const parts = /^([/#~%!@])(.*)\1([a-zA-Z]*)$/s.exec(pattern)
    if (!parts) return 'unreadable'
    if (pattern.length > longest) return 'slow'
    const flags = [...new Set(parts[3])].filter((flag) => 'imsu'.includes(flag)).join('')
    // Created lazily: a context takes a millisecond, and most rules have no pattern.
    this.#context ??= createContext()
    Object.assign(this.#context, { source: parts[2], flags, value })
    // The timeout is in wall-clock time, which also passes while the process waits
    // for a CPU: a pattern is retried until it has used its CPU time.
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

/** `instanceof Error` fails for errors of another context. */
const isTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
