import { ApiError } from '../errors.ts'

/** Takes bytes from what all bodies may have together. @returns the reason if there is no room for them */
export type Take = (bytes: number) => Error | undefined

/** Memory for all bodies that are read at the same time, as far as they have arrived. */
export class Allowance {
  #left: number

  /** @param bytes of all bodies together */
  constructor(bytes: number) {
    this.#left = bytes
  }

  /** Reads a body whose bytes are given back in the end. */
  async share<T>(read: (take: Take) => Promise<T>): Promise<T> {
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

const tooManyAtOnce = new ApiError(
  'unavailable',
  'More bodies are coming in at once than there is room for; try again in a second.',
  { headers: { 'Retry-After': '1' } },
)
