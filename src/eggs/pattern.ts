import { cpuTime, patternThread, testIn } from './pattern-thread.ts'

/** CPU time for all patterns of one request together, in milliseconds. */
const allowance = 100

/** The parts of PHP patterns that JavaScript reads as other characters, such as `\z` as a z. */
const foreign = /\\[AEGHKNQRVXZehz]|\\[pPx]\{|\[\[:/

/** Maximum length of a pattern: a thread that compiles one cannot be stopped before. */
const longest = 1_000

/** Characters that all rules of one request may read together, a value once for each of its rules. */
const mostRead = 20_000_000

/**
 * The time that the rules of one request may take together. A slow pattern is given up, and the patterns after it
 * share the remaining time. Other rules take time in proportion to the characters that they read.
 */
export class RuleTime {
  #left = allowance
  #unread = mostRead

  /** Counts characters that rules will read. @returns whether the rules may read them */
  read(characters: number): boolean {
    this.#unread -= characters
    return this.#unread >= 0
  }

  /**
   * @param pattern a delimited pattern as in `regex:/^[a-z]+$/i`
   * @returns whether the value matches; `unreadable` for a pattern that
   *   JavaScript does not have; `slow` when the time is used up, or while there is no thread for it
   */
  match(pattern: string, value: string): boolean | 'unreadable' | 'slow' {
    const parts = /^([/#~%!@])(.*)\1([a-zA-Z]*)$/s.exec(pattern)
    const [, , source = '', modifiers = ''] = parts ?? []
    const isForeign = modifiers.includes('x') || (!modifiers.includes('u') && foreign.test(source))
    if (!parts || isForeign) return 'unreadable'
    if (pattern.length > longest) return 'slow'
    const flags = [...new Set(modifiers)].filter((flag) => 'imsu'.includes(flag)).join('')
    const thread = this.#left < 1 ? undefined : patternThread()
    if (thread === undefined) return 'slow'
    const since = process.cpuUsage()
    const result = testIn(thread, { source, flags, value, time: this.#left })
    this.#left -= cpuTime(since)
    return result
  }
}
