import { setTimeout as sleep } from 'node:timers/promises'
import { Unjudged } from '../judge/outcome.ts'

/** What of an `AbortSignal` a run looks at; programs need no types of Node.js or of browsers for it. */
export interface EndSignal {
  readonly aborted: boolean
  readonly addEventListener: (name: 'abort', listener: () => void, options?: { once?: boolean }) => void
}

/** Waits for some milliseconds; tests replace it by one that does not wait. */
export type Pause = (milliseconds: number) => Promise<unknown>

/** A server kept refusing a request for being busy, so nothing can be concluded from the refusal. */
export class Busy extends Unjudged {
  override readonly name = 'Busy'
  constructor() {
    super('the server kept refusing with 429')
  }
}

/** What says whether, and when, a server wants to be asked again. */
export interface Hint {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * Milliseconds that are waited at the most. Most limits count by the minute, so a minute has to be
 * in it without a single answer; a slow limit may make a whole run wait for longer, bit by bit.
 */
const limits = { atAStretch: 90_000, inAll: 600_000 }

/** Milliseconds of the longest step, where a server does not say how long to wait. */
const longestStep = 15_000

/** How long a run waits for a server that wants to be asked later. */
export class RetryBudget {
  readonly #pause: Pause
  readonly #signal: EndSignal | undefined
  #atAStretch = 0
  #inAll = 0

  /** @param signal ends the waiting, and lets none begin any more */
  constructor(pause: Pause = sleep, signal?: EndSignal) {
    this.#pause = pause
    this.#signal = signal
  }

  /** Waits, unless the budget is too small for it. @returns whether it has waited */
  async wait(milliseconds: number): Promise<boolean> {
    if (this.#signal?.aborted) return false
    const [stretch, all] = [this.#atAStretch + milliseconds, this.#inAll + milliseconds]
    if (stretch > limits.atAStretch || all > limits.inAll) return false
    this.#atAStretch = stretch
    this.#inAll = all
    const ended =
      this.#signal &&
      new Promise<void>((resolve) => this.#signal?.addEventListener('abort', () => resolve(), { once: true }))
    await Promise.race([this.#pause(milliseconds), ...(ended ? [ended] : [])])
    return !this.#signal?.aborted
  }

  /** The server has answered something else, so it is worth waiting for again. */
  refresh(): void {
    this.#atAStretch = 0
  }
}

/** Statuses that ask for another try only where a header says when; else they refuse, or something is broken. */
const busyStatuses = [409, 423, 425, 503]

/** Whether a reply asks to come back later. */
export const isComeBack = ({ status, headers }: Hint): boolean =>
  status === 429 || (busyStatuses.includes(status) && headers['retry-after'] !== undefined)

/**
 * Milliseconds until a server wants to be asked again. Where it does not say, or said `0` before and
 * did not mean it, each step is twice the last.
 * @param attempt how many times it has been asked, from 1
 */
export function untilAskedAgain({ headers }: Hint, attempt: number): number {
  const said = retryAfter(headers)
  if (said === undefined) return step(attempt)
  return said < 1000 && attempt > 1 ? Math.max(said, step(attempt - 1)) : said
}

const step = (attempt: number): number => Math.min(longestStep, 1000 * 2 ** (attempt - 1))

/** `Retry-After` in milliseconds: a number of seconds, or a moment on the clock of the server. */
function retryAfter(headers: Hint['headers']): number | undefined {
  const said = String(headers['retry-after'] ?? '').trim()
  if (/^\d+$/.test(said)) return Number(said) * 1000
  const moment = Date.parse(said)
  if (Number.isNaN(moment)) return undefined
  const now = Date.parse(String(headers['date'] ?? ''))
  return Math.max(0, moment - (Number.isNaN(now) ? Date.now() : now))
}
