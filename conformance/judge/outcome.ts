import type { Level, Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type Skip, Unjudged } from '../client/unjudged.ts'
import type { Step } from '../steps/step.ts'

/** The result of a check. `known` is a failure that a known deviation excuses. */
export type Status = 'pass' | 'fail' | 'warn' | 'skip' | 'error' | 'known'

/** Why a server fails a check: the requirement of the clause, and the value that the server sent. */
export interface Failure {
  /** One sentence that is understood without the other fields. */
  readonly message: string
  readonly expected: string
  readonly actual: string
  /** JSON pointer to the failing place in the response, if there is one place. */
  readonly pointer?: string
  /** The exchange that shows the failure; the one that a rule judges by default. */
  readonly exchange?: Exchange
  /** An earlier exchange that is needed to show the failure, such as the write whose effect is missing. */
  readonly after?: Exchange
  /** Whether the value was right before a write, so that a response that lags shows it once. */
  readonly isOld?: boolean
  /** The clauses that failed, if the check covers others too. */
  readonly clauses?: readonly string[]
  readonly occurrences?: Occurrences
}

/** How often a cause was seen in a run. */
export interface Occurrences {
  readonly count: number
  /** The number of responses that were judged. */
  readonly of: number
  /** Requests whose responses show the cause, such as `GET /api/...`. */
  readonly places: readonly string[]
  /** Messages of other causes that the same check found. */
  readonly others: readonly string[]
}

export { type Skip, Unjudged }

/** The outcome of a check: a failure, the reason why there is no verdict, or nothing. */
export type Outcome = Failure | Skip | undefined

export const isSkip = (outcome: Outcome): outcome is Skip => outcome !== undefined && 'skip' in outcome

/** No granted response has values that the check judges. */
export const unseen = (skip: string): Skip => ({ skip, needs: 'any' })

/** A condition of another check does not hold, and that check reports why. */
export const prerequisite = (id: string, refused?: Exchange): Skip => ({
  skip: `prerequisite: ${id}`,
  needs: id,
  ...(refused && { refused }),
})

/** A handler for `catch` that returns the reason of `Unjudged`, and throws every other error again. */
export function whyUnjudged(error: unknown): Skip {
  if (!(error instanceof Unjudged)) throw error
  return error.why
}

/** A handler for `catch` that returns undefined for `Unjudged`, and throws every other error again. */
export const ignoreUnjudged = (error: unknown): undefined => {
  whyUnjudged(error)
}

/** A check with its result. */
export interface Result
  extends Partial<Pick<Failure, 'message' | 'expected' | 'actual' | 'pointer' | 'exchange' | 'occurrences'>> {
  readonly id: string
  readonly section: Section
  readonly clauses: readonly string[]
  readonly level: Level
  readonly title: string
  readonly status: Status
  /**
   * A command that repeats the request, with shell variables for tokens; the command for the earlier request is the
   * line before it.
   */
  readonly curl?: string
  /** The earlier request that is needed to show the failure, such as `PUT /api/..., with the token of ...`. */
  readonly after?: string
  /** The parts of the response that the check does not judge, and the reason. */
  readonly ignored?: string
  /** The steps of an exploration that show the failure, for `--replay`. */
  readonly steps?: readonly Step[]
  /** How often the steps showed the failure again, in words. */
  readonly again?: string
  /** What would make the check judged, if that ends `message`. */
  readonly remedy?: string
  /** The id of the check that reports why this one could not be judged; `any` for the check of any operation. */
  readonly needs?: string
}

/** The observed choice of the server at a gap. */
export interface Observation {
  readonly id: string
  readonly section: string
  readonly title: string
  /** The id of a choice, `other` or `unseen`. */
  readonly observed: string
  readonly detail?: string
  /** Whether the detail is all that was seen, while the words of the choice say more. */
  readonly isSample?: true
}
