import type { OperationId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { wasGranted } from './reception.ts'
import type { RequestParts, Session } from './session.ts'

/** Statuses by which a server may say that a value does not suit it: a plainer body may be granted. */
const ownValidation = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 405, 407, 429].includes(status)

/** Whether a request was refused for a reason that another body may mend. */
export const mayBeTheBody = ({ reply }: Exchange): boolean =>
  reply !== undefined && !wasNoRefusal(reply.status) && ownValidation(reply.status)

const wasNoRefusal = (status: number): boolean => status < 400

/** What came of trying bodies, from the most telling one to the plainest. */
export interface Climb {
  /** The first exchange that was granted, else the first one. */
  readonly exchange: Exchange
  /** The parts of that request. */
  readonly parts: RequestParts
  readonly isGranted: boolean
}

/** Sends requests, from the most telling one to the plainest, until one is granted. */
export async function climb(
  session: Session,
  id: OperationId,
  rungs: readonly RequestParts[],
): Promise<Climb> {
  let first: Climb | undefined
  for (const parts of rungs) {
    const exchange = await session.send(id, parts)
    if (wasGranted(exchange)) return { exchange, parts, isGranted: true }
    first ??= { exchange, parts, isGranted: false }
    if (!mayBeTheBody(exchange)) return { exchange, parts, isGranted: false }
  }
  if (!first) throw new Error(`no request of ${id} can be made`)
  return first
}

/** A value of the kit that the server refused, though it granted the same body without that value. */
interface RefusedValue {
  readonly operation: OperationId
  readonly field: string
  readonly exchange: Exchange
}

/** What came of sending changed fields over an accepted body. */
export interface Changed {
  /** Granted exchanges, each with some of the changes. */
  readonly granted: readonly Exchange[]
  readonly refused: readonly RefusedValue[]
}

/** Fields, with their operations, of which a run saw a value refused by itself. */
const refusedFields = new WeakMap<Session, Set<string>>()

/**
 * Sends changes of fields over a body that was granted. Where they are refused together, each is sent by itself, so
 * that one value which does not suit the server costs no other; a field of which a value was refused so goes by itself
 * from then on. A base can be made anew for each request. Fields that the target pins are left out.
 */
export async function sendChanges(
  session: Session,
  id: OperationId,
  base: RequestParts | (() => Promise<RequestParts>),
  changes: Readonly<Record<string, unknown>>,
): Promise<Changed> {
  const own = Object.entries(changes).filter(([field]) => !session.isPinned(id, field))
  const send = async (entries: typeof own) => {
    const parts = typeof base === 'function' ? await base() : base
    return session.send(id, { ...parts, fields: { ...parts.fields, ...Object.fromEntries(entries) } })
  }
  const known = refusedFields.get(session) ?? new Set()
  refusedFields.set(session, known)
  const apart = own.filter(([field]) => known.has(`${id} ${field}`))
  const together = own.filter((entry) => !apart.includes(entry))
  const first = together.length === 0 ? undefined : await send(together)
  const isGranted = first !== undefined && wasGranted(first)
  if (first && !isGranted && !mayBeTheBody(first))
    return { granted: [], refused: own.map(([field]) => ({ operation: id, field, exchange: first })) }
  const granted: Exchange[] = isGranted ? [first] : []
  const refused: RefusedValue[] = []
  for (const entry of isGranted ? apart : own) {
    const isSent = together.length === 1 && together[0] === entry
    const exchange = isSent && first ? first : await send([entry])
    if (wasGranted(exchange)) granted.push(exchange)
    else refused.push({ operation: id, field: entry[0], exchange })
    // The server may refuse the base by now, with whatever is sent over it.
    if (granted.length === 0 && refused.length === 2 && !wasGranted(await send([])))
      return { granted, refused: own.map(([field]) => ({ operation: id, field, exchange })) }
  }
  if (granted.length > 0) for (const { field } of refused) known.add(`${id} ${field}`)
  return { granted, refused }
}
