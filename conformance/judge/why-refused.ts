import { type OperationId, operations } from '../../src/contract/index.ts'
import { type Exchange, isApplicationReply } from '../client/client.ts'
import type { TokenName } from '../client/credentials.ts'
import { written } from '../client/long-integers.ts'
import { acceptClause } from './access.ts'
import type { Fixtures } from './fixtures.ts'
import { mayBeTheBody } from './ladder.ts'
import { plans } from './operations/index.ts'
import { entryOf } from './operations/plan.ts'
import { type Failure, ignoreUnjudged, type Skip, Unjudged } from './outcome.ts'
import { inShort, statusOf, wasGranted } from './reception.ts'
import { type Session, sentFields } from './session.ts'

/** A request that should have been granted, with the statement that its refusal breaks. */
export interface Question {
  /** The statement of the document, as a sentence that names what is broken. */
  readonly claim: string
  readonly expected: string
  /** Whether the request has a value that the kit chose and that the server may refuse. */
  readonly isChosen: boolean
}

/**
 * Why a request that should have been granted was refused: a failure of the server, unless the token, the target or a
 * value of the kit may be the reason.
 * @throws Unjudged if the token may be the reason
 */
export async function whyRefused(
  fixtures: Fixtures,
  exchange: Exchange,
  question: Question,
): Promise<Failure | Skip> {
  const { ask, reply, failure: reason } = exchange
  const said = inShort(reply, reason)
  const fail = (message: string): Failure => ({
    message,
    expected: question.expected,
    actual: said,
    exchange,
  })
  if (!isApplicationReply(reply)) return { skip: `no answer came: ${said}` }
  const status = statusOf(reply)
  if (status < 300) return fail(question.claim)
  if (status < 400 && isMoved(exchange))
    return fail(`The server redirects to a path with another prefix. ${question.claim}`)
  if (status < 400)
    return { skip: `the server redirects: ${said}; set \`baseUrl\` to where it wants requests` }
  if (status === 405 || status === 501) {
    await mustBeProven(fixtures, exchange)
    return fail(`${summaryOf(ask.operation)} is missing: ${question.claim}`)
  }
  if (status >= 500) return fail(`A good request met an error of the server. ${question.claim}`)
  if (status === 401 || status === 403) {
    await mustBeProven(fixtures, exchange)
    if (await isRefusedAlike(fixtures, exchange))
      return { skip: `the server refuses by now what it granted before: ${said}` }
    const clause = acceptClause(ask.operation, ask.credential)
    return {
      ...fail(`The token is refused here, though it is granted elsewhere. ${question.claim}`),
      ...(clause !== undefined && { clauses: [clause] }),
    }
  }
  if (status === 404) return missing(fixtures, exchange, fail, question)
  if (question.isChosen && (await isTakenOtherwise(fixtures, exchange)))
    return fail(
      `The body is refused in the form of the document, and granted in another form. ${question.claim}`,
    )
  if (status === 409 || status === 423 || question.isChosen) return { skip: doesNotSuit(fixtures, exchange) }
  return fail(question.claim)
}

/** Whether the plain request, which was granted before, is refused in the same way: a limit of the server, not the token. */
async function isRefusedAlike(fixtures: Fixtures, { ask: { operation }, reply }: Exchange): Promise<boolean> {
  const { parts, isGranted } = await fixtures.accepted(operation)
  if (!isGranted) return false
  const again = await plans[operation].marked?.(parts, 'Nestbox check', fixtures)
  const now = await fixtures.session.send(operation, again ?? parts)
  return !wasGranted(now) && now.reply?.status === reply?.status
}

/** Whether the same body is granted in a form that the document does not describe. */
async function isTakenOtherwise({ session }: Fixtures, { ask, reply }: Exchange): Promise<boolean> {
  if (!mayBeTheBody({ reply }) || ask.method === 'GET' || !session.mayWrite) return false
  const contents = ask.file === undefined ? (['a form'] as const) : (['another part', 'a JSON body'] as const)
  for (const content of contents) if (wasGranted(await session.sendAgain({ ...ask, content }))) return true
  return false
}

/** Whether a redirect leads to the same operation under another prefix, which no `baseUrl` can correct. */
function isMoved({ ask, reply }: Exchange): boolean {
  const location = String(reply?.headers['location'] ?? '').split('?')[0] ?? ''
  const [path = ''] = ask.path.split('?')
  return !location.endsWith(path) && location.endsWith(path.replace('/api/', '/'))
}

