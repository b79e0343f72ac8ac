import type { Field } from '../util/field.ts'

/** What a snapshot can be called: a pattern, and the same in words. No dot in front, as `..` is a way up in a path. */
export const snapshotName = {
  pattern: '^[\\w-][\\w.-]{0,63}$',
  says: '1 to 64 letters, digits, hyphens, underscores and dots, with no dot in front',
} as const

const pattern = new RegExp(snapshotName.pattern)

/** The same as a field. */
export const snapshotNameField: Field = {
  right: snapshotName.says,
  rule: 'regex',
  holds: (value) => typeof value === 'string' && pattern.test(value),
}
