import {
  defined,
  isWriting,
  type OperationId,
  operationIds,
  operations,
} from '../../../src/contract/index.ts'
import { takesPath } from '../../../src/contract/operations.ts'
import { type Credential, forgeryNames, isTokenName, tokenNames } from '../../client/credentials.ts'
import { accepts, kebab, refusedAs } from '../../judge/access.ts'
import { isByUuid, queryOf, refusal, rewritten } from '../changes.ts'
import { attributesOf, dataOf, isObject, type JsonObject } from '../json.ts'
import {
  asBy,
  bodyOf,
  isGranted,
  type MakeMiddleware,
  type Middleware,
  type ProxyRequest,
  type ProxyResponse,
  withOnly,
} from '../messages.ts'
import { guardedBy, type Mutant, mutant, product } from '../mutant.ts'
import { isForOther, namedTwice, pathIds, subjectOf } from '../subjects.ts'

/** The tokens that an operation must accept. */
export const acceptedBy = (id: OperationId) => accepts[operations[id].family].map(([token]) => token)

export const isAccepted = ({ operation, credential }: ProxyRequest): boolean =>
  operation !== undefined && acceptedBy(operation).some((token) => token === credential)

/** Checks that show where each token is granted; without them, the refusal of a token proves nothing. */
export const proving: readonly string[] = ['4.1/response', '4.4/response', '4.7/response']

/** The credentials that an operation must refuse; a token in a JSON body needs such a body. */
const strangersOf = (id: OperationId): readonly Credential[] =>
  [...forgeryNames, ...tokenNames].filter(
    (each) => refusedAs(id, each) && (each !== 'token-in-body' || operations[id].body === 'json'),
  )

type Fits = (request: ProxyRequest) => boolean

/** A middleware for requests of some operations with some credentials; it passes others on. */
const treating =
  (ids: readonly OperationId[], credentials: readonly Credential[], treat: Middleware): Middleware =>
  (request, next) =>
    ids.some((id) => id === request.operation) && credentials.includes(request.credential)
      ? treat(request, next)
      : next(request)

/** The request with a token that its operation accepts. */
function accept(request: ProxyRequest): ProxyRequest {
  const [token] = request.operation ? acceptedBy(request.operation) : []
  return token ? asBy(request, token) : request
}

/** How a server treats requests that it must refuse; by default, it grants them. */
interface Hole extends Pick<Mutant, 'shows' | 'isOnlyInFull'> {
  /** The requests that are granted; all by default. */
  readonly fits?: Fits | undefined
  readonly treat?: Middleware
  /** The credentials of the treated requests, if they are others than those that must be refused. */
  readonly by?: readonly Credential[]
  readonly make?: MakeMiddleware
}

/** A mutant that does not refuse requests with some credentials, which operations must refuse. */
function unrefused(
  ids: readonly OperationId[],
  credentials: readonly Credential[],
  inWords: string,
  { fits = () => true, by = credentials, ...hole }: Hole = {},
): Mutant {
  const checks = ids.flatMap((id) =>
    credentials
      .filter((each) => strangersOf(id).includes(each))
      .map((each) => `5/${kebab(id)}-refuses-${refusedAs(id, each)}`),
  )
  const breaks = [...new Set(checks.flatMap(guardedBy))]
  const grant = rewritten('anything', (request) => (fits(request) ? accept(request) : request))
  const { treat = grant, make = () => treating(ids, by, treat), ...more } = hole
  return mutant(checks, inWords, make, { breaks, reachedBy: proving, ...more })
}

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
const leaks: Readonly<Record<string, (json: JsonObject) => unknown>> = {
  'in another envelope': ({ data, attributes }) => ({
    error: 'forbidden',
    ...(data ? { data } : { attributes }),
  }),
  bare: (json) => (json['data'] ? dataOf(json).map(attributesOf) : attributesOf(json)),
  wrapped: (result) => ({ error: 'forbidden', debug: { result } }),
  'with its envelope': (json) => json,
}

const pairs = operationIds.flatMap((id) => strangersOf(id).map((credential) => ({ id, credential })))

