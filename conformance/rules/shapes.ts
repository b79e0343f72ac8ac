import { notJson } from '../checks/1-json.ts'
import { notEnveloped } from '../checks/2.1-envelopes.ts'
import { isBarred } from '../judge/access.ts'
import { wasGranted } from '../judge/reception.ts'
import type { LogRule } from './finding.ts'

/** A successful response is JSON, in the envelope of its operation. */
export const shapes: LogRule = function* ({ call, exchange }, model) {
  if (isBarred(call) || wasGranted(exchange)) return
  // Such a response may be a refusal, unless the server has granted the request in another way.
  if (call.subject === 'nobody' || model.granted(call).length === 0) return
  const broken = notJson(exchange)
  if (broken) yield { check: '1/json', key: `json ${call.operation}`, failure: broken }
  const bare = notEnveloped(exchange)
  if (bare) yield { check: '2.1/envelope', key: `envelope ${call.operation}`, failure: bare }
}
