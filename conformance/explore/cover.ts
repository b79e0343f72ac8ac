/** How often each thing came in each context, so that next comes what came there least. */
export class Cover {
  readonly #all: readonly string[]
  readonly #times = new Map<string, Map<string, number>>()
  /** The mean gains, until something comes in their context. */
  readonly #left = new Map<string, number>()

  /** @param all the things that can come in each context */
  constructor(all: readonly string[]) {
    this.#all = all
  }

  /** @param weight below 1 for a thing that came only in part */
  note(context: string, one: string, weight = 1): void {
    const times = this.#times.get(context) ?? new Map<string, number>()
    this.#times.set(context, times.set(one, (times.get(one) ?? 0) + weight))
    this.#left.delete(context)
  }

  /** 1 for a thing that never came in a context, and less each time it did. */
  gain(context: string, one: string): number {
    return 1 / (1 + (this.#times.get(context)?.get(one) ?? 0)) ** 2
  }

  /** The mean gain of all things in a context. */
  left(context: string): number {
    const known = this.#left.get(context)
    if (known !== undefined) return known
    const gains = this.#all.reduce((sum, one) => sum + this.gain(context, one), 0)
    const left = gains / Math.max(1, this.#all.length)
    this.#left.set(context, left)
    return left
  }
}
