/** Makes a thing when it is first wanted, and hands the same one out from then on. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The same for each of many things, as long as the thing is there. */
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
