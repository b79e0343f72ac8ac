/** A combination of dimensions of a request, and how much it counts. */
export type Combination = readonly [name: string, weight: number]

/**
 * The covering order of an exploration: of several possible requests, the one is sent whose combinations were sent least,
 * so that all of them come up within few requests.
 */
export class Cover {
  readonly #times = new Map<string, number>()

  /** How much combinations would add to those that were noted. */
  gain(combinations: readonly Combination[]): number {
    let sum = 0
    for (const [name, weight] of combinations) sum += weight / (1 + (this.#times.get(name) ?? 0)) ** 2
    return sum
  }

  note(combinations: readonly Combination[]): void {
    for (const [name] of combinations) this.#times.set(name, (this.#times.get(name) ?? 0) + 1)
  }
}
