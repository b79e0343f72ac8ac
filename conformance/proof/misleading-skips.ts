import { patternMatches } from '../checks/select.ts'
import type { Result } from '../judge/outcome.ts'

/** Skips of a run with all checks that send their reader to a check that has nothing to say, as it passed. */
export const misleadingSkips = (results: readonly Result[]): readonly Result[] =>
  results.filter(({ status, message = '' }) => {
    const [, named] = /^prerequisite: (\S+)$/.exec(message) ?? []
    if (status !== 'skip' || named === undefined) return false
    return !results.some((other) => other.status !== 'pass' && patternMatches(named, other.id))
  })
