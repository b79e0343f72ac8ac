import type { IncomingMessage } from 'node:http'
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

  /** Reads the body of a request or of the response to it; then releases its bytes, and discards the rest of the request. */
  async share<T>(req: IncomingMessage, read: (take: Take) => T | Promise<T>): Promise<T> {
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
      receiveRest(req)
    }
  }
}

/** Discards the rest of a refused body: some clients read the response only after they have sent the whole body. */
function receiveRest(req: IncomingMessage): void {
  if (req.readableEnded) return
  req.unpipe()
  req.resume()
}

const tooManyAtOnce = unavailable(
  'Too many request bodies are arriving at the same time; try again in a second.',
)
