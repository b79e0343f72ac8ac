/** A JSON object. */
export type JsonObject = Record<string, unknown>

/** Whether a value is an object and not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A copy of an object or a list with other values in it; any other value as it is.
 * @param change makes a value from the one in its place, and from the name of its field, which is empty in a list
 * @param rename makes the names of the fields of the copy
 */
export const mapInside = (
  value: unknown,
  change: (inner: unknown, name: string) => unknown,
  rename: (name: string) => string = (name) => name,
): unknown =>
  Array.isArray(value)
    ? value.map((item) => change(item, ''))
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), change(inner, name)]))
      : value

/** The fields of an object that are not undefined. */
export const defined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
