import type { Exchange } from './exchange.ts'

/** Why there is no verdict on a check. */
export interface Skip {
  /** The reason, as a clause without a period. */
  readonly skip: string
  /** The id of the check that reports the cause; `any` for the check of any operation. */
  readonly needs?: string
  /** What would make several such checks judged, as a clause without a period; reports say it once. */
  readonly remedy?: string
  /** The request that was refused, if that is the reason. */
  readonly refused?: Exchange
  /** Whether the check does not apply to the server, which does not affect the verdict. */
  readonly isMoot?: boolean
}

/** Requests cannot be sent or used, so that nothing that needs them can be judged. */
export class Unjudged extends Error {
  override readonly name: string = 'Unjudged'
  readonly why: Skip

  constructor(why: Skip | string) {
    super(typeof why === 'string' ? why : why.skip)
    this.why = typeof why === 'string' ? { skip: why } : why
  }
}
