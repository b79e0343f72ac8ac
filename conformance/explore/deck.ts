import type { Random } from '../steps/random.ts'

/** Items in random order, each of which is drawn once before any is drawn twice. */
class Deck<T> {
  readonly #all: readonly T[]
  readonly #random: Random
  #left: T[] = []

  constructor(all: readonly T[], random: Random) {
    this.#all = all
    this.#random = random
  }

  take(fits: (one: T) => boolean): T | undefined {
    if (!this.#left.some(fits)) {
      const fitting = this.#all.filter(fits)
      if (fitting.length === 0) return undefined
      // Items that do not match stay for later, but the deck does not grow.
      if (this.#left.length > this.#all.length) return this.#random.one(fitting)
      this.#left.push(...this.#random.some(this.#all, this.#all.length))
    }
    return this.#left.splice(this.#left.findIndex(fits), 1)[0]
  }
}

/** Decks by name, each created from its items on first use. */
export class Decks {
  readonly #random: Random
  readonly #decks = new Map<string, Deck<unknown>>()

  constructor(random: Random) {
    this.#random = random
  }

  /** @param fits the items that can be used now; the others stay for later */
  take<T>(name: string, all: () => readonly T[], fits: (one: T) => boolean = () => true): T | undefined {
    const deck = this.#decks.get(name) ?? new Deck<unknown>(all(), this.#random)
    this.#decks.set(name, deck)
    // A name always has items of one type.
    return (deck as Deck<T>).take(fits)
  }
}
