/** A combination of dimensions of a request, and how much it counts. */
export type Combination = readonly [name: string, weight: number]

/**
 * The covering order of an exploration: of several drawn requests, the one is sent whose combinations were sent least, so
 * that all of them come up within few requests.
 */
export class Cover {
  readonly #times = new Map<string, number>()

  /** The one of some values whose combinations were noted least. */
  best<T>(drawn: Iterable<T>, combinationsOf: (one: T) => readonly Combination[]): T | undefined {
    let best: T | undefined
    let most = -1
    for (const one of drawn) {
      const gain = combinationsOf(one).reduce(
        (sum, [name, weight]) => sum + weight / (1 + (this.#times.get(name) ?? 0)) ** 2,
        0,
      )
      if (gain > most) [best, most] = [one, gain]
    }
    return best
  }

  note(combinations: readonly Combination[]): void {
    for (const [name] of combinations) this.#times.set(name, (this.#times.get(name) ?? 0) + 1)
  }
}
