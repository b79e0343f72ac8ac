import { rowOf } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import { inJson } from '../checks/check.ts'
import { wasGranted } from '../judge/reception.ts'
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
