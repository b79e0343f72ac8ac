/** Whether a value is nested more deeply than so many levels: what is too deep can be parsed, but never written. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((inner) => isDeeper(inner, levels - 1))
  // Faster than a list of the values; parsed JSON inherits none.
  for (const name in value) {
    if (isDeeper(value[name as keyof typeof value], levels - 1)) return true
  }
  return false
}
