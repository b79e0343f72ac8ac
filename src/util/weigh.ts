/** Maximum levels of nesting that are weighed: those of a body, up to 100, and those of a fault rule around it. */
const deepest = 110

/**
 * The approximate number of characters of a value as JSON, computed without the JSON.
 * @returns Infinity for a value that is nested too deeply
 */
export function weigh(value: unknown, levels = deepest): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 6
  if (levels === 0) return Number.POSITIVE_INFINITY
  let sum = 2
  if (Array.isArray(value)) {
    for (const item of value) sum += 1 + weigh(item, levels - 1)
    return sum
  }
  // `for...in` is faster than a list of the keys; parsed JSON and rows inherit no keys.
  for (const name in value) sum += name.length + 4 + weigh(value[name as keyof typeof value], levels - 1)
  return sum
}

/** Whether a value has more levels of nesting than `levels`: deep JSON can be parsed, but not written. */
export const isDeeper = (value: unknown, levels: number): boolean =>
  weigh(value, levels) === Number.POSITIVE_INFINITY

/** The weight of a row; 0 for a missing or removed one. */
export const weightOf = (row: object | null | undefined): number => (row ? weigh(row) : 0)
