import { operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { jsonFault } from '../client/parsed-json.ts'
import { acceptClause, isBarred } from '../judge/access.ts'
import type { Failure } from '../judge/outcome.ts'
import { inShort, isHollow, receptionOf, wasGranted } from '../judge/reception.ts'
import type { LogRule } from './finding.ts'

/** A successful response is JSON, in the envelope of its operation. */
export const shapes: LogRule = function* ({ call, exchange }, model) {
  if (isBarred(call) || call.subject === 'nobody') return
  const bare = acceptClause(call.operation, call.credential) && notEnveloped(exchange)
  if (bare) yield { check: '2.1/envelope', key: `envelope ${call.operation}`, failure: bare }
  // A text that is not JSON may be a refusal, unless the server has granted the request in another way.
  const isGranted = model.granted(call).length > 0
  const isFirst = wasGranted(exchange) && !isGranted
  const before = isFirst ? model.asked(call).filter((each) => !isBarred(each.call)) : []
  for (const each of isGranted ? [exchange] : before.map((entry) => entry.exchange)) {
    const broken = notJson(each)
    if (broken) yield { check: '1/json', key: `json ${call.operation}`, failure: broken }
  }
}

const isSuccess = ({ reply }: Exchange): boolean =>
  reply !== undefined && reply.status >= 200 && reply.status < 300

/** The failure of a successful response that looks like JSON, but is not. */
function notJson(exchange: Exchange): Failure | undefined {
  const { ask, reply } = exchange
  // A parsed text is JSON; scanning all texts of a run again would take seconds.
  if (!reply || !isSuccess(exchange) || reply.json !== undefined) return undefined
  // A successful response without data may be a refusal: the document defines neither status nor body of refusals.
  const fault = /^[\s\uFEFF]*[[{]/.test(reply.text) ? jsonFault(reply.text) : undefined
  if (fault === undefined) return undefined
  const message = `A response of "${operations[ask.operation].summary}" is not JSON.`
  return { message, expected: 'JSON', actual: fault, exchange }
}

/** The failure of a successful response that carries data, or says that it does, in another envelope than its own. */
function notEnveloped(exchange: Exchange): Failure | undefined {
  const { ask, reply } = exchange
  const isLeaky = receptionOf(ask, reply) === 'leaky'
  if (!isSuccess(exchange) || !(isLeaky || isHollow(exchange))) return undefined
  const { summary, response } = operations[ask.operation]
  return {
    message: `A response of "${summary}" ${isHollow(exchange) ? 'has a success without the content of its envelope' : 'carries data without the envelope'}.`,
    expected: response.envelope === 'single' ? 'object and attributes' : 'object "list" and an array data',
    actual: inShort(reply),
  }
}
