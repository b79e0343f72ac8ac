/** Whether a value has more levels of nesting than `levels`: deep JSON can be parsed, but not written. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((inner) => isDeeper(inner, levels - 1))
  // `for...in` is faster than a list of the values; parsed JSON inherits no values.
  for (const name in value) {
    if (isDeeper(value[name as keyof typeof value], levels - 1)) return true
  }
  return false
}
