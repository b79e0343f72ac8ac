import { type OperationId, operations } from '../../src/contract/index.ts'
import { type Exchange, isApplicationReply } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { lockoutMs, plainAgain, readAgain } from '../judge/inquiry.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { type Failure, isSkip, type Skip } from '../judge/outcome.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import type { Session } from '../judge/session.ts'
import { whyLockedOut } from '../judge/why-refused.ts'
import { logOf } from '../steps/step.ts'
import { isOwner, ofTokens } from './access.ts'
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
 * Whether a request stays refused for longer than a server is expected to lock clients out.
 * @param most the number of waits
 */
export async function staysRefused(
  { client }: Session,
  { reply }: Exchange,
  isRefused: () => Promise<boolean>,
  most = lockoutWaits.length,
): Promise<boolean> {
  const mayBeLockedOut = ofTokens.includes(reply?.status ?? 0)
  for (const ms of lockoutWaits.slice(0, mayBeLockedOut ? most : waitsForErrors)) {
    await client.wait(ms)
    if (!(await isRefused())) return false
  }
  return true
}

/** The requests for one resource of an operation: the first that was granted, and those refused since the last one. */
interface Ending {
  first?: Exchange
  refused: readonly Exchange[]
}

/** The ends of a run by address, of the requests whose token must be accepted. */
function endingsOf({ session, target }: Fixtures): readonly Required<Ending>[] {
  const endings = new Map<string, Ending>()
  for (const { exchange } of logOf(session.exchanges, target).filter(isOwner)) {
    const ending = endings.get(addressOf(exchange)) ?? { refused: [] }
    const first = ending.first ?? (wasGranted(exchange) ? exchange : undefined)
    const refused = wasGranted(exchange) ? [] : [...ending.refused, exchange]
    endings.set(addressOf(exchange), { ...(first && { first }), refused })
  }
  return [...endings.values()].filter((ending): ending is Required<Ending> => ending.first !== undefined)
}

/** The number of refused values after which the values may not be the reason. */
const manyRefusals = 3

/** Whether the refusals may have another reason than the values of the requests. */
function isTelling({ first, refused }: Required<Ending>): boolean {
  const last = refused.at(-1)
  if (!last) return false
  if (!mayBeTheBody(last) || last.reply?.status === 404) return true
  // A server may have a limit of users.
  if (last.ask.operation === 'createUser') return false
  const isSame = last.ask.method === 'GET' && last.ask.path === first.ask.path
  return isSame || refused.length >= manyRefusals
}

/** Whether the application itself has an error, or lacks the operation. */
const isBroken = ({ reply }: Pick<Exchange, 'reply'>): boolean =>
  isApplicationReply(reply) && (reply.status === 405 || reply.status >= 500)

/**
 * Judges the operations that a server granted, and then refused up to the end of a run. The first granted request of
 * each is sent again: an error of the server that stays is a failure, as long as another operation is granted; any other
 * refusal that stays may be a lockout.
 * @param isRestored whether the resources are restored: the last requests are sent again, and only errors are judged
 */
export async function refusedToTheEnd(
  fixtures: Fixtures,
  isRestored: boolean,
): Promise<ReadonlyMap<OperationId, Failure | Skip>> {
  const { session } = fixtures
  const outcomes = new Map<OperationId, Failure | Skip>()
  for (const ending of endingsOf(fixtures).filter(isTelling)) {
    const last = ending.refused.at(-1) ?? ending.first
    if (isRestored && !isBroken(last)) continue
    const { operation } = last.ask
    const again = (): Promise<Exchange> =>
      operation === 'createUser'
        ? plainAgain(fixtures, operation)
        : sendAsBefore(fixtures, isRestored ? last : ending.first)
    let now = await again()
    const isRefused = async (): Promise<boolean> => {
      now = await again()
      return !wasGranted(now)
    }
    if (wasGranted(now)) continue
    // One wait shows a lockout of everything.
    if (outcomes.size === 0 && !(await staysRefused(session, now, isRefused, waitsAtTheEnd))) continue
    const known = outcomes.get(operation)
    if (!known || isSkip(known)) outcomes.set(operation, await outcomeOf(fixtures, now))
  }
  return outcomes
}

async function outcomeOf(fixtures: Fixtures, exchange: Exchange): Promise<Failure | Skip> {
  const { ask, reply } = exchange
  const other = isBroken(exchange) ? await readAgain(fixtures, exchange) : undefined
  const why = other && wasGranted(other) ? undefined : whyLockedOut(exchange)
  if (why) return why
  const { section, summary } = operations[ask.operation]
  return {
    message: `"${summary}" is refused from some request on, though the same request was granted before.`,
    expected: 'the successful response, as before',
    actual: inShort(reply),
    clauses: [`${section}#response`],
    exchange,
  }
}
