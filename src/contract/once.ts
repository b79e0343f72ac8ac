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