/** Each operation with each credential that it must refuse: it is granted, or the refusal has the data. */
const holes: readonly Mutant[] = [
  ...product(
    pairs,
    ({ id, credential }) => formsOf(id, credential),
    ({ id, credential }, form) =>
      unrefused([id], [credential], `it is granted, ${form}`, { fits: forms[form] }),
  ),
  ...product(pairs, Object.entries(leaks), ({ id, credential }, [inWords, wrap]) =>
    unrefused([id], [credential], `it is refused with the data ${inWords}`, {
      treat: async (request, next) => {
        const response = await next(accept(request))
        const { json } = response
        return isGranted(response) && isObject(json)
          ? { ...response, status: 403, json: wrap(json) }
          : response
      },
    }),
  ),
  ...product(
    operationIds,
    (id) => [...formsOf(id), ...(namedTwice.includes(id) ? ['without a query'] : [])],
    (id, form) => unrefused([id], strangersOf(id), `everybody is let in, ${form}`, { fits: forms[form] }),
  ),
  ...forgeryNames.map((name) =>
    unrefused(operationIds, [name], 'it is granted everywhere', { isOnlyInFull: true }),
  ),
]

/** Spellings of a path that a server may route like the path itself. */
const spellings: Readonly<Record<string, RegExp>> = {
  'with a slash at its end': /\/$/,
  'in capitals': /[A-Z]{3}/,
  'with two slashes': /\/\//,
  'with an encoded letter': /%61/,
  'with .json at its end': /\.json$/,
}

/** Checks no token at a spelling of the paths of operations. */
function respelling(ids: readonly OperationId[], spelling: string, credential: Credential): Mutant {
  const make = () =>
    rewritten('anything', (request) => {
      const { pathname, search } = new URL(request.path, 'http://localhost')
      const plain = pathname.replaceAll('//', '/').replace(/\/$|\.json$/, '')
      const path = decodeURI(plain).toLowerCase()
      const operation = ids.find(
        (id) => operations[id].method === request.method && takesPath(operations[id], path),
      )
      const isMeant = operation && spellings[spelling]?.test(pathname) && request.credential === credential
      return isMeant ? accept({ ...request, operation, path: path + search }) : request
    })
  return unrefused(ids, [credential], `no token is needed for the path ${spelling}`, { make })
}

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
  ...product(Object.keys(spellings), ['application', 'userClient'] as const, (spelling, credential) =>
    respelling(operationIds, spelling, credential),
  ),
]

/** A credential, and the part of its requests that is enough for a server. */
type Part = Hole & { readonly credential: Credential; readonly inWords: string }

/** A name under which the kit sends a token, or another value in the same place, with others. */
const named = (credential: Credential, name: string, fits: Fits, value = ''): Part => ({
  ...{ credential, fits, inWords: `\`${name}\`${value} will do` },
  shows: `Sent one by one, \`${name}\` is accepted.`,
})

/** One of several credentials in a header. */
const listed = (credential: Credential, which: string, others: RegExp): Part => ({
  ...{ credential, inWords: `the ${which} of several credentials counts` },
  // With another credential in the header, it is not the forgery itself.
  by: forgeryNames,
  treat: rewritten('all', (request) => {
    const authorization = request.headers['authorization']?.replace(others, '').trim()
    return { ...request, headers: { ...request.headers, ...defined({ authorization }) } }
  }),
})

const parts: readonly Part[] = [
  named('token-in-query', 'api_key', (request) => queryOf(request).has('api_key')),
  named('token-in-other-header', 'x-api-token', ({ headers }) => 'x-api-token' in headers),
  named('token-in-body', 'access_token', (request) => 'access_token' in bodyOf(request)),
  {
    credential: 'token-in-body',
    inWords: '`access_token` alone will do, next to unknown fields it is refused with 422',
    treat: async (request, next) => ('api_token' in bodyOf(request) ? refusal(422) : next(accept(request))),
  },
  {
    ...named(
      'token-in-other-header',
      'x-forwarded-for',
      ({ headers }) => headers['x-forwarded-for'] === '127.0.0.1',
      ' with the address of the server',
    ),
    // Without a token in other headers, it is a request without a header.
    by: ['token-in-other-header', 'no-header'],
  },
  listed('token-prefix', 'last', /^.*,/),
  listed('token-suffix', 'first', /,.*$/),
]

