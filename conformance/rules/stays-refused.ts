import { type OperationId, operations } from '../../src/contract/index.ts'
import { type Exchange, isApplicationReply } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { lockoutMs, plainAgain, readAgain } from '../judge/inquiry.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { type Failure, isSkip, type Outcome, type Skip, whyUnjudged } from '../judge/outcome.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import type { Session } from '../judge/session.ts'
import { doesNotSuit, whyLockedOut } from '../judge/why-refused.ts'
import { Model } from '../model/model.ts'
import { logOf } from '../steps/step.ts'
import { isOwner, ofNoValue, ofTokens } from './access.ts'
import { sendAsBefore } from './confirm.ts'

/** Milliseconds between the requests that show whether a server locks the kit out for some time. */
const lockoutWaits = [lockoutMs, 5_000, 10_000, 20_000, 40_000]

/** The operation of a request and the resource that its path names. */
export const addressOf = ({ ask }: Pick<Exchange, 'ask'>): string =>
  `${ask.operation} ${ask.path.split('?')[0]}`

/** The number of these waits at the end of a run, and the one of a refusal that is no lockout. */
const waitsAtTheEnd = 3
const waitsForErrors = 1

/**
 * Sends a refused request again for longer than a server is expected to lock clients out.
 * @param most the number of waits
 * @returns the last exchange if all were refused
 */
export async function staysRefused(
  { client }: Session,
  refused: Exchange,
  again: () => Promise<Exchange>,
  most = lockoutWaits.length,
): Promise<Exchange | undefined> {
  const mayBeLockedOut = ofTokens.includes(refused.reply?.status ?? 0)
  let last = refused
  for (const ms of lockoutWaits.slice(0, mayBeLockedOut ? most : Math.min(most, waitsForErrors))) {
    await client.wait(ms)
    last = await again()
    if (wasGranted(last)) return undefined
  }
  return last
}

/**
 * The first granted request of an operation for one resource, and the last request, which was refused, with the number
 * of requests that were refused since one was granted.
 */
interface Ending {
  readonly first: Exchange
  readonly last: Exchange
  readonly times: number
}

/**
 * The refused ends of a run by address, of the requests whose token must be accepted. Servers of a node in maintenance
 * need not respond.
 */
function endingsOf({ session, target }: Fixtures): readonly Ending[] {
  const endings = new Map<string, Ending>()
  const model = new Model(new Set())
  for (const entry of logOf(session.exchanges, target)) {
    const { call, exchange } = entry
    const isJudged = isOwner(entry) && !model.isUnavailable(call)
    model.learn(entry)
    if (!isJudged) continue
    const address = addressOf(exchange)
    const isGranted = wasGranted(exchange)
    const { first, times } = endings.get(address) ?? { first: isGranted ? exchange : undefined, times: 0 }
    if (first) endings.set(address, { first, last: exchange, times: isGranted ? 0 : times + 1 })
  }
  return [...endings.values()].filter(({ last }) => !wasGranted(last))
}

/** Whether a request was refused because of its values. */
const isOfValue = (exchange: Exchange): boolean => mayBeTheBody(exchange) && exchange.reply?.status !== 404

/** The number of refusals in a row that single values do not explain. */
const manyTimes = 3

/** Whether the refusals say nothing: a server may have a limit of users, refuse values, and lack a page. */
function isMoot({ first, last, times }: Ending): boolean {
  const { operation, method, path } = last.ask
  const mayBeOneValue = method === 'GET' ? path !== first.ask.path : times < manyTimes
  return isOfValue(last) && (operation === 'createUser' || mayBeOneValue)
}

/** Whether a request is of those that restored the resources, and the server was not only busy. */
function isLost(last: Exchange, restoring: readonly Exchange[]): boolean {
  const { status = 0 } = last.reply ?? {}
  // A success without its content may have restored nothing.
  return (
    restoring.includes(last) &&
    (isOfValue(last) || (status >= 200 && status < 300) || ofNoValue.includes(status))
  )
}

/** Whether the application itself has an error, or lacks the operation. */
const isBroken = ({ reply }: Pick<Exchange, 'reply'>): boolean =>
  isApplicationReply(reply) && (reply.status === 405 || reply.status >= 500)

/**
 * Judges the operations that a server granted, and then refused up to the end of a run. A request of each is sent
 * again: an error of the server that stays is a failure, as long as another operation is granted; any other refusal
 * that stays may be a lockout.
 * @param isOpen whether an operation can still be judged
 * @param restoring the requests that have restored the resources: of their operations, these are sent again
 */
export async function refusedToTheEnd(
  fixtures: Fixtures,
  isOpen: (id: OperationId) => boolean,
  restoring?: readonly Exchange[],
): Promise<ReadonlyMap<OperationId, Failure | Skip>> {
  const outcomes = new Map<OperationId, Failure | Skip>()
  for (const ending of endingsOf(fixtures)) {
    const { first, last } = ending
    const { operation } = first.ask
    if (!isOpen(operation) || isMoot(ending) || (restoring && !isLost(last, restoring))) continue
    // One wait shows a lockout of everything.
    const waits = outcomes.size === 0 ? waitsAtTheEnd : 0
    const outcome = await judgeEnding(fixtures, restoring ? last : first, waits).catch(whyUnjudged)
    const known = outcomes.get(operation)
    if (outcome && (!known || isSkip(known))) outcomes.set(operation, outcome)
  }
  return outcomes
}

/** Sends a request again, after waits if it is refused. */
async function judgeEnding(fixtures: Fixtures, exchange: Exchange, waits: number): Promise<Outcome> {
  const { operation } = exchange.ask
  const again = (): Promise<Exchange> =>
    operation === 'createUser' ? plainAgain(fixtures, operation) : sendAsBefore(fixtures, exchange)
  const now = await again()
  if (wasGranted(now)) return undefined
  // The run may have changed what the server allows, such as the images of the egg.
  if (isOfValue(now)) return { skip: doesNotSuit(fixtures, now) }
  const last = await staysRefused(fixtures.session, now, again, waits)
  return last && outcomeOf(fixtures, last)
}

async function outcomeOf(fixtures: Fixtures, exchange: Exchange): Promise<Failure | Skip> {
  const { ask, reply } = exchange
  const other = isBroken(exchange) ? await readAgain(fixtures, exchange) : undefined
  const why = other && wasGranted(other) ? undefined : whyLockedOut(exchange)
  if (why) return why
  const { section, summary } = operations[ask.operation]
  return {
    message: `"${summary}" is refused from some request on, though it was granted before.`,
    expected: 'the successful response, as before',
    actual: inShort(reply),
    clauses: [`${section}#response`],
    exchange,
  }
}
