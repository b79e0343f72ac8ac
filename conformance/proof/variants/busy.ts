import { type OperationId, operationIds } from '../../../src/contract/index.ts'
import { refusal } from '../changes.ts'
import type { Middleware, ProxyResponse } from '../messages.ts'
import { type Variant, variantsOf } from './variant.ts'

const retryAfter = { 'retry-after': '1' }

/** Temporary problems: the server is busy, or a gateway in front of it fails. */
const troubles: Readonly<Record<string, () => ProxyResponse>> = {
  '409 with Retry-After': () => ({ ...refusal(409), headers: retryAfter }),
  '423 with Retry-After': () => ({ ...refusal(423), headers: retryAfter }),
  '503 with Retry-After': () => ({ ...refusal(503), headers: retryAfter }),
  '429 with Retry-After': () => ({ ...refusal(429), headers: retryAfter }),
  409: () => refusal(409),
  423: () => refusal(423),
  '502 of a proxy': () => ({
    status: 502,
    headers: { 'content-type': 'text/html' },
    text: '<h1>Bad Gateway</h1>',
  }),
  '504 without a body': () => ({ status: 504, headers: {}, text: '' }),
}

/** Requests of an operation that have the problem: one, some or many. */
const when: Readonly<Record<string, (times: number) => boolean>> = {
  'the first time': (times) => times === 1,
  'the second time': (times) => times === 2,
  'the third time': (times) => times === 3,
  'every fourth time': (times) => times % 4 === 0,
  'every seventh time': (times) => times % 7 === 0,
}

/** Answers some of the requests of some operations itself. */
export const troubled = (
  fits: (operation: OperationId | undefined) => boolean,
  isNow: (times: number) => boolean,
  answer: () => ProxyResponse,
): Middleware => {
  let times = 0
  return async (request, next) => {
    if (!fits(request.operation)) return next(request)
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
    make: () => troubled((operation) => operation === id, isNow, answer),
  })).filter(({ isOnlyInFull }, at) => isOnlyInFull || at % 2 === 0),
  ...Object.entries(troubles).map(
    ([what, answer]): Variant => ({
      name: `every 17th request meets ${what}`,
      make: () =>
        troubled(
          () => true,
          (times) => times % 17 === 0,
          answer,
        ),
    }),
  ),
]
