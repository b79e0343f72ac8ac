import type { OperationId } from '../../src/contract/index.ts'
import type { Failure } from '../judge/outcome.ts'
import { isObject } from '../judge/reception.ts'
import { type CheckRow, inJson } from './check.ts'

interface PlaceCheck extends Pick<CheckRow, 'id' | 'clauses' | 'title' | 'ignored' | 'scenes'> {
  readonly on: OperationId
  /** The place in the response that must have a value, as a JSON pointer. */
  readonly pointer: string
  readonly fits: (value: unknown) => boolean
  readonly message: string
  readonly expected: string
}

/** A check of the value at one place of each response of an operation. */
export const placeCheck = ({ on, pointer, fits, message, expected, ...check }: PlaceCheck): CheckRow => ({
  ...check,
  rule: {
    on: [on],
    *judge({ exchange, body }): Iterable<Failure> {
      const names = pointer.split('/').slice(1)
      const value = names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), body)
      if (!fits(value)) yield { message, expected, actual: inJson(value), pointer, exchange }
    },
  },
})