const summaryOf = (id: OperationId): string => `"${operations[id].summary}"`

/** A sentence with the keys of the target to set if a server refuses values of the kit. */
export function doesNotSuit({ session }: Fixtures, { ask, reply, failure }: Exchange): string {
  const { key } = plans[ask.operation]
  const keys = [...resourcesIn(session, { ask }), ...(key === undefined ? [] : [key])].map(
    (each) => `\`${each}\``,
  )
  const hint = keys.length === 0 ? '' : `; ${keys.join(' or ')} of the target can say what suits it`
  return `the server refused what the kit sent: ${inShort(reply, failure)}${hint}`
}

/** The keys of `resources` in the target whose ids are in a request, and which may be wrong. */
function resourcesIn({ target }: Session, { ask }: Pick<Exchange, 'ask'>): readonly string[] {
  const { resources } = target
  const { egg_id, location_id } = sentFields({ ask })
  const named = /(?:nodes|eggs)\/(\d+)/.exec(ask.path)?.[1]
  const isNamed = (id: number | undefined): boolean => id !== undefined && named === written(String(id))
  const carried = {
    egg: egg_id !== undefined && egg_id === resources.egg,
    otherEgg: (egg_id !== undefined && egg_id === resources.otherEgg) || isNamed(resources.otherEgg),
    location: location_id !== undefined && location_id === resources.location,
    otherNode: isNamed(resources.otherNode),
    tags: ask.operation === 'syncNodeTags' && resources.tags !== undefined,
  }
  return Object.entries(carried).flatMap(([name, isCarried]) => (isCarried ? [`resources.${name}`] : []))
}

/**
 * A 404 is a failure if the path has no parameter, if a response has shown the resource of the path, or if the path
 * has no route.
 */
async function missing(
  fixtures: Fixtures,
  exchange: Exchange,
  fail: (message: string) => Failure,
  { claim, isChosen }: Question,
): Promise<Failure | Skip> {
  const { operation, path } = exchange.ask
  const said = inShort(exchange.reply)
  await mustBeProven(fixtures, exchange)
  if (!operations[operation].path.includes('{')) return fail(`${summaryOf(operation)} is missing. ${claim}`)
  if (plans[operation].isShown(fixtures, path)) {
    if (isChosen && (await fixtures.accepted(operation)).isGranted)
      return { skip: doesNotSuit(fixtures, exchange) }
    return fail(`${summaryOf(operation)} is missing: what its path names is there. ${claim}`)
  }
  const key = `\`resources.${entryOf(operation)}\``
  const [other] = fixtures.session.granted(operation)
  const sibling = other ? undefined : await unrouted(fixtures, exchange)
  if (sibling && isSameAnswer(exchange, sibling))
    return fail(
      `${summaryOf(operation)} is missing, or ${key} of the target is wrong: a path that no server routes is answered alike.`,
    )
  const granted = other ? `, and granted ${other.ask.path}` : ''
  return { skip: `the server answered ${path} with ${said}${granted}; ${key} may be wrong` }
}

/** The request with a similar path that no server has a route for. */
async function unrouted({ session }: Fixtures, { ask }: Exchange): Promise<Exchange | undefined> {
  const [path = ''] = ask.path.split('?')
  if (ask.method !== 'GET' && !session.mayWrite) return undefined
  return session.once(`unrouted ${ask.operation}`, async () =>
    session.client.send({ ...ask, path: `${path.slice(0, path.lastIndexOf('/'))}/nestbox-no-such-path` }),
  )
}

/** Whether two responses are the same except for their own paths. */
function isSameAnswer(one: Exchange, other: Exchange): boolean {
  const shape = ({ ask, reply }: Exchange): string =>
    `${reply?.status} ${(reply?.text ?? '').replaceAll(ask.path, '').replaceAll(/nestbox-no-such-path|databases|import/g, '')}`
  return shape(one) === shape(other)
}

/**
 * Whether a token was granted elsewhere, in a family that accepts only its kind. The application family accepts the
 * client token of the root administrator too, and so proves that token as well.
 */
function isProven({ session }: Fixtures, token: TokenName, but?: OperationId): boolean {
  return session.exchanges.some((exchange) => {
    const { ask } = exchange
    if (ask.credential !== token || ask.operation === but || !wasGranted(exchange)) return false
    const { family } = operations[ask.operation]
    if (token === 'application') return family === 'application'
    return token === 'rootClient' ? family !== 'client' : true
  })
}

