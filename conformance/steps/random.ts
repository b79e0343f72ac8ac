/** Draws that are the same for the same seed on every machine. */
export class Random {
  #state: number

  constructor(seed: string) {
    this.#state = hashOf(seed)
  }

  /** A number from 0, below 1 (the generator mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** Whether an event with a probability happens. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of some values, of which there must be at least one. */
  one<T>(values: readonly T[]): T {
    // The index is within the array.
    return values[this.integer(0, values.length - 1)] as T
  }

  /** Some of the values, each once, in a random order. */
  some<T>(values: readonly T[], count: number): T[] {
    const left = [...values]
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(this.integer(0, left.length - 1), 1),
    ).flat()
  }

  /** A word of eight letters that no server is likely to know. */
  word(): string {
    return Array.from({ length: 8 }, () => String.fromCharCode(this.integer(97, 122))).join('')
  }
}

/** The 32-bit hash FNV-1a of a text. */
const hashOf = (text: string): number =>
  [...text].reduce((hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261)
