import type { OperationId } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import { type Exchange, isApplicationReply } from '../client/client.ts'
import type { Fixtures } from './fixtures.ts'
import { statusOf, wasGranted } from './reception.ts'
import type { RequestParts, Session } from './session.ts'

/** Statuses with which a server may refuse a value of the kit, so that a simpler body may be granted. */
const ownValidation = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 405, 407, 429].includes(status)

/** Whether a request was refused because of its body. */
export const mayBeTheBody = ({ reply }: Pick<Exchange, 'reply'>): boolean =>
  reply !== undefined && ownValidation(statusOf(reply))

/**
 * Whether a simpler body may be granted: a firewall in front of a server forbids values that look like commands, with
 * the status of a token that is not accepted.
 */
export const mayBeAValue = (exchange: Pick<Exchange, 'reply'>): boolean =>
  mayBeTheBody(exchange) || (exchange.reply !== undefined && statusOf(exchange.reply) === 403)

/** Whether the application itself responded with a server error. */
export const isServerError = ({ reply }: Pick<Exchange, 'reply'>): boolean =>
  isApplicationReply(reply) && reply.status >= 500 && reply.status !== 501

/** The result of a series of requests, from the most specific body to the simplest. */
export interface Climb {
  /** The first granted exchange; if there is none, the first exchange. */
  readonly exchange: Exchange
  /** The parts of the request of `exchange`, and their place in the series. */
  readonly parts: RequestParts
  readonly at: number
  readonly isGranted: boolean
}

/** Sends requests, from the most specific body to the simplest, until one is granted. */
export async function climb(
  session: Session,
  id: OperationId,
  plainerBodies: readonly RequestParts[],
): Promise<Climb> {
  let first: Climb | undefined
  for (const [at, parts] of plainerBodies.entries()) {
    const exchange = await session.send(id, parts)
    const met = { exchange, parts, at, isGranted: wasGranted(exchange) }
    if (met.isGranted || !mayBeAValue(exchange)) return met
    first ??= met
  }
  if (!first) throw new Error(`no request of ${id} can be made`)
  return first
}

/** A value that the server refused, after it granted the same body without the value. */
interface RefusedValue {
  readonly field: string
  readonly exchange: Exchange
}

/** The result of changed fields in a granted body. */
export interface Changed {
  /** Granted exchanges, each with some of the changed fields. */
  readonly granted: readonly Exchange[]
  readonly refused: readonly RefusedValue[]
}

/** Fields with their operations, by run, of which the server refused a value that was sent alone. */
const refusedFields = onceFor((_: Session) => new Set<string>())

/**
 * Sends changed fields in a body that was granted. If the server refuses them together, each is sent alone, so that
 * one refused value does not affect the other fields; a field with a refused value is always sent alone afterwards. A
 * function as `base` is called for each request. Fields that the target pins are left out.
 */
export async function sendChanges(
  fixtures: Fixtures,
  id: OperationId,
  base: RequestParts | (() => Promise<RequestParts>),
  changes: Readonly<Record<string, unknown>>,
): Promise<Changed> {
  const { session } = fixtures
  const own = Object.entries(changes).filter(([field]) => !session.isPinned(id, field))
  const send = async (entries: typeof own) => {
    const parts = typeof base === 'function' ? await base() : base
    return fixtures.write(id, { ...parts, fields: { ...parts.fields, ...Object.fromEntries(entries) } })
  }
  const known = refusedFields(session)
  const apart = own.filter(([field]) => known.has(`${id} ${field}`))
  const together = own.filter((entry) => !apart.includes(entry))
  const first = together.length === 0 ? undefined : await send(together)
  const isGranted = first !== undefined && wasGranted(first)
  // Values that are granted one by one are no reason for a server error (`rules/combined.ts`).
  const hasBroken = first !== undefined && isServerError(first) && together.length > 1
  if (first && !isGranted && !mayBeAValue(first) && !hasBroken)
    return { granted: [], refused: own.map(([field]) => ({ field, exchange: first })) }
  const granted: Exchange[] = isGranted ? [first] : []
  const refused: RefusedValue[] = []
  for (const entry of isGranted ? apart : own) {
    const isSent = together.length === 1 && together[0] === entry
    const exchange = isSent && first ? first : await send([entry])
    if (wasGranted(exchange)) granted.push(exchange)
    else refused.push({ field: entry[0], exchange })
    // The server may now refuse the base itself.
    if (granted.length === 0 && refused.length === 2 && !wasGranted(await send([])))
      return { granted, refused: own.map(([field]) => ({ field, exchange })) }
  }
  if (hasBroken && refused.length === 0) await send(together)
  if (granted.length > 0) for (const { field } of refused) known.add(`${id} ${field}`)
  return { granted, refused }
}

/** Sends something for each item, one after another. */
export async function inOrder<I, T>(
  items: readonly I[],
  send: (item: I, at: number) => Promise<T>,
): Promise<readonly T[]> {
  const sent: T[] = []
  for (const [at, item] of items.entries()) sent.push(await send(item, at))
  return sent
}
