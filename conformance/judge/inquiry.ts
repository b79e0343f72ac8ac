import { type OperationId, operations } from '../../src/contract/index.ts'
import { type Exchange, isApplicationReply, type Reply } from '../client/client.ts'
import type { TokenName } from '../client/credentials.ts'
import { everything, type Fixtures, type Scene } from './fixtures.ts'
import { mayBeTheBody } from './ladder.ts'
import { plans } from './operations/index.ts'
import { ignoreUnjudged, Unjudged } from './outcome.ts'
import { statusOf, wasGranted } from './reception.ts'
import type { Session } from './session.ts'
import {
  isGrantedAfter,
  isProven,
  ofToken,
  type Question,
  type Refusal,
  whyLockedOut,
  whyTokenIsDoubtful,
} from './why-refused.ts'

/** Sends what shows why a request was refused that should have been granted; `whyRefused` judges it. */
export async function inquire(fixtures: Fixtures, exchange: Exchange, question: Question): Promise<Refusal> {
  const { reply } = exchange
  const refusal = { ...question, exchange, sent: fixtures.exchanges.length }
  if (!isApplicationReply(reply)) return refusal
  const status = statusOf(reply)
  if (isHtml(reply)) {
    const read = await readAgain(fixtures, exchange)
    return { ...refusal, grantedAgain: read ?? (await grantedAgain(fixtures, exchange)) }
  }
  if (!ofToken.includes(status)) {
    const { operation, method } = exchange.ask
    // The operation may be out of order since then.
    const isBroken = status >= 500 && (await fixtures.accepted(operation)).isGranted
    if (question.isChosen && !isBroken)
      return { ...refusal, otherForms: await inOtherForms(fixtures, exchange) }
    // Of a read, the kit chose nothing that could be the reason.
    const isOfBody = method !== 'GET' && mayBeTheBody(exchange)
    return isOfBody || isBroken
      ? { ...refusal, grantedAgain: await grantedAgain(fixtures, exchange) }
      : refusal
  }
  const proof = await proofOf(fixtures, exchange)
  const proven = { ...refusal, ...proof, sent: fixtures.exchanges.length }
  if (whyTokenIsDoubtful(fixtures, proven)) return proven
  if (status === 404) await waitOnce(fixtures)
  const repeated = await fixtures.session.sendAgain(exchange.ask)
  const again = { ...proven, repeated, grantedAgain: await grantedAgain(fixtures, exchange) }
  return status === 404 ? { ...again, unrouted: await unrouted(fixtures, exchange) } : again
}

/** Whether a successful response is in HTML, such as the question of a proxy whether its client is human. */
const isHtml = ({ status, text }: Reply): boolean => status < 300 && /^\s*</.test(text)

/** The plain request once more, or else a read, which was granted before. */
async function grantedAgain(fixtures: Fixtures, exchange: Exchange): Promise<Exchange | undefined> {
  const { operation } = exchange.ask
  const { isGranted } = await fixtures.accepted(operation)
  return isGranted ? plainAgain(fixtures, operation) : readAgain(fixtures, exchange)
}

/** Sends the plain request once more, with texts that no other request has. */
export async function plainAgain(fixtures: Fixtures, id: OperationId): Promise<Exchange> {
  const { parts } = await fixtures.accepted(id)
  const again = await plans[id].marked?.(parts, 'Nestbox check', fixtures)
  return fixtures.session.send(id, again ?? parts)
}

/** A read of another operation, which was granted before: it shows whether the service still responds. */
export async function readAgain(
  { session }: Pick<Fixtures, 'session'>,
  { ask: { operation } }: Exchange,
): Promise<Exchange | undefined> {
  const read = session.granted().find(({ ask }) => ask.method === 'GET' && ask.operation !== operation)
  return read && session.client.send(read.ask)
}

/** The same body in forms that the document does not describe, until one is granted. */
async function inOtherForms({ session }: Fixtures, { ask, reply }: Exchange): Promise<readonly Exchange[]> {
  if (!mayBeTheBody({ reply }) || ask.method === 'GET' || !session.mayWrite) return []
  const contents = ask.file === undefined ? (['a form'] as const) : (['another part', 'a JSON body'] as const)
  const sent: Exchange[] = []
  for (const content of contents)
    if (!sent.some(wasGranted)) sent.push(await session.sendAgain({ ...ask, content }))
  return sent
}

/** A similar path that no server has a route for, if no response shows the resource in the path. */
async function unrouted(fixtures: Fixtures, { ask }: Exchange): Promise<Exchange | undefined> {
  const { operation, method, path } = ask
  const { session } = fixtures
  if (!operations[operation].path.includes('{') || plans[operation].isShown(fixtures, path)) return undefined
  if (fixtures.granted(operation).length > 0 || (method !== 'GET' && !session.mayWrite)) return undefined
  return fixtures.play(unroutedPath, operation, ask)
}

