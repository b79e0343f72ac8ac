import {
  type Family,
  isWriting,
  type OperationId,
  operationIds,
  operations,
  type WritingId,
} from '../../../src/contract/index.ts'
import { takesPath } from '../../../src/contract/match-operation.ts'
import { kebab } from '../../checks/check.ts'
import {
  type Credential,
  type ForgeryName,
  forgeryNames,
  isTokenName,
  type TokenName,
} from '../../client/credentials.ts'
import type { Spelling } from '../../client/exchange.ts'
import { instead, isByUuid, queryOf, refusal } from '../changes.ts'
import {
  asBy,
  bodyOf,
  isGranted,
  isObject,
  type MakeMiddleware,
  type Middleware,
  type ProxyRequest,
  type ProxyResponse,
  withBody,
} from '../messages.ts'
import { guardedBy, type Mutant, mutant, product } from '../mutant.ts'
import { isForOther, namedTwice, pathIds, subjects } from '../subjects.ts'

/**
 * Tokens of another kind that each family must refuse, and tokens that it must accept; written by hand from section
 * 5.
 */
const wrongKinds: Readonly<Record<Family, readonly TokenName[]>> = {
  application: ['userClient', 'otherUserClient'],
  admin: ['application', 'userClient', 'otherUserClient'],
  client: ['application'],
}

export const accepted = {
  application: ['application', 'rootClient'],
  admin: ['rootClient'],
  client: ['userClient'],
} as const satisfies Readonly<Record<Family, readonly TokenName[]>>

/** Checks that show where each token is granted; without them, the refusal of a token proves nothing. */
export const proving: readonly string[] = ['4.1/answer', '4.4/answer', '4.7/answer']

/** Forgeries that can be sent to an operation: a token in a JSON body needs such a body. */
const forgeriesFor = (id: OperationId): readonly ForgeryName[] =>
  forgeryNames.filter((name) => name !== 'token-in-body' || operations[id].body === 'json')

const strangersOf = (id: OperationId): readonly Credential[] => [
  ...forgeriesFor(id),
  ...wrongKinds[operations[id].family],
]

const checkOf = (id: OperationId, credential: Credential): string =>
  `5/${kebab(id)}-refuses-${isTokenName(credential) ? `${kebab(credential)}-token` : credential}`

type Fits = (request: ProxyRequest) => boolean

/** A mutant that treats requests with some credentials at an operation, or at several, in another way. */
function unrefused(
  ids: readonly OperationId[],
  credentials: readonly Credential[],
  inWords: string,
  make: (isMeant: Fits) => Middleware,
  more: More = {},
): Mutant {
  const checks = ids.flatMap((id) =>
    credentials.filter((each) => strangersOf(id).includes(each)).map((each) => checkOf(id, each)),
  )
  const isMeant: Fits = ({ operation, credential }) =>
    ids.some((id) => id === operation) && credentials.includes(credential)
  const breaks = [...new Set(checks.flatMap(guardedBy))]
  return mutant(checks, inWords, () => make(isMeant), { breaks, reachedBy: proving, ...more })
}

type More = Pick<Mutant, 'shows' | 'isOnlyInFull'>

/** A mutant that grants some of these requests. */
const granted = (
  ids: readonly OperationId[],
  credentials: readonly Credential[],
  inWords: string,
  fits: Fits = () => true,
  more: More = {},
): Mutant => {
  const make =
    (isMeant: Fits): Middleware =>
    (request, next) =>
      next(isMeant(request) && fits(request) ? accept(request) : request)
  return unrefused(ids, credentials, inWords, make, more)
}

/** The request with a token that its operation accepts. */
const accept = (request: ProxyRequest): ProxyRequest =>
  request.operation ? asBy(request, accepted[operations[request.operation].family][0]) : request

/** Whether a request has a query other than a token. */
const isQueried: Fits = (request) =>
  [...queryOf(request).keys()].some((key) => !/token|key|auth|bearer/.test(key))

/** Forms of a path, by a condition for their requests. */
export const forms: Readonly<Record<string, Fits>> = {
  'in any form': () => true,
  'by id': (request) => !isByUuid(request) && !isQueried(request),
  'by UUID': (request) => isByUuid(request) && !isQueried(request),
  'with a query': isQueried,
  'without a query': (request) => !isQueried(request),
}

/** Forms in which the kit always sends a credential; forgeries other than these two are sent in two forms. */
export function formsOf(id: OperationId, credential: Credential = 'garbage'): readonly string[] {
  const isSpread = !['no-header', 'garbage'].includes(credential) && !isTokenName(credential)
  if (isSpread) return ['in any form', namedTwice.includes(id) ? 'by id' : 'without a query']
  return namedTwice.includes(id)
    ? ['in any form', 'by id', 'by UUID', 'with a query']
    : ['in any form', 'with a query', 'without a query']
}

