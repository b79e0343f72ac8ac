/** Whether all of a part is in the whole: fields of objects by name, items of arrays by place. */
export function isSubset(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(part, whole)
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole))
    return false
  return Object.entries(part).every(
    ([name, value]) => Object.hasOwn(whole, name) && isSubset(value, whole[name as keyof typeof whole]),
  )
}
