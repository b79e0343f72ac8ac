import { type OperationId, operationIds } from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import { refusal } from '../changes.ts'
import type { MakeMiddleware, ProxyResponse } from '../messages.ts'
import { type Variant, variantsOf } from './variant.ts'

type Answers = Readonly<Record<string, () => ProxyResponse>>

const plainly = (status: number) => () => refusal(status)

const later =
  (status: number, seconds = 1) =>
  () => ({ ...refusal(status), headers: { 'retry-after': String(seconds) } })

/** Temporary problems: the server is busy, or a gateway in front of it fails. */
const troubles: Answers = {
  '409 with Retry-After': later(409),
  '423 with Retry-After': later(423),
  '503 with Retry-After': later(503),
  '429 with Retry-After': later(429),
  409: plainly(409),
  423: plainly(423),
  '502 of a proxy': () => ({
    status: 502,
    headers: { 'content-type': 'text/html' },
    text: '<h1>Bad Gateway</h1>',
  }),
  '504 without a body': () => ({ status: 504 }),
}

/** Requests of an operation that have the problem: one, some or many. */
const when: Readonly<Record<string, (times: number) => boolean>> = {
  'the first time': (times) => times === 1,
  'the second time': (times) => times === 2,
  'the third time': (times) => times === 3,
  'every fourth time': (times) => times % 4 === 0,
  'every seventh time': (times) => times % 7 === 0,
}

/** Answers some of the requests itself, of one operation or of all. */
const troubled =
  (on: OperationId | 'all', isNow: (times: number) => boolean, answer: () => ProxyResponse): MakeMiddleware =>
  () => {
    let times = 0
    return async (request, next) => {
      if (on !== 'all' && request.operation !== on) return next(request)
      times += 1
      return isNow(times) ? answer() : next(request)
    }
  }

const moments = operationIds.flatMap((id) =>
  Object.entries(when).map(([inWords, isNow]) => ({ id, inWords, isNow })),
)

export const busy: readonly Variant[] = [
  ...variantsOf(moments, Object.entries(troubles), ({ id, inWords, isNow }, [what, answer]) => ({
    name: `${id} meets ${what} ${inWords}`,
    make: troubled(id, isNow, answer),
  })).filter(({ isOnlyInFull }, at) => isOnlyInFull || at % 2 === 0),
  ...Object.entries(troubles).map(([what, answer]) => ({
    name: `every 17th request meets ${what}`,
    make: troubled('all', (times) => times % 17 === 0, answer),
  })),
]

/** Responses of a server to clients that it has locked out. */
const lockedOut: Answers = {
  403: plainly(403),
  401: plainly(401),
  404: plainly(404),
  '429 with Retry-After': later(429),
  429: plainly(429),
  '503 with Retry-After': later(503),
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

const lockout =
  (bad: number, lasts: number, answer: () => ProxyResponse): MakeMiddleware =>
  () => {
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

export const lockouts: readonly Variant[] = [
  ...variantsOf(terms, Object.entries(lockedOut), ({ bad, lasts }, [inWords, answer]) => ({
    name: `after ${bad} bad tokens ${Number.isFinite(lasts) ? `${lasts} requests get` : 'everybody gets'} ${inWords}`,
    make: lockout(bad, lasts, answer),
  })),
  ...[2, 7, 10].map((every) => ({
    name: `every ${every}th request has to wait`,
    make: troubled('all', (times) => times % every === 0, later(429, 0)),
  })),
]
