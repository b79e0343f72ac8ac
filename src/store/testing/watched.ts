import type { Adapter } from 'lowdb'

/** An adapter in front of another one that counts its writes and can let them fail. */
export class Watched<T> implements Adapter<T> {
  readonly #inner: Adapter<T>
  /** How many writes there were, and how many of them at most at the same time. */
  writes = 0
  atOnce = 0
  failure: Error | undefined
  #underWay = 0

  constructor(inner: Adapter<T>) {
    this.#inner = inner
  }

  read(): Promise<T | null> {
    return this.#inner.read()
  }

  async write(data: T): Promise<void> {
    this.writes += 1
    this.#underWay += 1
    this.atOnce = Math.max(this.atOnce, this.#underWay)
    try {
      if (this.failure) throw this.failure
      await this.#inner.write(data)
    } finally {
      this.#underWay -= 1
    }
  }
}
