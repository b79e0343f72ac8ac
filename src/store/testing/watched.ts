import type { Adapter } from 'lowdb'

/** An adapter that wraps another one, counts the writes, and can delay them or make them fail. */
export class Watched<T> implements Adapter<T> {
  readonly #inner: Adapter<T>
  /** The number of writes, and the highest number of concurrent writes. */
  writes = 0
  atOnce = 0
  failure: Error | undefined
  #underWay = 0
  #held: Promise<void> | undefined

  constructor(inner: Adapter<T>) {
    this.#inner = inner
  }

  /** Delays writes from now on. @returns a function that ends the delay */
  hold(): () => void {
    let goOn = () => {}
    this.#held = new Promise((resolve) => {
      goOn = resolve
    })
    return () => goOn()
  }

  read(): Promise<T | null> {
    return this.#inner.read()
  }

  async write(data: T): Promise<void> {
    this.writes += 1
    this.#underWay += 1
    this.atOnce = Math.max(this.atOnce, this.#underWay)
    try {
      await this.#held
      if (this.failure) throw this.failure
      await this.#inner.write(data)
    } finally {
      this.#underWay -= 1
    }
  }
}
