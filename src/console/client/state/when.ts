import { effect } from '@preact/signals'

/** Waits until signals have a value. @param patience milliseconds after which the result is undefined */
export const when = <T>(read: () => T | undefined, patience?: number): Promise<T | undefined> =>
  new Promise((resolve) => {
    const timer = patience === undefined ? undefined : setTimeout(() => end(undefined), patience)
    const stop = effect(() => {
      const found = read()
      if (found !== undefined) end(found)
    })
    function end(found: T | undefined): void {
      clearTimeout(timer)
      // The effect may run at once, before `stop` is assigned.
      queueMicrotask(() => stop())
      resolve(found)
    }
  })
