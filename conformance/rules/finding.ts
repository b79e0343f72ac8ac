import type { RuleContext } from '../checks/check.ts'
import type { Failure } from '../judge/outcome.ts'
import type { Model } from '../model/model.ts'
import type { Entry } from '../steps/step.ts'

/** A broken clause that a rule found in the log. */
export interface Finding {
  /** Id of the check to which the finding belongs. */
  readonly check: string
  /** The key that findings of one cause share. */
  readonly key: string
  readonly failure: Failure
  /**
   * Set if another client or the server itself may be the reason, so that the finding counts only if it comes again:
   * the field as `kind.field`.
   */
  readonly moved?: string
  /** Whether another entry shows what was expected, so that a view only lagged. */
  readonly isSettledBy?: (entry: Entry) => boolean
  /** Whether the new value is one that the kit sent, or that was there before. */
  readonly isExplained?: boolean
}

/** A pure statement about an entry, with what was known before it. */
export type LogRule = (entry: Entry, model: Model, context: RuleContext) => Iterable<Finding>
