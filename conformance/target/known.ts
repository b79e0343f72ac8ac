import { patternMatches } from '../checks/choose.ts'
import { checks } from '../checks/index.ts'
import type { Result } from '../judge/outcome.ts'

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

/** The parts of a run that show the state of a known deviation. */
interface Judged {
  readonly results: readonly Pick<Result, 'id' | 'status'>[]
  readonly notSelected: readonly { readonly id: string }[]
}

/**
 * Entries that excuse nothing any more: all their checks passed. A run of some of them, such as one that was ended, does
 * not show that; checks that have nothing to judge in the target do not count.
 */
export function passingNow(known: readonly Known[], { results, notSelected }: Judged): ReadonlySet<Known> {
  const statuses = new Map(results.map(({ id, status }) => [id, status]))
  const unselected = new Set(notSelected.map(({ id }) => id))
  const judged = checks.filter(({ id }) => !unselected.has(id))
  return new Set(
    known.filter(({ id: pattern }) => {
      const own = judged.filter(({ id }) => patternMatches(pattern, id))
      return own.length > 0 && own.every(({ id }) => statuses.get(id) === 'pass')
    }),
  )
}
