/** So much of something that there is for all who want it together, such as memory. */
export class Allowance {
  #left: number

  constructor(amount: number) {
    this.#left = amount
  }

  /** @returns whether it was there to be taken */
  take(amount: number): boolean {
    if (amount > this.#left) return false
    this.#left -= amount
    return true
  }

  giveBack(amount: number): void {
    this.#left += amount
  }
}

/** Takes bytes of a body from what all bodies may have together. @returns the reason if there is no room for them */
export type Take = (bytes: number) => Error | undefined
