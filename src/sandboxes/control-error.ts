import type { Wrong } from '../http/errors.ts'

type Status = 400 | 404 | 409 | 413 | 415 | 422 | 503

/** Something that a server cannot be told to do; the message says why, and what it can. */
export class ControlError extends Error {
  /** The HTTP status that says the same. */
  readonly status: Status
  /** The field that it is about, if it is one. */
  readonly wrong: Wrong | undefined

  constructor(status: Status, message: string, wrong?: Wrong) {
    super(message)
    this.status = status
    this.wrong = wrong
  }
}
