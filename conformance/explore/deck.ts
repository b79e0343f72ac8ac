import type { Random } from '../steps/random.ts'
import { sum } from './cover.ts'

/** The items of a deck that can be used now. */
export interface Wanted<T> {
  /** Whether an item can be used; the others stay for later. */
  readonly fits?: ((one: T) => boolean) | undefined
  /** Choices of the same request, with each of which each item comes as soon as possible. */
  readonly others?: readonly string[]
}

/**
 * Items in random order, each of which is drawn once before any is drawn twice; of those that are left, the next is the
 * one that was drawn least with the choices next to it.
 */
class Deck<T> {
  readonly #all: readonly T[]
  readonly #random: Random
  #left: T[] = []
  /** How often each item was drawn, by a choice that was drawn with it. */
  readonly #times = new Map<string, Map<T, number>>()

  constructor(all: readonly T[], random: Random) {
    this.#all = all
    this.#random = random
  }

  take({ fits = () => true, others = [] }: Wanted<T>): T | undefined {
    if (!this.#left.some(fits)) {
      const fitting = this.#all.filter(fits)
      if (fitting.length === 0) return undefined
      // Items that do not match stay for later, but the deck does not grow.
      if (this.#left.length > this.#all.length) return this.#random.one(fitting)
      this.#left.push(...this.#random.some(this.#all, this.#all.length))
    }
    const fitting = this.#left.filter(fits)
    const times = fitting.map((item) => this.#timesOf(item, others))
    // An item fits.
    const next = fitting[times.indexOf(Math.min(...times))] as T
    for (const other of others) {
      const drawn = this.#times.get(other) ?? new Map<T, number>()
      this.#times.set(other, drawn.set(next, (drawn.get(next) ?? 0) + 1))
    }
    return this.#left.splice(this.#left.indexOf(next), 1)[0]
  }

  /** How often an item was drawn with the others, for each time that the deck has it. */
  #timesOf(item: T, others: readonly string[]): number {
    const times = sum(others.map((other) => this.#times.get(other)?.get(item) ?? 0))
    return times === 0 ? 0 : times / this.#all.filter((each) => each === item).length
  }
}

/** Decks by name, each created from its items on first use. */
export class Decks {
  readonly #random: Random
  readonly #decks = new Map<string, Deck<unknown>>()

  constructor(random: Random) {
    this.#random = random
  }

  take<T>(name: string, all: () => readonly T[], wanted: Wanted<T> = {}): T | undefined {
    const deck = this.#decks.get(name) ?? new Deck<unknown>(all(), this.#random)
    this.#decks.set(name, deck)
    // A name always has items of one type.
    return (deck as Deck<T>).take(wanted)
  }
}
