import { isTokenName } from '../../client/credentials.ts'
import { refusal } from '../changes.ts'
import type { MakeMiddleware, ProxyResponse } from '../messages.ts'
import { troubled } from './busy.ts'
import { type Variant, variantsOf } from './variant.ts'

/** Responses of a server to clients that it has locked out. */
const answers: Readonly<Record<string, () => ProxyResponse>> = {
  403: () => refusal(403),
  401: () => refusal(401),
  404: () => refusal(404),
  '429 with Retry-After': () => ({ ...refusal(429), headers: { 'retry-after': '1' } }),
  429: () => refusal(429),
  '503 with Retry-After': () => ({ ...refusal(503), headers: { 'retry-after': '1' } }),
}

/** The number of invalid tokens that cause a lockout, and the number of requests that the lockout lasts. */
const terms = [
  { bad: 1, lasts: 3 },
  { bad: 3, lasts: 1 },
  { bad: 5, lasts: 20 },
  { bad: 10, lasts: 5 },
  { bad: 10, lasts: Number.POSITIVE_INFINITY },
  { bad: 40, lasts: 10 },
  { bad: 100, lasts: Number.POSITIVE_INFINITY },
]

function lockout(bad: number, lasts: number, answer: () => ProxyResponse): MakeMiddleware {
  return () => {
    let seen = 0
    let left = 0
    return async (request, next) => {
      if (left > 0) {
        left -= 1
        return answer()
      }
      if (!isTokenName(request.credential)) seen += 1
      if (seen >= bad) {
        seen = 0
        left = lasts
      }
      return next(request)
    }
  }
}

export const lockouts: readonly Variant[] = [
  ...variantsOf(terms, Object.entries(answers), ({ bad, lasts }, [inWords, answer]) => ({
    name: `after ${bad} bad tokens ${Number.isFinite(lasts) ? `${lasts} requests get` : 'everybody gets'} ${inWords}`,
    make: lockout(bad, lasts, answer),
  })),
  ...[2, 7, 10].map(
    (every): Variant => ({
      name: `every ${every}th request has to wait`,
      make: () =>
        troubled(
          () => true,
          (times) => times % every === 0,
          () => ({ ...refusal(429), headers: { 'retry-after': '0' } }),
        ),
    }),
  ),
]
