/**
 * Rows of a world that were not generated yet. The tables of the world take them when they are read, so that a large
 * world answers its first requests before it is whole.
 */
export class RowSource {
  #steps: Iterator<number> | undefined
  /** The number that the last step yielded. */
  #reached = 0
  #isRunning = false

  /**
   * @param steps adds rows to one or more tables, with ascending ids, and yields an ascending number after each step:
   *   all rows that belong to this number or a lower one are in the tables
   */
  constructor(steps: Iterator<number>) {
    this.#steps = steps
  }

  get isAtEnd(): boolean {
    return this.#steps === undefined
  }

  /**
   * Takes steps until there are enough rows, or no more rows.
   * @param isEnough gets the number that the last step yielded
   */
  until(isEnough: (reached: number) => boolean): void {
    // The steps read the tables that they add rows to, and need only the rows that they have added.
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      while (this.#steps && !isEnough(this.#reached)) {
        const step = this.#steps.next()
        if (step.done) this.#steps = undefined
        else this.#reached = step.value
      }
    } finally {
      this.#isRunning = false
    }
  }
}
