/** Something that a server cannot be told to do; the message says why, and what it can. */
export class Impossible extends Error {
  /** The HTTP status that says the same. */
  readonly status: 400 | 404 | 409 | 413 | 415 | 422

  constructor(status: 400 | 404 | 409 | 413 | 415 | 422, message: string) {
    super(message)
    this.status = status
  }
}
