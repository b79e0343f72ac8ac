import { mediaTypes, type OperationId, operations } from '../../src/contract/index.ts'
import { type Exchange, isApplicationReply } from '../client/client.ts'
import type { TokenName } from '../client/credentials.ts'
import { written } from '../client/long-integers.ts'
import type { Target } from '../target/target.ts'
import { acceptClause } from './access.ts'
import { accepted, type Evidence, type Scene } from './fixtures.ts'
import { saysBusy } from './installing.ts'
import { plans } from './operations/index.ts'
import { entryOf } from './operations/plan.ts'
import { type Failure, type Outcome, prerequisite, type Skip } from './outcome.ts'
import { sentFields } from './parts.ts'
import { inShort, isHollow, statusOf, wasGranted, wasUnauthorized } from './reception.ts'

/** The statement of the document that the refusal of a request breaks. */
export interface Question {
  /** The statement, as a sentence that names the fault. */
  readonly claim: string
  readonly expected: string
  /** Whether the request has a value that the kit chose and that the server may refuse. */
  readonly isChosen: boolean
}

/**
 * A refused request that should have been granted, and the requests that were sent to find the reason (`inquiry.ts`).
 */
export interface Refusal extends Question {
  readonly exchange: Exchange
  /** The number of requests of the run that were sent until then. */
  readonly sent: number
  /** The same body in forms that the document does not describe. */
  readonly otherForms?: readonly Exchange[]
  /** The very same request. */
  readonly repeated?: Exchange
  /** The plain request, or else a read, which was granted before. */
  readonly grantedAgain?: Exchange | undefined
  /** A similar path that no server has a route for. */
  readonly unrouted?: Exchange | undefined
  /** The request with the token of the root administrator. */
  readonly byRoot?: Exchange
  /** A request that was granted before with the same token: a write for a refused write. */
  readonly control?: Exchange | undefined
}

/** What judges the refusal that a scene has met. */
export const mustBeGranted = (
  scene: Scene<[], Refusal | undefined>,
): { readonly needs: readonly Scene[]; readonly judge: (evidence: Evidence) => Outcome } => ({
  needs: [scene],
  judge(evidence) {
    const refusal = evidence.result(scene)
    return refusal && whyRefused(evidence, refusal)
  },
})

/** Statuses of which the token, or a missing operation, may be the reason. */
export const ofToken = [401, 403, 404, 405, 501]

/**
 * Why a request that should have been granted was refused: a failure of the server, unless the token, the target or a
 * value of the kit may be the reason.
 */
export function whyRefused(evidence: Evidence, refusal: Refusal): Failure | Skip {
  const { exchange, claim, expected, isChosen, repeated, grantedAgain } = refusal
  const { ask, reply, failure: reason } = exchange
  const said = inShort(reply, reason)
  const fail = (message: string): Failure => ({ message, expected, actual: said, exchange })
  if (!isApplicationReply(reply)) return { skip: `no response came: ${said}` }
  const status = statusOf(reply)
  if (status >= 300 && status < 400)
    return isMoved(exchange)
      ? fail(`The server redirects to a path with another prefix. ${claim}`)
      : { skip: `the server redirects: ${said}; set \`baseUrl\` to where it wants requests` }
  if (ofToken.includes(status)) {
    const doubt = whyReadOnly(evidence.exchanges, exchange) ?? whyTokenIsDoubtful(evidence, refusal)
    if (doubt) return doubt
    if (repeated && wasGranted(repeated))
      return { skip: `the server refused this once, and granted it when it was sent again: ${said}` }
  }
  // The reason is a limit of the server, or its state in the run, and neither the token nor the path.
  if (grantedAgain && !wasGranted(grantedAgain) && grantedAgain.reply?.status === reply.status)
    return { skip: `the server now refuses what it granted before: ${said}` }
  // Neither the token nor the value is the reason why a success has no content.
  if (isHollow(exchange) && evidence.result(accepted, ask.operation)?.isGranted)
    return prerequisite('2.1/envelope', exchange)
  if (status < 300) return fail(claim)
  if (status === 405 || status === 501) return fail(`${summaryOf(ask.operation)} is missing: ${claim}`)
  if (status >= 500) return fail(`A valid request got a server error. ${claim}`)
  if (status === 401 || status === 403) {
    const clause = acceptClause(ask.operation, ask.credential)
    return {
      ...fail(`The token is refused here, though it is granted elsewhere. ${claim}`),
      ...(clause !== undefined && { clauses: [clause] }),
    }
  }
  if (status === 404) return missing(evidence, refusal, fail)
  if (refusal.otherForms?.some(wasGranted))
    return fail(`The body is refused in the form of the document, and granted in another form. ${claim}`)
  if (saysBusy(exchange) || isChosen) return { skip: doesNotSuit(evidence, exchange) }
  return fail(claim)
}

