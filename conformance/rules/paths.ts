import { operations, rowOf } from '../../src/contract/index.ts'
import { wasGranted } from '../judge/reception.ts'
import { identitiesIn } from '../judge/records.ts'
import type { LogRule } from './finding.ts'

const lower = (named: string | number): string => String(named).toLowerCase()

/**
 * A path that names nothing shows nothing of a resource, and what is on a page of one resource is not on a page of
 * another one. Tags and mounts may be those of several resources.
 */
export const paths: LogRule = function* ({ call, exchange }, model) {
  const { section, answer } = operations[call.operation]
  const isNobody = call.subject === 'nobody'
  if (!(isNobody || answer.envelope === 'page') || !wasGranted(exchange)) return
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
      exchange,
      after: other.exchange,
    },
  }
}
