/** The limits of fault rules, also for the form of the console, which checks a rule before it is sent. */

/** How a connection can break off: by a TCP reset, without any byte of a response, or halfway through one. */
export const breaks = ['reset', 'empty', 'truncated'] as const

/** When an effect is applied: before the operation runs, or after its write is committed. */
export const moments = ['before', 'after-commit'] as const

/** The statuses of errors. */
export const codes = { minimum: 400, maximum: 599 } as const

/** Milliseconds. */
export const longestDelay = 600_000

/** Seconds. */
export const longestRetryAfter = 86_400

/** A path of a rule: without a query; `*` stands for any characters. */
export const pathPattern = '^/api[^?#]*$'

export const longestChain = 100
