import { isWriting, type OperationId, operationIds } from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import { instead, refusal, refusedWhen } from '../changes.ts'
import { bodyOf, isGranted, type MakeMiddleware, type ProxyResponse } from '../messages.ts'
import { isForOther } from '../subjects.ts'
import { type Variant, variantsOf } from './variant.ts'

type Troubles = Readonly<Record<string, ProxyResponse>>

const plainly = (...statuses: readonly number[]): Troubles =>
  Object.fromEntries(statuses.map((status) => [status, refusal(status)]))

const later = (status: number, seconds = 1): ProxyResponse => ({
  ...refusal(status),
  headers: { 'retry-after': String(seconds) },
})

const withRetryAfter = (...statuses: readonly number[]): Troubles =>
  Object.fromEntries(statuses.map((status) => [`${status} with Retry-After`, later(status)]))

/** Temporary problems: the server is busy, or a gateway in front of it fails. */
const troubles: Troubles = {
  ...withRetryAfter(409, 423, 503, 429),
  ...plainly(409, 423),
  '502 of a proxy': { status: 502, headers: { 'content-type': 'text/html' }, text: '<h1>Bad Gateway</h1>' },
  '504 without a body': { status: 504 },
}

/** Requests of an operation that have the problem: one, some or many. */
const when: Readonly<Record<string, (times: number) => boolean>> = {
  'the first time': (times) => times === 1,
  'the second time': (times) => times === 2,
  'the third time': (times) => times === 3,
  'every fourth time': (times) => times % 4 === 0,
  'every seventh time': (times) => times % 7 === 0,
}

/** Requests at regular intervals, including those beyond the document, get a response. */
const every =
  (many: number, trouble: ProxyResponse): MakeMiddleware =>
  () =>
    refusedWhen('anything', (_, times) => times % many === 0, trouble)

/** Responses of a server to requests that it does not grant while it installs an egg. */
const installing: Troubles = {
  ...plainly(400, 403, 422, 500),
  'a 200 that says so': { status: 200, json: { success: false, message: 'server is installing' } },
}

/** After a change of the egg of a server, some requests of operations of that server are refused. */
const whileInstalling =
  (trouble: ProxyResponse, locked: readonly OperationId[]): MakeMiddleware =>
  () => {
    const states = [0, 1].map((): { egg?: unknown; left: number } => ({ left: 0 }))
    return instead(['listServerMounts', 'updateServerStartup'], async (request, next) => {
      const state = states[isForOther(request) ? 1 : 0] ?? { left: 0 }
      const isLocked = isTokenName(request.credential) && locked.some((id) => id === request.operation)
      if (state.left > 0 && isLocked) {
        state.left -= 1
        return trouble
      }
      const response = await next(request)
      const { egg_id } = bodyOf(request)
      if (request.operation !== 'updateServerStartup' || !isGranted(response) || egg_id === undefined)
        return response
      state.left = state.egg === undefined || state.egg === egg_id ? 0 : 3
      state.egg = egg_id
      return response
    })
  }

const moments = operationIds.flatMap((id) =>
  Object.entries(when).map(([inWords, isNow]) => ({ id, inWords, isNow })),
)

export const busy: readonly Variant[] = [
  ...variantsOf(moments, Object.entries(troubles), ({ id, inWords, isNow }, [what, trouble]) => ({
    name: `${id} meets ${what} ${inWords}`,
    make: () => refusedWhen(id, (_, times) => isNow(times), trouble),
  })).filter(({ isOnlyInFull }, at) => isOnlyInFull || at % 2 === 0),
  ...Object.entries(troubles).map(([what, trouble]) => ({
    name: `every 17th request meets ${what}`,
    make: every(17, trouble),
  })),
  ...Object.entries(installing).flatMap(([what, trouble]) => [
    {
      name: `a server that installs an egg meets ${what}`,
      make: whileInstalling(trouble, ['listServerMounts', 'updateServerStartup']),
    },
    {
      name: `a server that installs an egg meets ${what} in its startup updates alone`,
      leavesJudged: ['4.2/tagless-accepts-any-egg', '4.5/environment', '4.5/install-script'],
      make: whileInstalling(trouble, ['updateServerStartup']),
    },
  ]),
]

/** Servers that only read, such as demos, and servers that limit writes, with statuses that tokens are refused with. */
export const readOnly: readonly Variant[] = [401, 403].flatMap((status) =>
  Object.entries({ 'every write': 1, 'every ninth write': 9 }).map(([which, many]) => ({
    name: `${which} is refused with ${status}`,
    make: () =>
      refusedWhen(
        operationIds.filter(isWriting),
        ({ credential }, times) => isTokenName(credential) && times % many === 0,
        status,
      ),
  })),
)

/** Responses of a server to clients that it has locked out. */
const lockedOut: Troubles = { ...plainly(403, 401, 404, 429), ...withRetryAfter(429, 503) }

/** The number of invalid tokens that cause a lockout, and the number of requests that the lockout lasts. */
const terms = [
  [1, 3],
  [3, 1],
  [5, 20],
  [10, 5],
  [10, Number.POSITIVE_INFINITY],
  [40, 10],
  [100, Number.POSITIVE_INFINITY],
] as const

const lockout =
  (bad: number, lasts: number, trouble: ProxyResponse): MakeMiddleware =>
  () => {
    let seen = 0
    let left = 0
    return async (request, next) => {
      if (left-- > 0) return trouble
      if (!isTokenName(request.credential)) seen += 1
      if (seen >= bad) [seen, left] = [0, lasts]
      return next(request)
    }
  }

export const lockouts: readonly Variant[] = [
  ...variantsOf(terms, Object.entries(lockedOut), ([bad, lasts], [inWords, trouble]) => ({
    name: `after ${bad} bad tokens ${Number.isFinite(lasts) ? `${lasts} requests get` : 'everybody gets'} ${inWords}`,
    make: lockout(bad, lasts, trouble),
  })),
  ...[2, 7, 10].map((many) => ({
    name: `every ${many}th request has to wait`,
    make: every(many, later(429, 0)),
  })),
]
