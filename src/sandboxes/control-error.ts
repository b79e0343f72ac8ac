import type { Wrong } from '../http/errors.ts'

type Status = 400 | 404 | 409 | 413 | 415 | 422 | 503

/** A refused call of the control API or the library; the message gives the reason and the accepted values. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** The HTTP status of the error. */
  readonly status: Status
  /** The wrong field, if the error is about one field. */
  readonly wrong: Wrong | undefined

  constructor(status: Status, message: string, wrong?: Wrong) {
    super(message)
    this.status = status
    this.wrong = wrong
  }
}