const unroutedPath: Scene<[OperationId, Exchange['ask']], Exchange> = async ({ session }, _, ask) => {
  const [path = ''] = ask.path.split('?')
  return session.client.send({ ...ask, path: `${path.slice(0, path.lastIndexOf('/'))}/nestbox-no-such-path` })
}

/** Sends what shows whether the token is the reason for a refusal. */
async function proofOf(
  fixtures: Fixtures,
  { ask: { credential, token, operation, method } }: Exchange,
): Promise<Pick<Refusal, 'byRoot' | 'control'>> {
  if (credential !== token) return {}
  await fixtures.play(everything)
  const isOwn = fixtures.granted(operation).some(({ ask }) => ask.credential === token)
  if (isOwn || (await prove(fixtures, token, operation))) {
    const read = await lockoutControl(fixtures, token, isOwn ? undefined : operation)
    // A limit of a server may be for writes alone.
    const write = method === 'GET' ? undefined : otherWrite(fixtures, token, operation)
    const isOpen = read === undefined || wasGranted(read)
    return { control: write && isOpen ? await lockoutControl(fixtures, token, operation, write) : read }
  }
  if (token !== 'userClient' || !(await prove(fixtures, 'rootClient', operation))) return {}
  return { byRoot: await fixtures.play(plainByRoot, operation) }
}

const plainByRoot: Scene<[OperationId], Exchange> = (fixtures, id) =>
  fixtures.like(id, { credential: 'rootClient' })

/** Requests that show whether a token is valid, in addition to the requests of the checks. */
const proofs: Partial<Record<TokenName, readonly OperationId[]>> = {
  application: ['createUser', 'updateNode'],
  userClient: ['listServerBackups'],
  rootClient: ['listServerMounts', 'listHostDatabases', 'createUser', 'updateNode'],
}

/** Whether a token is granted elsewhere; sends requests to find out if necessary. */
export async function prove(fixtures: Fixtures, token: TokenName, but: OperationId): Promise<boolean> {
  for (const id of proofs[token] ?? [])
    if (id !== but && !isProven(fixtures.exchanges, token, but))
      await fixtures.play(proof, token, id).catch(ignoreUnjudged)
  return isProven(fixtures.exchanges, token, but)
}

const proof: Scene<[TokenName, OperationId]> = async (fixtures, token, id) => {
  const again = id === 'createUser' ? await plans.createUser.marked?.({}, 'Check', fixtures) : {}
  return fixtures.like(id, { ...again, credential: token })
}

/** Milliseconds until a server is expected to accept valid tokens again, after tokens that it refused. */
export const lockoutMs = 2_500

/** Runs in which waiting did not end a lockout, and in which they waited for a resource; they do not wait again. */
const lockedOut = new WeakSet<Session>()
const waited = new WeakSet<Session>()

/** Waits for a resource that may be away, such as a server whose node was in maintenance, once in a run. */
async function waitOnce({ session }: Fixtures): Promise<void> {
  if (waited.has(session)) return
  waited.add(session)
  await session.client.wait(lockoutMs)
}

/** The operations that can be sent again without leaving something behind. */
export const rewritten: readonly OperationId[] = ['syncNodeTags', 'updateNode', 'updateServerStartup']

/** The last granted write of another operation, with the same token if there is one. */
function otherWrite({ session }: Fixtures, token: TokenName, but: OperationId): Exchange | undefined {
  const writes = session.granted(...rewritten).filter(({ ask }) => ask.operation !== but)
  return writes.findLast(({ ask }) => ask.credential === token) ?? writes.at(-1)
}

/**
 * Repeats a granted request with the token, if necessary after a wait; undefined if none was granted.
 * @param before the request; a read of an operation other than `but` by default
 */
export async function lockoutControl(
  { session }: Fixtures,
  token: TokenName,
  but?: OperationId,
  before = session
    .granted()
    .find(({ ask }) => ask.credential === token && ask.operation !== but && ask.method === 'GET'),
): Promise<Exchange | undefined> {
  if (!before) return undefined
  const now = await session.sendAgain(before.ask)
  if (wasGranted(now) || lockedOut.has(session)) return now
  await session.client.wait(lockoutMs)
  const later = await session.sendAgain(before.ask)
  if (!wasGranted(later)) lockedOut.add(session)
  return later
}

/**
 * Repeats a granted read with the token, unless a request with it was granted after a refused one.
 * @throws Unjudged if the read is refused now
 */
export async function mustNotBeLockedOut(
  fixtures: Fixtures,
  token: TokenName,
  refused: Exchange,
): Promise<void> {
  if (isGrantedAfter(fixtures.exchanges, token, refused)) return
  const why = whyLockedOut(await lockoutControl(fixtures, token))
  if (why) throw new Unjudged(why)
}
