import { Ending } from './ending.ts'
import type { Reply } from './exchange.ts'
import { Unjudged } from './unjudged.ts'

/** A server kept responding with 429, so that nothing can be concluded from its refusal. */
export class Busy extends Unjudged {
  override readonly name = 'Busy'
  constructor() {
    super({
      skip: 'the server kept refusing with 429',
      remedy:
        'a higher limit of the server for the kit, or fewer requests in a second with `--rate`; where it counts invalid tokens, the other checks with `--skip "5/*-refuses-*"`',
    })
  }
}

/** The parts of a response that show whether, and when, to send a request again. */
export type Hint = Pick<Reply, 'status' | 'headers'>

/**
 * Maximum waiting time in milliseconds. Most rate limits count by the minute, so the time without a successful
 * response is longer than a minute; a run may wait longer in total, because of a slow rate limit. The time for requests
 * that were given up counts until the end of the run: waiting for others like them would be in vain too.
 */
const limits = { atAStretch: 90_000, inAll: 600_000 }

/** The longest step in milliseconds, for servers that do not send `Retry-After`. */
const longestStep = 15_000

/** The time that a run may spend waiting for a busy server. */
export class RetryBudget {
  readonly #ending: Ending
  #atAStretch = 0
  #inAll = 0
  #inVain = 0

  constructor(ending: Ending = new Ending()) {
    this.#ending = ending
  }

  /** Waits, unless the budget is too small for it. @returns whether it has waited, and the run continues */
  async wait(milliseconds: number): Promise<boolean> {
    const [stretch, all] = [this.#atAStretch + milliseconds, this.#inAll + milliseconds]
    if (stretch > limits.atAStretch || all > limits.inAll) return false
    this.#atAStretch = stretch
    this.#inAll = all
    return this.#ending.wait(milliseconds)
  }

  /**
   * Waits as long as a busy server asks for, if it is busy.
   * @param attempt how many times the request has been sent, from 1
   * @returns whether to send the request again
   * @throws Busy if the server responds with 429, and the budget is too small
   */
  async mayRepeat(hint: Hint, attempt: number): Promise<boolean> {
    if (!isComeBack(hint)) return false
    if (await this.wait(untilAskedAgain(hint, attempt))) return true
    this.#inVain = this.#atAStretch
    if (hint.status === 429) throw new Busy()
    return false
  }

  /** Starts the time without a successful response again, after a successful response. */
  refresh(): void {
    this.#atAStretch = this.#inVain
  }
}

/**
 * Statuses that mean "try again later" only with `Retry-After`; without it the request is refused, or the server is
 * broken.
 */
const busyStatuses = [409, 423, 425, 503]

/** Whether a response means "try again later". */
export const isComeBack = ({ status, headers }: Hint): boolean =>
  status === 429 || (busyStatuses.includes(status) && headers['retry-after'] !== undefined)

/** What a report adds to a response that still means "try again later"; nothing for other responses. */
export const afterWaiting = (hint: Hint): string =>
  isComeBack(hint) ? `, though the kit waits for up to ${limits.atAStretch / 1000} seconds` : ''

/**
 * Milliseconds until a request is sent again. Each step is twice the last if the server does not send `Retry-After`,
 * or keeps sending less than a second.
 * @param attempt how many times the request has been sent, from 1
 */
export function untilAskedAgain({ headers }: Hint, attempt: number): number {
  const said = retryAfter(headers)
  if (said === undefined) return step(attempt)
  return said < 1000 && attempt > 1 ? Math.max(said, step(attempt - 1)) : said
}

const step = (attempt: number): number => Math.min(longestStep, 1000 * 2 ** (attempt - 1))

/** `Retry-After` in milliseconds: a number of seconds, or a date on the clock of the server. */
function retryAfter(headers: Hint['headers']): number | undefined {
  const said = String(headers['retry-after'] ?? '').trim()
  if (/^\d+$/.test(said)) return Number(said) * 1000
  const moment = Date.parse(said)
  if (Number.isNaN(moment)) return undefined
  const now = Date.parse(String(headers['date'] ?? ''))
  return Math.max(0, moment - (Number.isNaN(now) ? Date.now() : now))
}
