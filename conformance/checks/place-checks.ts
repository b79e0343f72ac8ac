import { capitalized } from '../../src/contract/checking/words.ts'
import { type Kind, type OperationId, operations, rowOf, withArticle } from '../../src/contract/index.ts'
import type { Failure } from '../judge/outcome.ts'
import { isObject } from '../judge/reception.ts'
import { walk } from '../judge/walk.ts'
import { type CheckRow, inJson } from './check.ts'
import type { More } from './identity-checks.ts'

interface PlaceCheck extends Pick<CheckRow, 'id' | 'clauses' | 'title' | 'ignored'>, More {
  /** The operation whose responses are judged, or the kind of resource, at the top or nested, that is judged. */
  readonly on: OperationId | Kind
  /** The place in it that must have a value, as a JSON pointer; `*` stands for each item of a list. */
  readonly pointer: string
  readonly fits: (value: unknown) => boolean
  readonly message: string
  readonly expected: string
}

/** A check of the value at one place of each response of an operation, or of each resource of a kind. */
export const placeCheck = ({
  on,
  pointer,
  fits,
  without,
  message,
  expected,
  ...check
}: PlaceCheck): CheckRow => ({
  ...check,
  rule: {
    ...(isOperation(on) && { on: [on] }),
    without,
    *judge({ exchange }): Iterable<Failure> {
      const whole = [{ kind: on, envelope: exchange.reply?.json, pointer: '' }]
      for (const { kind, envelope, pointer: start } of isOperation(on) ? whole : walk(exchange).found)
        for (const [at, value] of kind === on ? placesIn(envelope, pointer.split('/').slice(1), start) : [])
          if (!fits(value)) yield { message, expected, actual: inJson(value), pointer: at }
    },
  },
})

const isOperation = (on: OperationId | Kind): on is OperationId => Object.hasOwn(operations, on)

type Placed = readonly [pointer: string, value: unknown]

function placesIn(value: unknown, [name, ...names]: readonly string[], pointer = ''): readonly Placed[] {
  if (name === undefined) return [[pointer, value]]
  if (name !== '*') return placesIn(isObject(value) ? value[name] : undefined, names, `${pointer}/${name}`)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.flatMap((item, at) => placesIn(item, names, `${pointer}/${at}`))
}

/**
 * A check that the resources at the top of the responses of an operation have each relationship of their kind. Each may
 * be cut off to nothing; all of them together only if the document does not name them for the operation. Section 2.1.
 */
export function relationshipsCheck(
  id: `${string}/relationships`,
  on: OperationId,
  { scenes = [], without }: More = {},
): CheckRow {
  const { kind } = operations[on].response
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
          }
        }
      },
    },
  }
}
