/** An error for a refused request; it must be thrown before any change. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: 400 | 401 | 403 | 404

  constructor(status: 400 | 401 | 403 | 404, message: string) {
    super(message)
    this.status = status
  }
}
