import { onceFor } from '../util/once.ts'

/** Levels of nesting that are looked into. */
const deepest = 100

/**
 * How many characters a value takes as JSON, more or less, without making that JSON.
 * @returns Infinity for one that is nested too deeply to be handed on
 */
export function weigh(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 6
  if (depth > deepest) return Number.POSITIVE_INFINITY
  let sum = 2
  if (Array.isArray(value)) {
    for (const item of value) sum += 1 + weigh(item, depth + 1)
    return sum
  }
  // Faster than a list of the keys; parsed JSON and rows inherit none.
  for (const name in value) sum += name.length + 4 + weigh(value[name as keyof typeof value], depth + 1)
  return sum
}

/** The same for a row or headers, which never change in place: each object is weighed once. */
export const weighOnce = onceFor((value: object) => weigh(value))
