import type { OperationId } from '../../src/contract/index.ts'
import type { Failure } from '../judge/outcome.ts'
import { isObject } from '../judge/reception.ts'
import { type CheckRow, inJson } from './check.ts'
import type { More } from './identity-checks.ts'

interface PlaceCheck extends Pick<CheckRow, 'id' | 'clauses' | 'title' | 'ignored'>, More {
  readonly on: OperationId
  /** The place in the response that must have a value, as a JSON pointer; `*` stands for each item of a list. */
  readonly pointer: string
  readonly fits: (value: unknown) => boolean
  readonly message: string
  readonly expected: string
}

/** A check of the value at one place of each response of an operation. */
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
    on: [on],
    without,
    *judge({ exchange }): Iterable<Failure> {
      for (const [at, value] of placesIn(exchange.reply?.json, pointer.split('/').slice(1)))
        if (!fits(value)) yield { message, expected, actual: inJson(value), pointer: at, exchange }
    },
  },
})

type Placed = readonly [pointer: string, value: unknown]

function placesIn(value: unknown, [name, ...names]: readonly string[], pointer = ''): readonly Placed[] {
  if (name === undefined) return [[pointer, value]]
  if (name !== '*') return placesIn(isObject(value) ? value[name] : undefined, names, `${pointer}/${name}`)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.flatMap((item, at) => placesIn(item, names, `${pointer}/${at}`))
}
