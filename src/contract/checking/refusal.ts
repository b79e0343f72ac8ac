import { errorsIn, type Validate, type WrongField } from './errors-in.ts'

/** Data from outside that is refused; the message says what is wrong, and what would be right. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  /** The wrong field and the rule that it breaks; undefined if the refusal is not about one field. */
  readonly wrong: WrongField | undefined

  constructor(reason: string | WrongField) {
    super(typeof reason === 'string' ? reason : reason.detail)
    this.wrong = typeof reason === 'string' ? undefined : reason
  }
}

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 502 | 503

/** A refused call of the control API or the library, or a request that an upstream does not get; the message gives the reason and the accepted values. */
export class ControlError extends Refusal {
  override readonly name = 'ControlError'
  /** The HTTP status of the error. */
  readonly status: Status

  constructor(status: Status, reason: string | WrongField) {
    super(reason)
    this.status = status
  }
}

/**
 * Checks a value from a caller without types, such as an HTTP request or a JavaScript program.
 * @param subject the name of the value at the start of a message
 * @throws ControlError for the first wrong field
 */
export function check<T>(validate: Validate<T>, value: unknown, subject: string): asserts value is T {
  const [wrong] = errorsIn(validate, value, { subject })
  if (wrong) throw new ControlError(422, wrong)
}
