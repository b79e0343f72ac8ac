import type { Family } from '../contract/operations.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { ApiError } from './errors.ts'

const minute = 60_000

/** Requests that a user may send to a family in a minute; undefined without a limit. Section 8. */
export function limitFor(family: Family, gap: ReadGap): number | undefined {
  const choice = gap('rate.limit')
  if (choice === 'off') return undefined
  if (choice === '256-a-minute') return 256
  return family === 'client' ? 720 : 240
}

/** The headers in the response to a request that counts. */
export const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const

const countHeaders = (perMinute: number, left: number) => ({
  'X-RateLimit-Limit': String(perMinute),
  'X-RateLimit-Remaining': String(left),
})

/** The refusal of a request above a limit. @param wait seconds until the limit is reset */
export const tooManyRequests = (perMinute: number, wait: number): ApiError =>
  new ApiError('tooMany', `More than ${perMinute} requests in a minute; try again in ${wait} s.`, {
    headers: {
      ...countHeaders(perMinute, 0),
      'Retry-After': String(wait),
      'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + wait),
    },
  })

/**
 * Counts the requests to one world by user and family, in windows of one minute. Section 8. Tokens have a limit and are
 * never removed, so there are few users.
 */
export class RateLimit {
  readonly #windows = new Map<string, { startedAt: number; count: number }>()

  /**
   * Counts one request.
   * @param key family and user of the request
   * @param now milliseconds of a monotonic clock
   * @param perMinute maximum number of requests in a minute
   * @returns the headers with the limit and the number of requests left
   * @throws ApiError for a request above the limit
   */
  count(key: string, now: number, perMinute = 256): Record<string, string> {
    const known = this.#windows.get(key)
    const window = known && now - known.startedAt < minute ? known : { startedAt: now, count: 0 }
    window.count += 1
    this.#windows.set(key, window)
    if (window.count <= perMinute) return countHeaders(perMinute, perMinute - window.count)
    throw tooManyRequests(perMinute, Math.ceil((window.startedAt + minute - now) / 1000))
  }

  /** Removes a request of a key from the window in which it was counted, unless that is over. @param at when it was */
  spare(key: string, at: number): void {
    const known = this.#windows.get(key)
    if (known && known.startedAt <= at) known.count -= 1
  }

  /** Resets all counts. */
  clear(): void {
    this.#windows.clear()
  }
}
