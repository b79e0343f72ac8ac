import type { Family } from '../contract/operations.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { ApiError } from './errors.ts'

const minute = 60_000

/** Requests that a user may send to a family in a minute; undefined for any number. Section 8. */
export function limitFor(family: Family, gap: ReadGap): number | undefined {
  const choice = gap('rate.limit')
  if (choice === 'off') return undefined
  if (choice === '256-a-minute') return 256
  return family === 'client' ? 720 : 240
}

/** The headers of a request that counts. */
export const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const

/** Counts the requests to one world, of each user in each family, a minute at a time. Section 8. */
export class RateLimit {
  readonly #windows = new Map<string, { startedAt: number; count: number }>()

  /**
   * Counts one request.
   * @param key whose, and in which family
   * @param now milliseconds of any clock that only goes forward
   * @param perMinute requests that a minute may have
   * @returns the headers that tell how much is left
   * @throws ApiError when nothing is left
   */
  count(key: string, now: number, perMinute = 256): Record<string, string> {
    const known = this.#windows.get(key)
    const window = known && now - known.startedAt < minute ? known : { startedAt: now, count: 0 }
    window.count += 1
    this.#windows.set(key, window)
    if (this.#windows.size > 10_000) this.#forget(now)
    const left = Math.max(0, perMinute - window.count)
    const headers = { 'X-RateLimit-Limit': String(perMinute), 'X-RateLimit-Remaining': String(left) }
    if (window.count <= perMinute) return headers
    const wait = Math.ceil((window.startedAt + minute - now) / 1000)
    throw new ApiError('tooMany', `More than ${perMinute} requests in a minute; try again in ${wait} s.`, {
      headers: {
        ...headers,
        'Retry-After': String(wait),
        'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + wait),
      },
    })
  }

  /** Takes back the last request that was counted. */
  spare(key: string): void {
    const known = this.#windows.get(key)
    if (known) known.count -= 1
  }

  /** As if nobody had asked yet. */
  clear(): void {
    this.#windows.clear()
  }

  #forget(now: number): void {
    for (const [key, { startedAt }] of this.#windows) {
      if (now - startedAt >= minute) this.#windows.delete(key)
    }
  }
}
