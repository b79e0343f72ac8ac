/**
 * Returns a function that calls `make` the first time and returns the same promise from then on. After a failure the next
 * call tries again.
 */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Returns a function that calls `make` once for each object, and forgets the result with the object. */
export function onceFor<K extends object, T>(make: (thing: K) => T): (thing: K) => T {
  const made = new WeakMap<K, T>()
  return (thing) => {
    const known = made.get(thing)
    if (known !== undefined) return known
    const value = make(thing)
    made.set(thing, value)
    return value
  }
}

/** The value that a map has for a key; it is created, and stored in the map, if it does not exist yet. */
export function keptIn<K, V extends NonNullable<unknown>>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}
