/** How a connection can break off: by a TCP reset, without any byte of a response, or halfway through one. */
export const breaks = ['reset', 'empty', 'truncated'] as const

/** When an effect is applied: before the operation runs, or after its write is committed. */
export const moments = ['before', 'after-commit'] as const

/** Milliseconds. */
export const longestDelay = 600_000
