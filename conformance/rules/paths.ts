import { isOfMany, operations, rowOf } from '../../src/contract/index.ts'
import { wasGranted } from '../judge/reception.ts'
import { identitiesIn } from '../judge/records.ts'
import type { LogRule } from './finding.ts'

const lower = (named: string | number): string => String(named).toLowerCase()

/**
 * The response to an unknown path shows no resource, and a record in the list of one resource is not in the list of
 * another, unless it may belong to several.
 */
export const paths: LogRule = function* ({ call, exchange }, model) {
  const operation = operations[call.operation]
  const { section, answer } = operation
  const isNobody = call.subject === 'nobody'
  const isApart = answer.envelope !== 'single' && !isOfMany(operation)
  if (!(isNobody || isApart) || !wasGranted(exchange)) return
  const shown = identitiesIn(exchange)
  if (shown.length === 0) return
  const known = new Set(shown)
  const other = model.log.find(
    (each) =>
      each.call.operation === call.operation &&
      each.call.subject !== 'nobody' &&
      lower(each.call.named) !== lower(call.named) &&
      wasGranted(each.exchange) &&
      identitiesIn(each.exchange).some((identity) => known.has(identity)),
  )
  if (!other) return
  const shared = identitiesIn(other.exchange).find((identity) => known.has(identity)) ?? ''
  const isSingle = answer.envelope === 'single'
  yield {
    check: `${section}/path`,
    key: `${section}/path`,
    failure: {
      message: `A request for ${isNobody ? 'a resource that does not exist' : 'another resource'} is answered with ${isSingle ? `the ${answer.kind}` : 'records'} of ${other.exchange.ask.path}.`,
      expected: isSingle ? 'a refusal' : 'a refusal, or other data',
      actual: rowOf(answer.kind).identity.length > 0 ? shared : 'the same records',
      pointer: isSingle ? '/attributes' : '/data',
      after: other.exchange,
    },
  }
}
