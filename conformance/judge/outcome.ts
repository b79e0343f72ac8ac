import type { Level, Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { Unjudged } from '../client/unjudged.ts'
import type { Step } from '../steps/step.ts'

/** The result of a check. `known` is a failure that a known deviation excuses. */
export type Status = 'pass' | 'fail' | 'warn' | 'skip' | 'error' | 'known'

/** Why a server fails a check: what the clause requires, and what the server sent. */
export interface Failure {
  /** One sentence that is understood without the other fields. */
  readonly message: string
  readonly expected: string
  readonly actual: string
  /** JSON pointer to the failing place in the response, if there is one place. */
  readonly pointer?: string
  /** The exchange that shows the failure. */
  readonly exchange?: Exchange
  /** An earlier exchange that is needed to show the failure, such as the write whose effect is missing. */
  readonly after?: Exchange
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

export { Unjudged }

/** No granted response contains what the check judges. */
export class Unseen extends Unjudged {
  override readonly name = 'Unseen'
}

/** The list changed between two responses to the same request, so that the two lists cannot be compared. */
export class ListChanged extends Unjudged {
  override readonly name = 'ListChanged'

  /** @param seen a description of the change, with the list as its subject */
  constructor(seen: string) {
    super(
      `the list changed during the run: ${seen}; other clients of the server may have changed it, or the server itself`,
    )
  }
}

/**
 * Responses of the run show that the check has nothing to judge; like `notSelected`, this does not affect the
 * verdict.
 */
export class NothingToJudge extends Error {
  override readonly name = 'NothingToJudge'
}

/** A check cannot be judged because a condition of another check does not hold; the other check reports why. */
export class Prerequisite extends Unjudged {
  override readonly name = 'Prerequisite'
  /** Id of the other check. */
  readonly id: string
  /** The request that was refused, if that is the reason. */
  readonly exchange: Exchange | undefined

  constructor(id: string, exchange?: Exchange) {
    super(`prerequisite: ${id}`)
    this.id = id
    this.exchange = exchange
  }
}

/** A handler for `catch` that returns undefined for `Unjudged`, and throws every other error again. */
export function ignoreUnjudged(error: unknown): undefined {
  if (!(error instanceof Unjudged)) throw error
  return undefined
}

/** A check with its result. */
export interface Result {
  readonly id: string
  readonly section: Section
  readonly clauses: readonly string[]
  readonly level: Level
  readonly title: string
  readonly status: Status
  readonly message?: string
  readonly expected?: string
  readonly actual?: string
  readonly pointer?: string
  /**
   * A command that repeats the request, with shell variables for tokens; the command for the earlier request is the
   * line before it.
   */
  readonly curl?: string
  /** The earlier request that is needed to show the failure, such as `PUT /api/..., with the token of ...`. */
  readonly after?: string
  /** The parts of the response that the check does not judge, and the reason. */
  readonly ignored?: string
  readonly exchange?: Exchange
  readonly occurrences?: Occurrences
  /** The steps of an exploration that show the failure, for `--replay`. */
  readonly steps?: readonly Step[]
  /** How often the steps showed the failure again, in words. */
  readonly again?: string
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
}
