/** A type whose fields and lists cannot be changed, at any depth. */
export type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T

/** Whether a value contains a part: the fields of objects by name, the items of arrays by index. */
export function isSubset(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(part, whole)
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole))
    return false
  return Object.entries(part).every(
    ([name, value]) => Object.hasOwn(whole, name) && isSubset(value, whole[name as keyof typeof whole]),
  )
}
