import { isWriting, type OperationId, operations } from '../../src/contract/index.ts'
import { type AskedId, type Exchange, isApplicationReply } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { plans } from '../judge/operations/index.ts'
import { Unjudged } from '../judge/outcome.ts'
import { type Granted, granted } from '../judge/parts.ts'
import { inShort, receptionOf } from '../judge/reception.ts'
import type { RequestParts } from '../judge/session.ts'

/**
 * The granted plain request of an operation, without which other responses of the operation show nothing.
 * @throws Unjudged if no selected check has requested the operation, which is then not requested here either
 */
export async function control(fixtures: Fixtures, id: OperationId): Promise<Granted> {
  if (isWriting(id)) fixtures.session.needWrites()
  if (!fixtures.session.exchanges.some(({ ask }) => ask.operation === id))
    throw new Unjudged(`no selected check calls "${operations[id].summary}"`)
  return granted(await fixtures.plain(id))
}

/** Sends a request that differs from the plain one, after the plain one was granted. */
export async function ask(fixtures: Fixtures, id: OperationId, parts: RequestParts = {}): Promise<Exchange> {
  await control(fixtures, id)
  return fixtures.session.send(id, { named: await plans[id].named(fixtures), ...parts })
}

/**
 * Whether a request was granted or refused.
 * @throws Unjudged if the response shows neither: it is missing, leaks a resource, or has the status 429 or 5xx
 */
export function outcome({ ask, reply, failure }: Exchange<AskedId>): 'granted' | 'refused' {
  const reception = receptionOf(ask, reply)
  if (reception === 'leaky' || !reply || reply.status === 429 || reply.status >= 500)
    throw new Unjudged(`the response shows nothing: ${inShort(reply, failure)}`)
  return reception
}

export const isGranted = (exchange: Exchange): boolean => outcome(exchange) === 'granted'

/**
 * Refused requests of the run, of operations that were also granted: a missing route refuses no token. Responses that
 * no application can have sent are left out.
 */
export function refusals({ session }: Fixtures): readonly Exchange[] {
  const granted = new Set(session.granted().map(({ ask }) => ask.operation))
  return session.exchanges.filter(
    ({ ask, reply }) =>
      granted.has(ask.operation) &&
      isApplicationReply(reply) &&
      reply.status !== 429 &&
      receptionOf(ask, reply) === 'refused',
  )
}
