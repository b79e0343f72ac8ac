/** The valid names of sandboxes: a pattern without anchors, and the same in words. */
export const sandboxName = { pattern: '[a-z0-9-]{1,32}', says: '1 to 32 of a-z, 0-9 and hyphens' } as const

const prefix = new RegExp(`^/~${sandboxName.pattern}(?:/|$)`)

/** Whether a path starts with the prefix of a sandbox, such as `/~name/`. */
export const isOfSandbox = (path: string): boolean => prefix.test(path)
