/** A JSON object. */
export type JsonObject = Record<string, unknown>

/** Whether a value is an object and not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a JSON text; undefined for any other text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a path in an object, such as `limits.memory`; undefined if it does not exist. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value)

/** The object at a path in another one; an empty one if there is none. */
export function objectAt(value: unknown, path: string): JsonObject {
  const found = valueAt(value, path)
  return isObject(found) ? found : {}
}

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

/** An object with a value for each name. */
export const recordOf = <N extends string, V>(
  names: readonly N[],
  make: (name: N, at: number) => V,
): Record<N, V> =>
  // `Object.fromEntries` loses the names.
  Object.fromEntries(names.map((name, at) => [name, make(name, at)])) as Record<N, V>

/** A copy of an object with other values of its fields. */
export const mapValues = <N extends string, V, W>(
  object: Readonly<Record<N, V>>,
  change: (value: V, name: N) => W,
): Record<N, W> =>
  // An object has no other fields than those of its type where the names matter.
  recordOf(Object.keys(object) as N[], (name) => change(object[name], name))

/** A copy of an object with some of its fields. */
export const filtered = <V>(
  object: Readonly<Record<string, V>>,
  isKept: (name: string, value: V) => boolean,
): Record<string, V> =>
  Object.fromEntries(Object.entries(object).filter(([name, value]) => isKept(name, value)))

/** A copy of an object without the fields of some names. */
export const without = <F extends object, N extends keyof F & string>(
  object: F,
  ...names: readonly N[]
): Omit<F, N> =>
  // `filtered` loses the type of the object.
  filtered(object as Record<string, unknown>, (name) => !names.some((each) => each === name)) as Omit<F, N>

/** An object whose fields are missing where they may be undefined in another one. */
type Defined<F> = {
  [N in keyof F as undefined extends F[N] ? never : N]: F[N]
} & { [N in keyof F as undefined extends F[N] ? N : never]?: Exclude<F[N], undefined> }

/** The fields of an object that are not undefined. */
export const defined = <F extends object>(fields: F): Defined<F> =>
  // `filtered` loses the type of the object.
  filtered(fields as JsonObject, (_, value) => value !== undefined) as Defined<F>
