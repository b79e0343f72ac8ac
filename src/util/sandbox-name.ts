/** What a sandbox can be called: a pattern without its ends, and the same in words. */
export const sandboxName = { pattern: '[a-z0-9-]{1,32}', says: '1 to 32 of a-z, 0-9 and hyphens' } as const

const prefix = new RegExp(`^/~${sandboxName.pattern}(?:/|$)`)

/** Whether a path begins with the name of a sandbox. */
export const isOfSandbox = (path: string): boolean => prefix.test(path)
