/** What a snapshot can be called: a pattern, and the same in words. No dot in front, as `..` is a way up in a path. */
export const snapshotName = {
  pattern: '^[\\w-][\\w.-]{0,63}$',
  says: '1 to 64 letters, digits, hyphens, underscores and, but not in front, dots',
} as const
