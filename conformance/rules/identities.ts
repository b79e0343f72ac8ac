import { isOfMany, operations, rowOf } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import { inJson } from '../checks/check.ts'
import { wasGranted } from '../judge/reception.ts'
import { identitiesIn } from '../judge/records.ts'
import { isSame, meaning } from '../judge/same.ts'
import { walk } from '../judge/walk.ts'
import type { Entry } from '../steps/step.ts'
import type { LogRule } from './finding.ts'

/** The id of the resource that showed each UUID last, by kind and UUID, of each log. */
const holders = onceFor((_log: readonly Entry[]) => new Map<string, unknown>())

/** No two resources of a kind have one UUID at a time. Mounts have any text, and new users have a check of their own. */
export const oneUuidEach: LogRule = function* ({ exchange }, model) {
  if (!wasGranted(exchange)) return
  const known = holders(model.log)
  for (const { kind, attributes, pointer } of walk(exchange).found) {
    const { id, uuid } = attributes
    const isKept = rowOf(kind).identity.includes('uuid') && kind !== 'mount' && kind !== 'user'
    if (!isKept || id === undefined || typeof uuid !== 'string') continue
    const name = `${kind} ${meaning('uuid', uuid)}`
    const other = known.get(name)
    known.set(name, id)
    if (other === undefined || isSame('id', other, id)) continue
    const holder = model.known({ kind, id: other, field: 'uuid' })
    if (!holder?.values.every((value) => isSame('uuid', value, uuid))) continue
    yield {
      check: '2.1/one-resource',
      key: `uuid of two ${kind}`,
      failure: {
        message: `The ${kind}s ${String(other)} and ${String(id)} have the same UUID.`,
        expected: `another UUID than ${kind} ${String(other)} has`,
        actual: inJson(uuid),
        pointer: `${pointer}/attributes/uuid`,
        after: holder.from.exchange,
      },
    }
  }
}

const lower = (named: string | number): string => String(named).toLowerCase()

/**
 * The response to an unknown path shows no resource, and a record in the list of one resource is not in the list of
 * another, unless it may belong to several.
 */
export const paths: LogRule = function* ({ call, exchange }, model) {
  const operation = operations[call.operation]
  const { section, response } = operation
  const isNobody = call.subject === 'nobody'
  const isApart = response.envelope !== 'single' && !isOfMany(operation)
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
  const isSingle = response.envelope === 'single'
  yield {
    check: `${section}/path`,
    key: `${section}/path`,
    failure: {
      message: `A request for ${isNobody ? 'a resource that does not exist' : 'another resource'} is answered with ${isSingle ? `the ${response.kind}` : 'records'} of ${other.exchange.ask.path}.`,
      expected: isSingle ? 'a refusal' : 'a refusal, or other data',
      actual: rowOf(response.kind).identity.length > 0 ? shared : 'the same records',
      pointer: isSingle ? '/attributes' : '/data',
      after: other.exchange,
    },
  }
}
