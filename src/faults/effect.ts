/** How a connection can break off: TCP reset, closed without any byte, or cut halfway through an answer. */
export const breaks = ['reset', 'empty', 'truncated'] as const

type Break = (typeof breaks)[number]

/** When an effect comes: before anything is done, or when all is done and written. */
export const moments = ['before', 'after-commit'] as const

type Moment = (typeof moments)[number]

/** What is done to a call. */
export interface Effect {
  /** Status of the error that is answered, 400 to 599. */
  readonly code?: number
  /** Milliseconds that the answer is held back; from, to. */
  readonly delay?: number | readonly [least: number, most: number]
  readonly fault?: Break
  /** `before` unless given. A delay keeps to it too. */
  readonly when?: Moment
  /** Seconds, for the header of that name. Only with `code`. */
  readonly retryAfter?: number
}

/** What one field takes. */
export interface Field {
  /** What is right, to follow "must be". */
  readonly right: string
  /** What the rule is called, in the words that validators use. */
  readonly rule: string
  readonly holds: (value: unknown) => boolean
}

const isInteger = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

export const integer = (least: number, most = Number.MAX_SAFE_INTEGER): Field => ({
  right: `an integer from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
  rule: 'integer',
  holds: (value) => isInteger(value, least, most),
})

export const oneOf = (words: readonly unknown[]): Field => ({
  right: `one of ${words.join(', ')}`,
  rule: 'in',
  holds: (value) => words.includes(value),
})

/** Milliseconds. */
export const longestDelay = 600_000

const isDelay = (value: unknown): value is number => isInteger(value, 0, longestDelay)

const isRange = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every(isDelay) && Number(value[0]) <= Number(value[1])

export const effectFields = {
  code: integer(400, 599),
  delay: {
    right: `milliseconds from 0 to ${longestDelay}, or a pair of them, the smaller first`,
    rule: 'integer',
    holds: (value) => isDelay(value) || isRange(value),
  },
  fault: oneOf(breaks),
  when: oneOf(moments),
  retryAfter: integer(0, 86_400),
} as const satisfies Record<keyof Effect, Field>

/** An effect whose chance is decided, with a name such as `code=503, delay=312`. */
export interface Drawn {
  readonly effect: Effect & { readonly delay?: number }
  readonly label: string
}

/** @param between a number from the first, below the second */
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
