/** Something given to the kit that it cannot use; the message is one sentence that says what and why. */
export class BadInput extends Error {
  override readonly name: string = 'BadInput'
}