/** Whether a redirect leads to the same operation under another prefix, which no `baseUrl` can correct. */
function isMoved({ ask, reply }: Exchange): boolean {
  const location = String(reply?.headers['location'] ?? '').split('?')[0] ?? ''
  const [path = ''] = ask.path.split('?')
  return !location.endsWith(path) && location.endsWith(path.replace('/api/', '/'))
}

const summaryOf = (id: OperationId): string => `"${operations[id].summary}"`

/**
 * Why a request of the kit was refused, with the keys of the target to set if the server refuses its values. No key
 * suits a server that refuses the media type of the document.
 */
export function doesNotSuit({ target }: Pick<Evidence, 'target'>, exchange: Exchange): string {
  const { ask, reply, failure } = exchange
  const { body, section } = operations[ask.operation]
  const said = inShort(reply, failure)
  if (body !== 'none' && reply && statusOf(reply) === 415)
    return `the server refused the media type that section ${section} names, ${mediaTypes[body]}: ${said}`
  const { key } = plans[ask.operation]
  const keys = [...resourcesIn(target, { ask }), ...(key === undefined ? [] : [key])].map(
    (each) => `\`${each}\``,
  )
  const hint = keys.length === 0 ? '' : `; ${keys.join(' or ')} of the target can say what suits it`
  const why = saysBusy(exchange)
    ? 'the server reports a conflict, such as a lock or a value that is taken'
    : 'the server refused what the kit sent'
  return `${why}: ${said}${hint}`
}

/** The keys of `resources` in the target whose ids are in a request, and which may be wrong. */
function resourcesIn({ resources }: Target, { ask }: Pick<Exchange, 'ask'>): readonly string[] {
  const { egg_id, location_id } = sentFields({ ask })
  const isNamed = (kind: 'nodes' | 'eggs', id: number | undefined): boolean =>
    id !== undefined && new RegExp(`/${kind}/${written(String(id))}(?!\\d)`).test(ask.path)
  const carried = {
    egg: egg_id !== undefined && egg_id === resources.egg,
    otherEgg: (egg_id !== undefined && egg_id === resources.otherEgg) || isNamed('eggs', resources.otherEgg),
    location: location_id !== undefined && location_id === resources.location,
    otherNode: isNamed('nodes', resources.otherNode),
    tags: ask.operation === 'syncNodeTags' && resources.tags !== undefined,
  }
  return Object.entries(carried).flatMap(([name, isCarried]) => (isCarried ? [`resources.${name}`] : []))
}

/**
 * A 404 is a failure if the path has no parameter, if a response has shown the resource of the path, or if the path
 * has no route.
 */
