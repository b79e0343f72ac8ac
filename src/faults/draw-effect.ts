import type { Effect } from './schemas.ts'

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
