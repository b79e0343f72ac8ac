import { patternMatches } from '../checks/select.ts'

/** A deviation that the owner of a server knows of. */
export interface Known {
  /** Id of a check, or a pattern. */
  readonly id: string
  readonly reason: string
  readonly issue?: string
  /** The last day on which failures are excused, as `yyyy-mm-dd`. */
  readonly expires?: string
}

/** The entry that excuses a check. */
export const matching = (known: readonly Known[], id: string): Known | undefined =>
  known.find((entry) => patternMatches(entry.id, id))