function missing(
  evidence: Evidence,
  { exchange, claim, isChosen, unrouted }: Refusal,
  fail: (message: string) => Failure,
): Failure | Skip {
  const { operation, path } = exchange.ask
  const said = inShort(exchange.reply)
  if (!operations[operation].path.includes('{')) return fail(`${summaryOf(operation)} is missing. ${claim}`)
  if (plans[operation].isShown(evidence, path)) {
    if (isChosen && evidence.result(accepted, operation)?.isGranted)
      return { skip: doesNotSuit(evidence, exchange) }
    return fail(`${summaryOf(operation)} is missing: what its path names is there. ${claim}`)
  }
  const key = `\`resources.${entryOf(operation)}\``
  const [other] = evidence.granted(operation)
  if (!other && unrouted && isSameResponse(exchange, unrouted))
    return fail(
      `${summaryOf(operation)} is missing, or ${key} of the target is wrong: an unknown path gets the same response.`,
    )
  const granted = other ? `, and granted ${other.ask.path}` : ''
  return { skip: `the server answered ${path} with ${said}${granted}; ${key} may be wrong` }
}

/** Whether two responses are the same except for their own paths. */
function isSameResponse(one: Exchange, other: Exchange): boolean {
  const shape = ({ ask, reply }: Exchange): string =>
    `${reply?.status} ${(reply?.text ?? '').replaceAll(ask.path, '').replaceAll(/nestbox-no-such-path|databases|import/g, '')}`
  return shape(one) === shape(other)
}

/**
 * Whether a token was granted elsewhere, in a family that accepts only its kind. The application family accepts the
 * client token of the root administrator too, and so proves that token as well.
 */
export function isProven(exchanges: readonly Exchange[], token: TokenName, but?: OperationId): boolean {
  return exchanges.some((exchange) => {
    const { ask } = exchange
    if (ask.credential !== token || ask.operation === but || !wasGranted(exchange)) return false
    const { family } = operations[ask.operation]
    if (token === 'application') return family === 'application'
    return token === 'rootClient' ? family !== 'client' : true
  })
}

/** Why a refusal says nothing about its token: the server grants no write, not even with a token that it knows. */
export function whyReadOnly(exchanges: readonly Exchange[], exchange: Exchange): Skip | undefined {
  if (exchange.ask.method === 'GET' || !wasUnauthorized(exchange)) return undefined
  const writes = exchanges.filter(
    (each) =>
      each.ask.method !== 'GET' && acceptClause(each.ask.operation, each.ask.credential) !== undefined,
  )
  if (!writes.some((each) => isProven(exchanges, each.ask.token)) || writes.some(wasGranted)) return undefined
  return { skip: `the server grants no request that writes, whatever its token: ${inShort(exchange.reply)}` }
}

/** Why the token may be the reason for a refusal; undefined if it was granted elsewhere, and is still granted. */
export function whyTokenIsDoubtful(
  { exchanges }: Evidence,
  { exchange: { ask, reply }, sent, byRoot, control }: Refusal,
): Skip | undefined {
  const { credential, token, operation } = ask
  if (credential !== token) return undefined
  const before = exchanges.slice(0, sent)
  const isOwn = before.some(
    (each) => each.ask.operation === operation && each.ask.credential === token && wasGranted(each),
  )
  if (isOwn || isProven(before, token, operation)) return whyLockedOut(control)
  // The client API refuses the token of a root administrator, which was granted elsewhere, in the same way.
  if (byRoot && !wasGranted(byRoot) && byRoot.reply?.status === reply?.status) return undefined
  const entries = `${reply?.status === 404 ? '`baseUrl` or ' : ''}\`tokens.${token}\``
  return {
    skip: `${entries} may be wrong: no other request with it was granted; this one was answered with ${inShort(reply)}`,
  }
}

/** Why nothing follows from refusals: a request that was granted before is refused now. */
export const whyLockedOut = (control: Exchange | undefined): Skip | undefined =>
  control && !wasGranted(control)
    ? {
        skip: `refusals prove nothing any more: ${control.ask.method} ${control.ask.path} was granted before, and now the response is ${inShort(control.reply, control.failure)}`,
      }
    : undefined

/** Whether a request with a token was granted after another request, whose refusal was therefore not a lockout. */
export const isGrantedAfter = (exchanges: readonly Exchange[], token: TokenName, last: Exchange): boolean =>
  exchanges
    .slice(exchanges.indexOf(last) + 1)
    .some((exchange) => exchange.ask.credential === token && wasGranted(exchange))
