import type { Level, Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'

/** What became of one check. `known` is a failure that the owner of the server has excused. */
export type Status = 'pass' | 'fail' | 'warn' | 'skip' | 'error' | 'known'

/** Why a server is failed: what the clause wants, and what came instead. */
export interface Failure {
  /** One sentence that can be read alone. */
  readonly message: string
  readonly expected: string
  readonly actual: string
  /** JSON pointer into the answer, where one place is to blame. */
  readonly pointer?: string
  /** The exchange that shows it. */
  readonly exchange?: Exchange
  /** An earlier exchange without which that one does not show it, such as the write that is lost. */
  readonly after?: Exchange
  /** The clauses that are broken, where the check covers more than these. */
  readonly clauses?: readonly string[]
  readonly occurrences?: Occurrences
}

/** How often one cause was seen in a run. */
export interface Occurrences {
  readonly count: number
  /** Responses that were judged. */
  readonly of: number
  /** Requests whose responses show it, such as `GET /api/...`. */
  readonly places: readonly string[]
  /** Messages of other causes that the same check found. */
  readonly others: readonly string[]
}

/** A check cannot be judged: something it needs was not promised, not granted, or never seen. */
export class Unjudged extends Error {
  override readonly name: string = 'Unjudged'
}

/** Nothing that a check looks at was in any response, since none was granted or none shows it. */
export class Unseen extends Unjudged {
  override readonly name = 'Unseen'
}

/** The same request was answered with another list later, so that two lists cannot be compared. */
export class ListChanged extends Unjudged {
  override readonly name = 'ListChanged'

  /** @param seen what was seen of the list, whose subject is the list */
  constructor(seen: string) {
    super(
      `the list changed during the run: ${seen}; other clients of the server may have changed it, or the server itself`,
    )
  }
}

/** What the run has seen shows that a check has nothing to judge here; like `notSelected`, it leaves the verdict alone. */
export class NothingToJudge extends Error {
  override readonly name = 'NothingToJudge'
}

/** It rests on what another check looks at, which says why that did not hold. */
export class Prerequisite extends Unjudged {
  override readonly name = 'Prerequisite'
  /** Id of the other check. */
  readonly id: string
  /** What was not granted, if it is that. */
  readonly exchange: Exchange | undefined

  constructor(id: string, exchange?: Exchange) {
    super(`prerequisite: ${id}`)
    this.id = id
    this.exchange = exchange
  }
}

/** Lets pass that something cannot be judged, where that is not the question. */
export function ignoreUnjudged(error: unknown): undefined {
  if (!(error instanceof Unjudged)) throw error
  return undefined
}

/** One check with what became of it. */
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
  /** A command that repeats the request, with `$TOKEN` names for tokens; the earlier request stands in a line before it. */
  readonly curl?: string
  /** The earlier request without which the exchange does not show the failure, such as `PUT /api/..., with the token of ...`. */
  readonly after?: string
  /** What of the answer was deliberately not judged, and why. */
  readonly ignored?: string
  readonly exchange?: Exchange
  readonly occurrences?: Occurrences
  /** Id of the check that says why this one could not be judged; `any` if it may be that of any operation. */
  readonly needs?: string
}

/** What the server was seen to choose where the document is silent. */
export interface Observation {
  readonly id: string
  readonly section: string
  readonly title: string
  /** A choice id, `other` or `unseen`. */
  readonly observed: string
  readonly detail?: string
}
