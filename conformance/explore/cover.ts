/** How often each thing came in each context, so that next comes what came there least. */
export class Cover {
  readonly #times = new Map<string, Map<string, number>>()

  /** @param weight below 1 for a thing that came only in part */
  note(context: string, one: string, weight = 1): void {
    const times = this.#times.get(context) ?? new Map<string, number>()
    this.#times.set(context, times.set(one, (times.get(one) ?? 0) + weight))
  }

  /** 1 for a thing that never came in a context, and less each time it did. */
  gain(context: string, one: string): number {
    return 1 / (1 + (this.#times.get(context)?.get(one) ?? 0)) ** 2
  }

  /** The mean gain of things in a context. */
  left(context: string, all: readonly string[]): number {
    return all.reduce((sum, one) => sum + this.gain(context, one), 0) / Math.max(1, all.length)
  }
}
