import { type Kind, type OperationId, operations } from '../../src/contract/index.ts'
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
          if (!fits(value)) yield { message, expected, actual: inJson(value), pointer: at, exchange }
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