/** Properties of requests that a server accepts although their credential is invalid. */
const partly: readonly Mutant[] = [
  ...product(
    parts,
    ({ credential }) => operationIds.filter((id) => strangersOf(id).includes(credential)),
    ({ credential, inWords, ...hole }, id) => unrefused([id], [credential], inWords, hole),
  ),
  ...(['no-header', 'garbage', 'userClient'] as const).flatMap((credential) => [
    ...pathIds
      .filter((id) => operations[id].family !== 'client')
      .map((id) =>
        unrefused([id], [credential], `it is granted for the other ${subjectOf(id).noun}`, {
          fits: isForOther,
        }),
      ),
    ...(['updateNode', 'updateServerStartup'] as const).map((id) =>
      unrefused([id], [credential], 'it is granted with one field', {
        fits: (request) => Object.keys(bodyOf(request)).length === 1,
      }),
    ),
  ]),
]

/** Accepts requests without a header to an operation that was granted before. */
const sessions = unrefused(operationIds, ['no-header'], 'whoever was let in once needs no header any more', {
  isOnlyInFull: true,
  make: () => {
    const opened = new Set<unknown>()
    return async (request, next) => {
      const { operation, credential } = request
      const isKnown = credential === 'no-header' && opened.has(operation)
      const response = await next(isKnown ? accept(request) : request)
      if (isGranted(response)) opened.add(operation)
      return response
    }
  },
})

/** Credentials that must be refused, and are granted. */
export const access: readonly Mutant[] = [...holes, ...unguarded, ...partly, sessions]

/** Refusals of requests that are done nevertheless. */
const responses: Readonly<Record<string, ProxyResponse>> = {
  'with an error body': refusal(),
  'with an empty body': { status: 401 },
  'with a redirect': { status: 302, headers: { location: '/login' } },
  'as not found': refusal(404),
}

const changesNothing = (id: OperationId): string => `5/${kebab(id)}-refused-changes-nothing`

/** Does parts of requests of some credentials, and refuses the requests. */
const done = (
  id: OperationId,
  credentials: readonly Credential[],
  inWords: string,
  parts: (request: ProxyRequest) => readonly ProxyRequest[],
  { response = refusal(), ...more }: Pick<Mutant, 'spares'> & { response?: ProxyResponse } = {},
): Mutant =>
  mutant(
    changesNothing(id),
    inWords,
    () =>
      treating([id], credentials, async (request, next) => {
        for (const each of parts(request)) await next(accept(each))
        return response
      }),
    more,
  )

const writing = operationIds.filter(isWriting)

/** All credentials that an operation must refuse, then each of them. */
const groupsOf = (id: OperationId): readonly (readonly [inWords: string, readonly Credential[]])[] => [
  ['anybody', strangersOf(id)],
  ...strangersOf(id).map((name) => [name, [name]] as const),
]

/** Fields that later responses show, of which a refused request changes one alone. */
const fields = {
  updateNode: ['name', 'description', 'behind_proxy', 'memory', 'disk', 'upload_size'],
  updateServerStartup: ['startup', 'docker_image'],
}

/** Requests that are refused because of their credential and done nevertheless. */
export const refusedWrites: readonly Mutant[] = [
  ...product(
    writing.flatMap((id) => groupsOf(id).map(([who, credentials]) => ({ id, who, credentials }))),
    Object.entries(responses),
    ({ id, who, credentials }, [how, response]) =>
      done(id, credentials, `a request by ${who} is refused ${how}, and done`, (request) => [request], {
        response,
        // The texts show which operation wrote them, so that checks of other operations must not fail.
        ...(id === 'updateNode' &&
          who === 'anybody' && { spares: writing.filter((each) => each !== id).map(changesNothing) }),
      }),
  ),
  ...(['updateNode', 'updateServerStartup'] as const).flatMap((id) =>
    product(fields[id], groupsOf(id), (field, [who, credentials]) =>
      done(id, credentials, `of a request by ${who} that is refused, ${field} is done`, (request) =>
        withOnly(request, [field]),
      ),
    ),
  ),
  ...(
    [
      ['updateNode', 'memory'],
      ['updateServerStartup', 'docker_image'],
      ['importEgg', undefined],
    ] as const
  ).map(([id, field]) =>
    done(
      id,
      ['userClient'],
      `${field ?? 'the file'} is taken, for the other ${subjectOf(id).noun}`,
      (request) => (isForOther(request) ? withOnly(request, field && [field]) : []),
    ),
  ),
]
