/** The form of a sandbox's name: a pattern without anchors, and its description in words. */
export const sandboxName = { pattern: '[a-z0-9-]{1,32}', says: '1 to 32 of a-z, 0-9 and hyphens' } as const

const wholeName = new RegExp(`^${sandboxName.pattern}$`)

export const isSandboxName = (name: string): boolean => wholeName.test(name)

/** The start of a path that names a sandbox, `/~name`, with a group for the name. */
export const sandboxPrefix = new RegExp(`^/~(${sandboxName.pattern})(?=/|$)`)

/** The form of a snapshot's name, which is a segment of URL paths and so must not be `..`. */
export const snapshotName = {
  pattern: '^[\\w-][\\w.-]{0,63}$',
  says: '1 to 64 letters, digits, hyphens, underscores and dots, with no dot in front',
} as const

/** The maximum number of servers that a world can be generated with. */
export const mostServers = 10_000

/** Keywords of a seed: all random numbers hash it, and a long one would make each of them slow. */
export const seedLength = { maxLength: 1_000 } as const
