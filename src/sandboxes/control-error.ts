import type { Wrong } from '../http/errors.ts'

type Status = 400 | 404 | 409 | 413 | 415 | 422 | 503

/** A call of the control API or the library that is refused; the message says why, and what would be right. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** The HTTP status that says the same. */
  readonly status: Status
  /** The field that is wrong, if there is one. */
  readonly wrong: Wrong | undefined

  constructor(status: Status, message: string, wrong?: Wrong) {
    super(message)
    this.status = status
    this.wrong = wrong
  }
}
