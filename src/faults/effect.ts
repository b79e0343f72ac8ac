import { type Field, fieldsOf } from '../util/field.ts'
import type { breaks, moments } from './limits.ts'
import * as schemas from './schemas.ts'

/** The effect of a fault on a call: the schema `Effect` as a type. */
export interface Effect {
  /** Status of the error response, 400 to 599. */
  readonly code?: number
  /** Milliseconds that the response is delayed: one number, or a range from the smaller to the larger. */
  readonly delay?: number | readonly [least: number, most: number]
  /** How the connection breaks off. */
  readonly fault?: (typeof breaks)[number]
  /** The effect, its delay included, comes before the operation runs (default) or after its write is committed. */
  readonly when?: (typeof moments)[number]
  /** Seconds, for the header `Retry-After`; only together with `code`. */
  readonly retryAfter?: number
}

/** Whether the smaller end of a range comes first, which the schema cannot express. */
const isOrdered = (delay: unknown): boolean => !Array.isArray(delay) || delay[0] <= delay[1]

const fields = fieldsOf(schemas.Effect)

export const effectFields: Readonly<Record<keyof Effect, Field>> = {
  ...fields,
  delay: {
    ...fields.delay,
    rule: 'integer',
    holds: (value) => fields.delay.holds(value) && isOrdered(value),
  },
}

/** An effect with its random delay drawn, and a label such as `code=503, delay=312`. */
export interface Drawn {
  readonly effect: Effect & { readonly delay?: number }
  readonly label: string
}

/** @param between draws a number from `least` inclusive to `most` exclusive */
export function settle(effect: Effect, between: (least: number, most: number) => number): Drawn {
  const { delay, ...rest } = effect
  const settled = {
    ...rest,
    ...(delay !== undefined && {
      delay: typeof delay === 'number' ? delay : Math.floor(between(delay[0], delay[1] + 1)),
    }),
  }
  return { effect: settled, label: labelOf(settled) }
}

const labelOf = ({ code, delay, fault, when }: Effect): string =>
  Object.entries({ code, delay, fault, when: when === 'before' ? undefined : when })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join(', ')