/** Refusals that contain data of the resource. */
const leaks: Readonly<Record<string, (json: unknown) => unknown>> = {
  'in another envelope': (json) =>
    isObject(json) && Array.isArray(json['data'])
      ? { error: 'forbidden', data: json['data'] }
      : { error: 'forbidden', attributes: isObject(json) ? json['attributes'] : {} },
  bare: (json) =>
    isObject(json) && Array.isArray(json['data'])
      ? json['data'].map((item: unknown) => (isObject(item) ? item['attributes'] : item))
      : isObject(json)
        ? json['attributes']
        : json,
  wrapped: (json) => ({ error: 'forbidden', debug: { result: json } }),
  'with its envelope': (json) => json,
}

const pairs = operationIds.flatMap((id) => strangersOf(id).map((credential) => ({ id, credential })))

/** Each operation with each credential that it must refuse: it is granted, or the refusal has the data. */
const holes: readonly Mutant[] = [
  ...product(
    pairs,
    ({ id, credential }) => formsOf(id, credential),
    ({ id, credential }, form) => granted([id], [credential], `it is granted, ${form}`, forms[form]),
  ),
  ...product(pairs, Object.entries(leaks), ({ id, credential }, [inWords, wrap]) =>
    unrefused(
      [id],
      [credential],
      `it is refused with the data ${inWords}`,
      (isMeant) => async (request, next) => {
        if (!isMeant(request)) return next(request)
        const response = await next(accept(request))
        return isGranted(response) ? { ...response, status: 403, json: wrap(response.json) } : response
      },
    ),
  ),
  ...product(
    operationIds,
    (id) => [...formsOf(id), ...(namedTwice.includes(id) ? ['without a query'] : [])],
    (id, form) => granted([id], strangersOf(id), `everybody is let in, ${form}`, forms[form]),
  ),
  ...forgeryNames.map((name) =>
    granted(operationIds, [name], 'it is granted everywhere', () => true, { isOnlyInFull: true }),
  ),
]

/** Routes another spelling of the paths of operations to them, without a token check. */
const respelled =
  (ids: readonly OperationId[], spelled: RegExp, credential: Credential): Middleware =>
  (request, next) => {
    const { pathname, search } = new URL(request.path, 'http://localhost')
    const path = decodeURI(pathname)
      .replaceAll('//', '/')
      .replace(/\/$|\.json$/, '')
      .toLowerCase()
    const operation = ids.find(
      (id) => operations[id].method === request.method && takesPath(operations[id], path),
    )
    const isMeant = operation && spelled.test(pathname) && request.credential === credential
    return next(isMeant ? accept({ ...request, operation, path: path + search }) : request)
  }

const spellings = {
  'with a slash at its end': /\/$/,
  'in capitals': /[A-Z]{3}/,
  'with two slashes': /\/\//,
  'with an encoded letter': /%61/,
  'with .json at its end': /\.json$/,
} as const satisfies Partial<Readonly<Record<Spelling, RegExp>>>

const respelling = (
  ids: readonly OperationId[],
  spelling: keyof typeof spellings,
  credential: Credential,
): Mutant =>
  unrefused(ids, [credential], `no token is needed for the path ${spelling}`, () =>
    respelled(ids, spellings[spelling], credential),
  )

/** Spellings of the path at which a server checks no token, or the token but not its kind. */
const unguarded: readonly Mutant[] = [
  ...product(
    [
      ['with a slash at its end', 'empty-bearer'],
      ['in capitals', 'altered-end'],
    ] as const,
    operationIds,
    ([spelling, credential], id) => respelling([id], spelling, credential),
  ),
  ...product(
    Object.keys(spellings) as (keyof typeof spellings)[],
    ['application', 'userClient'] as const,
    (spelling, credential) => respelling(operationIds, spelling, credential),
  ),
]

/** Names under which a server accepts a token that the kit sends under several. */
const names = product(
  [
    ['token-in-query', 'api_key', (request) => queryOf(request).has('api_key')],
    ['token-in-other-header', 'x-api-token', ({ headers }) => Object.hasOwn(headers, 'x-api-token')],
    ['token-in-body', 'access_token', (request) => Object.hasOwn(bodyOf(request), 'access_token')],
  ] as const satisfies readonly (readonly [ForgeryName, string, Fits])[],
  ([credential]) => operationIds.filter((id) => forgeriesFor(id).includes(credential)),
  ([credential, name, has], id) =>
    granted([id], [credential], `\`${name}\` will do`, has, {
      shows: `Sent one by one, \`${name}\` is accepted.`,
    }),
)

/** Accepts a token in a body, but refuses the body if it has unknown fields. */
const lone = product(
  ['`access_token` alone will do, next to unknown fields it is refused with 422'],
  operationIds.filter((id) => forgeriesFor(id).includes('token-in-body')),
  (inWords, id) =>
    unrefused([id], ['token-in-body'], inWords, (isMeant) => async (request, next) => {
      if (!isMeant(request)) return next(request)
      return Object.hasOwn(bodyOf(request), 'api_token') ? refusal(422) : next(accept(request))
    }),
)

