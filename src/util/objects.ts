/** Whether a value is an object and no array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value contains a part: the fields of objects by name, the items of arrays by index. */
export function isSubset(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(part, whole)
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole))
    return false
  return Object.entries(part).every(
    ([name, value]) => Object.hasOwn(whole, name) && isSubset(value, whole[name as keyof typeof whole]),
  )
}
