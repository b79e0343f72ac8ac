import type { Exchange, Reply } from '../client/client.ts'
import { Unjudged } from './outcome.ts'
import { inShort, type Reception, receptionOf } from './reception.ts'

/** What gateways say of a server, and servers of themselves, when nobody has looked at the request. */
const unheard = [502, 503, 504]

/** Whether somebody can have looked at the request: no answer, or one of these, is no refusal of anything. */
export const isHeard = (reply: Reply | undefined): boolean =>
  reply !== undefined && !unheard.includes(reply.status)

/**
 * How a request was met, where something is to be concluded from a refusal.
 * @throws Unjudged where nobody has looked at the request
 */
export function heardReception({ ask, reply, failure }: Exchange): Reception {
  const reception = receptionOf(ask.operation, reply)
  if (reception === 'refused' && !isHeard(reply))
    throw new Unjudged(`what came is no refusal: ${inShort(reply, failure)}`)
  return reception
}

/** What was found out where a request was not granted: the claim, unless the server broke down. */
export function findingOf({ reply }: Exchange, claim: string): string {
  if (!reply) return 'No answer came to a good request.'
  return reply.status >= 500 ? `A good request met an error of the server, ${reply.status}.` : claim
}
