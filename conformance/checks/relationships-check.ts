import { capitalized } from '../../src/contract/checking/words.ts'
import { type OperationId, operations, rowOf, withArticle } from '../../src/contract/index.ts'
import type { Failure } from '../judge/outcome.ts'
import { isObject } from '../judge/reception.ts'
import { walk } from '../judge/walk.ts'
import { type CheckRow, inJson } from './check.ts'
import type { More } from './identity-checks.ts'

/**
 * A check that the resources at the top of the responses of an operation have each relationship of their kind. Each may
 * be cut off to nothing; all of them together only if the document does not name them for the operation. Section 2.1.
 */
export function relationshipsCheck(
  id: `${string}/relationships`,
  on: OperationId,
  { scenes = [], without }: More = {},
): CheckRow {
  const { kind } = operations[on].answer
  const { relationships: named = {}, atTop } = rowOf(kind)
  const names = Object.keys(named)
  const isWhole = atTop === 'fully-related'
  return {
    id,
    title: `${withArticle(kind)} has the relationships ${names.map((name) => `\`${name}\``).join(', ')}`,
    ignored: `whether they are cut off to nothing, each${isWhole ? '' : ' or all together'}`,
    scenes,
    rule: {
      on: [on],
      without,
      *judge({ exchange }): Iterable<Failure> {
        for (const { form, pointer, attributes } of walk(exchange).found) {
          const { relationships } = attributes
          if (form !== 'top') continue
          const isThere = typeof relationships === 'object' && relationships !== null
          const shown = isThere ? Object.keys(relationships) : []
          if (isThere && !isWhole && shown.length === 0) continue
          const missing = names.find((name) => !isObject(relationships) || !shown.includes(name))
          if (missing === undefined) continue
          yield {
            message: `${capitalized(withArticle(kind))} has no ${isThere ? `relationship \`${missing}\`` : '`relationships`'}.`,
            expected: `${names.join(', ')}, each with content or cut off`,
            actual: isThere ? shown.join(', ') || inJson(relationships) : inJson(relationships),
            pointer: `${pointer}/attributes/relationships${isThere ? `/${missing}` : ''}`,
            exchange,
          }
        }
      },
    },
  }
}
