import type { Random } from '../steps/random.ts'

/** The cards from the top of a deck of which the best is taken. */
const looked = 48

/** Things of which each comes up once before any comes up twice; of the next few, the best one is taken. */
export class Deck<T> {
  readonly #all: readonly T[]
  readonly #random: Random
  #left: T[] = []

  constructor(all: readonly T[], random: Random) {
    this.#all = all
    this.#random = random
  }

  /** @param worth called with each of the next things; those of which it is undefined stay in the deck */
  take(worth: (one: T) => number | undefined): T | undefined {
    return this.#best(worth) ?? this.#refilled(worth)
  }

  #refilled(worth: (one: T) => number | undefined): T | undefined {
    // If nothing fits, the deck does not grow.
    if (this.#left.length > this.#all.length) return undefined
    this.#left.push(...this.#random.some(this.#all, this.#all.length))
    return this.#best(worth)
  }

  #best(worth: (one: T) => number | undefined): T | undefined {
    let best = -1
    let most = Number.NEGATIVE_INFINITY
    let seen = 0
    for (const [at, one] of this.#left.entries()) {
      const own = worth(one)
      if (own === undefined) continue
      if (own > most) [best, most] = [at, own]
      seen += 1
      if (seen === looked) break
    }
    return best < 0 ? undefined : this.#left.splice(best, 1)[0]
  }
}