/** Returns if the token is not the reason for a refusal. @throws Unjudged if it may be */
async function mustBeProven(fixtures: Fixtures, { ask, reply }: Exchange): Promise<void> {
  const { credential, token, operation } = ask
  if (credential !== token) return
  await fixtures.everything()
  const said = inShort(reply)
  const hasBeenGranted = fixtures.session
    .granted(operation)
    .some((exchange) => exchange.ask.credential === token)
  if (hasBeenGranted) return mustNotBeLockedOut(fixtures, token)
  if (!isProven(fixtures, token, operation)) {
    await proveElsewhere(fixtures, token, operation)
    if (!isProven(fixtures, token, operation) && (await isRefusedToRoot(fixtures, token, operation, reply)))
      return
    if (!isProven(fixtures, token, operation))
      throw new Unjudged(
        `\`tokens.${token}\` may be wrong: no other request with it was granted; this one was answered with ${said}`,
      )
  }
  await mustNotBeLockedOut(fixtures, token, operation)
}

/**
 * Whether the client API refuses the token of a root administrator, which was granted elsewhere, with the same status
 * as the token of the user.
 */
async function isRefusedToRoot(
  fixtures: Fixtures,
  token: TokenName,
  operation: OperationId,
  reply: Exchange['reply'],
): Promise<boolean> {
  if (token !== 'userClient' || !(await canBeProven(fixtures, 'rootClient', operation))) return false
  const exchange = await fixtures.session.once(`${operation} by root`, () =>
    fixtures.like(operation, { credential: 'rootClient' }),
  )
  return !wasGranted(exchange) && exchange.reply?.status === reply?.status
}

/** Requests that show whether a token is valid, in addition to the requests of the checks. */
const proofs: Partial<Record<TokenName, readonly OperationId[]>> = {
  application: ['createUser', 'updateNode'],
  userClient: ['listServerBackups'],
  rootClient: ['listServerMounts', 'listHostDatabases', 'createUser', 'updateNode'],
}

/** Whether a token is granted elsewhere; sends requests to find out if necessary. */
export async function canBeProven(fixtures: Fixtures, token: TokenName, but: OperationId): Promise<boolean> {
  if (!isProven(fixtures, token, but)) await proveElsewhere(fixtures, token, but)
  return isProven(fixtures, token, but)
}

async function proveElsewhere(fixtures: Fixtures, token: TokenName, but: OperationId): Promise<void> {
  for (const id of proofs[token] ?? []) {
    if (id === but || isProven(fixtures, token, but)) continue
    await fixtures.session
      .once(`prove ${token} ${id}`, async () => {
        const again = id === 'createUser' ? await plans.createUser.marked?.({}, 'Check', fixtures) : {}
        return fixtures.like(id, { ...again, credential: token })
      })
      .catch(ignoreUnjudged)
  }
}

/** Milliseconds until a server is expected to accept valid tokens again, after tokens that it refused. */
const lockoutMs = 2_500

/** Whether a request with a token was granted after another request, whose refusal was therefore not a lockout. */
export const isGrantedAfter = ({ session }: Fixtures, token: TokenName, last: Exchange): boolean =>
  session.exchanges
    .slice(session.exchanges.indexOf(last) + 1)
    .some((exchange) => exchange.ask.credential === token && wasGranted(exchange))

/** Repeats a granted read with the token. @throws Unjudged if the read is refused now */
export async function mustNotBeLockedOut(
  fixtures: Fixtures,
  token: TokenName,
  but?: OperationId,
): Promise<void> {
  const before = fixtures.session.exchanges.find(
    (exchange) =>
      exchange.ask.credential === token &&
      exchange.ask.operation !== but &&
      exchange.ask.method === 'GET' &&
      wasGranted(exchange),
  )
  if (!before || (await isGrantedAgain(fixtures, before))) return
  throw new Unjudged(
    `the server has locked the kit out: ${before.ask.method} ${before.ask.path} was granted before and is refused now`,
  )
}

/** Runs in which waiting did not end a lockout; they do not wait again. */
const lockedOut = new WeakSet<Session>()

/** Whether a read that was granted before is granted again, if necessary after a wait. */
async function isGrantedAgain({ session }: Fixtures, { ask }: Exchange): Promise<boolean> {
  if (wasGranted(await session.client.send(ask))) return true
  if (lockedOut.has(session)) return false
  await session.client.wait(lockoutMs)
  const isIn = wasGranted(await session.client.send(ask))
  if (!isIn) lockedOut.add(session)
  return isIn
}
