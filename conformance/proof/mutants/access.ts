import { type OperationId, operationIds, operations } from '../../../src/contract/index.ts'
import { pathPattern } from '../../../src/contract/match-operation.ts'
import { kebab } from '../../checks/check.ts'
import { type Credential, type ForgeryName, forgeryNames, isTokenName } from '../../client/credentials.ts'
import type { Spelling } from '../../client/exchange.ts'
import { isByUuid, refusal } from '../changes.ts'
import { asBy, bodyOf, isGranted, isObject, type Middleware, type ProxyRequest } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'

type Family = 'application' | 'admin' | 'client'

/**
 * Tokens of another kind that each family must refuse, and tokens that it must accept; written by hand from section
 * 5.
 */
const wrongKinds: Readonly<Record<Family, readonly Credential[]>> = {
  application: ['userClient', 'otherUserClient'],
  admin: ['application', 'userClient', 'otherUserClient'],
  client: ['application'],
}

export const accepted = {
  application: ['application', 'rootClient'],
  admin: ['rootClient'],
  client: ['userClient'],
} as const

/** Checks that show where each token is granted; without them, the refusal of a token proves nothing. */
export const proving: readonly string[] = ['4.1/answer', '4.4/answer', '4.7/answer']

/** The part of the id of a check, and of the id of a clause. */
const slugs: Readonly<Record<string, readonly [slug: string, clause: string]>> = {
  application: ['application-token', 'refuses-application'],
  userClient: ['user-client-token', 'refuses-user-client'],
  otherUserClient: ['other-user-client-token', 'refuses-user-client'],
}

const slugOf = (credential: Credential): string => slugs[credential]?.[0] ?? credential

const withoutToken: readonly Credential[] = [
  ...(['no-header', 'empty-bearer', 'no-scheme', 'other-scheme', 'basic-scheme'] as const),
  ...(['token-in-query', 'token-in-other-header', 'token-in-body'] as const),
]

function clausesOf(id: OperationId, credential: Credential): readonly string[] {
  const kind = slugs[credential]?.[1]
  if (kind !== undefined) return [`5#${operations[id].family}-${kind}`]
  if (!withoutToken.includes(credential)) return ['5#unknown-token']
  return credential === 'no-header' ? ['5#bearer-header', '1#bearer-everywhere'] : ['5#bearer-header']
}

/** Forms of a path, by a condition for their requests. */
export const forms: Readonly<Record<string, (request: ProxyRequest) => boolean>> = {
  'in any form': () => true,
  'by id': (request) => !isByUuid(request) && !isQueried(request),
  'by UUID': (request) => isByUuid(request) && !isQueried(request),
  'with a query': isQueried,
  'without a query': (request) => !isQueried(request),
}

/** Whether a request has a query other than a token. */
function isQueried({ path }: ProxyRequest): boolean {
  const query = new URL(path, 'http://localhost').searchParams
  return [...query.keys()].some((key) => !/token|key|auth|bearer/.test(key))
}

export const isNamedTwice = (id: OperationId): boolean =>
  operations[id].path.includes('server_admin_identifier')

/**
 * Forms in which the kit always sends a credential: forgeries other than `no-header` and `garbage` are sent in two
 * forms.
 */
export function formsOf(id: OperationId, credential: Credential): readonly string[] {
  const isSpread = !['no-header', 'garbage'].includes(credential) && !isTokenName(credential)
  if (isSpread) return ['in any form', isNamedTwice(id) ? 'by id' : 'without a query']
  return isNamedTwice(id)
    ? ['in any form', 'by id', 'by UUID', 'with a query']
    : ['in any form', 'with a query', 'without a query']
}

