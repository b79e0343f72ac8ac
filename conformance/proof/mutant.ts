import type { MakeLayer } from './exchange.ts'

/** A server that breaks one thing, and the check that has to notice. */
export interface Mutant {
  readonly name: string
  /** Clauses that it breaks. */
  readonly breaks: readonly string[]
  /** The check that was made to catch it. */
  readonly caughtBy: string
  /** A piece of what the failure says, so that a failure for another reason is no catch. */
  readonly shows?: string
  readonly make: MakeLayer
}
