import { unavailable } from '../errors.ts'

/** Reserves bytes of the memory that all bodies share. @returns an error if too few bytes are left */
export type Take = (bytes: number) => Error | undefined

/** The memory that all bodies share while they are read; only received bytes count. */
export class Allowance {
  #left: number

  /** @param bytes maximum of all bodies together */
  constructor(bytes: number) {
    this.#left = bytes
  }

  /** Reads a body, and releases its bytes when the read has ended. */
  async share<T>(read: (take: Take) => T | Promise<T>): Promise<T> {
    let taken = 0
    try {
      return await read((bytes) => {
        if (bytes > this.#left) return tooManyAtOnce
        this.#left -= bytes
        taken += bytes
        return undefined
      })
    } finally {
      this.#left += taken
    }
  }
}

const tooManyAtOnce = unavailable(
  'Too many request bodies are arriving at the same time; try again in a second.',
)
