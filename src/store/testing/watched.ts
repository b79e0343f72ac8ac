import type { Adapter } from 'lowdb'

/** An adapter in front of another one that counts its writes and can let them fail or wait. */
export class Watched<T> implements Adapter<T> {
  readonly #inner: Adapter<T>
  /** How many writes there were, and how many of them at most at the same time. */
  writes = 0
  atOnce = 0
  failure: Error | undefined
  #underWay = 0
  #held: Promise<void> | undefined

  constructor(inner: Adapter<T>) {
    this.#inner = inner
  }

  /** Lets writes wait from now on. @returns what lets them go on */
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
