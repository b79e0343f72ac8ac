/** How often each item occurred in each context, so that the least frequent item is next. */
export class Cover {
  readonly #all: readonly string[]
  readonly #times = new Map<string, Map<string, number>>()
  /** The mean gains, until an item occurs in their context. */
  readonly #left = new Map<string, number>()

  /** @param all the items that can occur in each context */
  constructor(all: readonly string[]) {
    this.#all = all
  }

  /** @param weight below 1 for an item that occurred only in part, and negative to take an occurrence back */
  note(context: string, one: string, weight = 1): void {
    const times = this.#times.get(context) ?? new Map<string, number>()
    this.#times.set(context, times.set(one, (times.get(one) ?? 0) + weight))
    this.#left.delete(context)
  }

  /** 1 for an item that never occurred in a context, and less after each occurrence. */
  gain(context: string, one: string): number {
    return 1 / (1 + (this.#times.get(context)?.get(one) ?? 0)) ** 2
  }

  /** The mean gain of all items in a context. */
  left(context: string): number {
    const known = this.#left.get(context)
    if (known !== undefined) return known
    const left = mean(this.#all.map((one) => this.gain(context, one)))
    this.#left.set(context, left)
    return left
  }
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** The mean of some numbers; 0 of none. */
export const mean = (numbers: readonly number[]): number => sum(numbers) / Math.max(1, numbers.length)