/** Replaces the credential of some requests by a valid token. */
const hole = (id: OperationId, credentials: readonly Credential[], form: string): Middleware => {
  const [good] = accepted[operations[id].family]
  return (request, next) =>
    next(
      request.operation === id && credentials.includes(request.credential) && forms[form]?.(request)
        ? asBy(request, good)
        : request,
    )
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

/** Forgeries that can be sent to an operation: a token in a JSON body needs such a body. */
export const forgeriesFor = (id: OperationId): readonly ForgeryName[] =>
  forgeryNames.filter((name) => name !== 'token-in-body' || operations[id].body === 'json')

const strangersOf = (id: OperationId): readonly Credential[] => [
  ...forgeriesFor(id),
  ...wrongKinds[operations[id].family],
]

const rules = operationIds.flatMap((id) => strangersOf(id).map((credential) => ({ id, credential })))

const holes = product(
  rules,
  ({ id, credential }) => formsOf(id, credential),
  ({ id, credential }, form) => ({
    name: `5/${kebab(id)}-refuses-${slugOf(credential)}: it is granted, ${form}`,
    breaks: clausesOf(id, credential),
    caughtBy: [`5/${kebab(id)}-refuses-${slugOf(credential)}`],
    reachedBy: proving,
    make: () => hole(id, [credential], form),
  }),
)

const leaky = product(rules, Object.entries(leaks), ({ id, credential }, [inWords, wrap]) => ({
  name: `5/${kebab(id)}-refuses-${slugOf(credential)}: it is refused with the data ${inWords}`,
  breaks: clausesOf(id, credential),
  caughtBy: [`5/${kebab(id)}-refuses-${slugOf(credential)}`],
  reachedBy: proving,
  make: () => {
    const enter = hole(id, [credential], 'in any form')
    return async (request, next) => {
      const response = await enter(request, next)
      return request.operation === id && request.credential === credential && isGranted(response)
        ? { ...response, status: 403, json: wrap(response.json) }
        : response
    }
  },
}))

/** Accepts all invalid credentials in one form of the path. */
const openDoors = product(
  operationIds,
  (id) => (isNamedTwice(id) ? Object.keys(forms) : ['in any form', 'with a query', 'without a query']),
  (id, form) => ({
    name: `5/${kebab(id)}-refuses-*: everybody is let in, ${form}`,
    breaks: [...new Set(strangersOf(id).flatMap((credential) => clausesOf(id, credential)))],
    caughtBy: strangersOf(id).map((credential) => `5/${kebab(id)}-refuses-${slugOf(credential)}`),
    reachedBy: proving,
    make: () => hole(id, strangersOf(id), form),
  }),
)

/** Routes another spelling of a path to its operation, without a token check. */
const respelled = (id: OperationId, spelled: RegExp, credential: Credential): Middleware => {
  const [good] = accepted[operations[id].family]
  const pattern = pathPattern(operations[id])
  return (request, next) => {
    const { pathname, search } = new URL(request.path, 'http://localhost')
    const path = decodeURI(pathname).replaceAll('//', '/').replace(/\/$/, '').toLowerCase()
    const isMeant = spelled.test(pathname) && pattern.test(path) && request.credential === credential
    return next(
      isMeant && request.method === operations[id].method
        ? asBy({ ...request, operation: id, path: path + search }, good)
        : request,
    )
  }
}

const unguarded = product(
  [
    ['with a slash at its end', /\/$/, 'empty-bearer'],
    ['in capitals', /[A-Z]{3}/, 'altered-end'],
  ] as const satisfies readonly (readonly [inWords: string, spelled: RegExp, ForgeryName])[],
  () => operationIds,
  ([inWords, spelled, credential], id): Mutant => ({
    name: `5/${kebab(id)}-refuses-${credential}: no token is needed for the path ${inWords}`,
    breaks: clausesOf(id, credential),
    caughtBy: [`5/${kebab(id)}-refuses-${credential}`],
    reachedBy: proving,
    make: () => respelled(id, spelled, credential),
  }),
)

/** Spellings of the path at which a server checks the token, but not its kind. */
const unguardedKinds = product(
  [
    ['with a slash at its end', /\/$/],
    ['in capitals', /[A-Z]{3}/],
    ['with two slashes', /\/\//],
    ['with an encoded letter', /%61/],
  ] as const satisfies readonly (readonly [Spelling, RegExp])[],
  () => ['application', 'userClient'] as const,
  ([inWords, spelled], credential): Mutant => ({
    name: `5/*-refuses-${slugOf(credential)}: tokens of any kind are accepted for paths ${inWords}`,
    breaks: [`5#admin-refuses-${credential === 'application' ? 'application' : 'user-client'}`],
    caughtBy: operationIds
      .filter((id) => wrongKinds[operations[id].family].includes(credential))
      .map((id) => `5/${kebab(id)}-refuses-${slugOf(credential)}`),
    reachedBy: proving,
    make: () => {
      const layers = operationIds.map((id) => respelled(id, spelled, credential))
      return (request, next) => {
        type Next = typeof next
        const enter = layers.reduce<Next>((inner, layer) => (changed) => layer(changed, inner), next)
        return enter(request)
      }
    },
  }),
)

/** Comparisons that accept another text than the token, for every operation. */
const comparisons: Readonly<Record<string, readonly ForgeryName[]>> = {
  'what was issued begins what was sent': ['token-suffix'],
  'what was sent begins what was issued': ['token-cut-short'],
  'the case is ignored': ['token-case'],
  'the last characters are ignored': ['altered-end', 'token-cut-short'],
  'the first character is ignored': ['altered-start'],
  'the middle is ignored': ['altered-token'],
  'the scheme is ignored': ['no-scheme', 'other-scheme'],
  'a token in the query will do': ['token-in-query'],
  'a token in another header will do': ['token-in-other-header'],
  'a token in the body will do': ['token-in-body'],
  'tokens that are too long are not looked up': ['overlong'],
  'the word null will do': ['null-word'],
  'the word undefined will do': ['undefined-word'],
  'signs of a search are not escaped': ['wildcard'],
  'the sum of the characters is compared': ['token-swapped'],
  'signs are left out': ['token-extra-sign'],
  'what was issued ends what was sent': ['token-prefix'],
  'what was sent ends what was issued': ['token-cut-start'],
}

const compared = Object.entries(comparisons).map(
  ([inWords, credentials]): Mutant => ({
    name: `5/*: ${inWords}`,
    breaks: credentials.some((each) => withoutToken.includes(each))
      ? ['5#bearer-header']
      : ['5#unknown-token'],
    caughtBy: operationIds.flatMap((id) =>
      credentials
        .filter((credential) => forgeriesFor(id).includes(credential))
        .map((credential) => `5/${kebab(id)}-refuses-${credential}`),
    ),
    isOnlyInFull: true,
    make: () => (request, next) =>
      next(
        request.operation && credentials.some((credential) => credential === request.credential)
          ? asBy(request, accepted[operations[request.operation].family][0])
          : request,
      ),
  }),
)

/** Accepts a token under one of the names that the kit sends together. */
const names = product(
  [
    [
      'token-in-query',
      'api_key',
      ({ path }) => new URL(path, 'http://localhost').searchParams.has('api_key'),
    ],
    ['token-in-other-header', 'x-api-token', ({ headers }) => Object.hasOwn(headers, 'x-api-token')],
    ['token-in-body', 'access_token', (request) => Object.hasOwn(bodyOf(request), 'access_token')],
  ] as const satisfies readonly (readonly [ForgeryName, string, (request: ProxyRequest) => boolean])[],
  ([credential]) => operationIds.filter((id) => forgeriesFor(id).includes(credential)),
  ([credential, name, has], id) => ({
    name: `5/${kebab(id)}-refuses-${credential}: \`${name}\` will do`,
    breaks: ['5#bearer-header'],
    caughtBy: [`5/${kebab(id)}-refuses-${credential}`],
    reachedBy: proving,
    shows: `Sent one by one, \`${name}\` is accepted.`,
    make: () => (request, next) =>
      next(
        request.operation === id && request.credential === credential && has(request)
          ? asBy(request, accepted[operations[id].family][0])
          : request,
      ),
  }),
)

/** Accepts a token in a body, but refuses the body if it has unknown fields. */
const lone: readonly Mutant[] = operationIds
  .filter((id) => forgeriesFor(id).includes('token-in-body'))
  .map((id, at) => ({
    name: `5/${kebab(id)}-refuses-token-in-body: \`access_token\` alone will do, beside unknown fields it is refused with 422`,
    breaks: ['5#bearer-header'],
    caughtBy: [`5/${kebab(id)}-refuses-token-in-body`],
    reachedBy: proving,
    isOnlyInFull: at > 0,
    make: () => async (request, next) => {
      if (request.operation !== id || request.credential !== 'token-in-body') return next(request)
      return Object.hasOwn(bodyOf(request), 'api_token')
        ? refusal(422)
        : next(asBy(request, accepted[operations[id].family][0]))
    },
  }))

/** Accepts requests without a header to an operation that was granted before. */
const sessions: Mutant = {
  name: '5/*: whoever was let in once needs no header any more',
  breaks: ['5#bearer-header', '1#bearer-everywhere'],
  caughtBy: operationIds.map((id) => `5/${kebab(id)}-refuses-no-header`),
  isOnlyInFull: true,
  make: () => {
    const open = new Set<string>()
    return async (request, next) => {
      const { operation, credential } = request
      if (operation && credential === 'no-header' && open.has(operation))
        return next(asBy(request, accepted[operations[operation].family][0]))
      const response = await next(request)
      if (operation && isGranted(response)) open.add(operation)
      return response
    }
  },
}

export const access: readonly Mutant[] = [
  ...holes,
  ...leaky,
  ...openDoors,
  ...unguarded,
  ...unguardedKinds,
  ...compared,
  ...names,
  ...lone,
  sessions,
]