/** Accepts requests without a header to an operation that was granted before. */
const sessions = unrefused(
  operationIds,
  ['no-header'],
  'whoever was let in once needs no header any more',
  (isMeant) => {
    const opened = new Set<string>()
    return async (request, next) => {
      const { operation = '' } = request
      if (isMeant(request) && opened.has(operation)) return next(accept(request))
      const response = await next(request)
      if (isGranted(response)) opened.add(operation)
      return response
    }
  },
  { isOnlyInFull: true },
)

const isOfOneField: Fits = (request) => Object.keys(bodyOf(request)).length === 1

/** Requests for another resource than the first one, and with a body of one field. */
const partly = (['no-header', 'garbage', 'userClient'] as const).flatMap((credential) => [
  ...pathIds
    .filter((id) => operations[id].family !== 'client')
    .map((id) => granted([id], [credential], `it is granted for the other ${subjects[id].noun}`, isForOther)),
  ...(['updateNode', 'updateServerStartup'] as const).map((id) =>
    granted([id], [credential], 'it is granted with one field', isOfOneField),
  ),
])

const writing = operationIds.filter((id): id is WritingId => isWriting(id))

/** Refusals of requests that are done nevertheless. */
const answers: Readonly<Record<string, () => ProxyResponse>> = {
  'with an error body': () => refusal(),
  'with an empty body': () => ({ status: 401 }),
  'with a redirect': () => ({ status: 302, headers: { location: '/login' } }),
  'as not found': () => refusal(404),
}

/** Does the requests of some credentials, as a whole or one field of them, and refuses them. */
const refusedAndDone =
  (
    id: WritingId,
    strangers: readonly Credential[],
    answer: () => ProxyResponse,
    only?: string,
  ): MakeMiddleware =>
  () => {
    let last: Record<string, unknown> = {}
    return instead(id, async (request, next) => {
      const body = bodyOf(request)
      if (!strangers.includes(request.credential)) {
        const response = await next(request)
        if (response.status < 300) last = body
        return response
      }
      await next(accept(only === undefined ? request : withBody(request, { ...last, [only]: body[only] })))
      return answer()
    })
  }

const changesNothing = (id: OperationId): string => `5/${kebab(id)}-refused-changes-nothing`

/** Everybody whom an operation must refuse, then each of them. */
const groupsOf = (id: OperationId): readonly (readonly [inWords: string, readonly Credential[]])[] => [
  ['anybody', strangersOf(id)],
  ...strangersOf(id).map((name) => [name, [name]] as const),
]

/** Fields that later responses show, of which a refused request changes one alone. */
const fields = [
  ...['name', 'description', 'behind_proxy', 'memory', 'disk', 'upload_size'].map(
    (field) => ['updateNode', field] as const,
  ),
  ...['startup', 'docker_image'].map((field) => ['updateServerStartup', field] as const),
]

/** Requests that are refused because of their credential and done nevertheless. */
export const refusedWrites: readonly Mutant[] = [
  ...product(
    writing.flatMap((id) => groupsOf(id).map(([inWords, credentials]) => ({ id, inWords, credentials }))),
    Object.entries(answers),
    ({ id, inWords, credentials }, [how, answer]) =>
      mutant(
        changesNothing(id),
        `a request by ${inWords} is refused ${how}, and done`,
        refusedAndDone(id, credentials, answer),
        // The texts show which operation wrote them, so that checks of other operations must not fail.
        id === 'updateNode' && inWords === 'anybody'
          ? { spares: writing.filter((each) => each !== id).map(changesNothing) }
          : {},
      ),
  ),
  ...product(
    fields,
    ([id]) => groupsOf(id),
    ([id, field], [inWords, credentials]) =>
      mutant(
        changesNothing(id),
        `of a request by ${inWords} that is refused, ${field} is done`,
        refusedAndDone(id, credentials, () => refusal(), field),
      ),
  ),
  ...(
    [
      ['updateNode', 'memory'],
      ['updateServerStartup', 'docker_image'],
      ['importEgg', undefined],
    ] as const
  ).map(([on, field]) =>
    mutant(changesNothing(on), `${field ?? 'the file'} is taken, for the other ${subjects[on].noun}`, () =>
      instead(on, async (request, next) => {
        if (request.credential === 'userClient' && isForOther(request))
          await next(accept(field ? withBody(request, { [field]: bodyOf(request)[field] }) : request))
        return next(request)
      }),
    ),
  ),
]

/** Credentials that must be refused, and are granted. */
export const access: readonly Mutant[] = [...holes, ...unguarded, ...names, ...lone, sessions, ...partly]
