import { type Section, sections } from '../../src/contract/index.ts'
import type { Result, Status } from '../outcome.ts'

export interface SectionResults {
  readonly section: Section
  readonly title: string
  readonly results: readonly Result[]
}

/** Results in the order of the document, under the titles of its sections. */
export const bySection = (results: readonly Result[]): SectionResults[] =>
  sections
    .map(([section, title]) => ({
      section,
      title,
      results: results.filter((result) => result.section === section),
    }))
    .filter((each) => each.results.length > 0)

/** The results of some statuses, one status after another, each in the order of the document. */
export const ofStatus = (results: readonly Result[], ...statuses: readonly Status[]): Result[] =>
  statuses.flatMap((status) =>
    bySection(results).flatMap((each) => each.results.filter((result) => result.status === status)),
  )

/** Ids of the checks that were skipped, by the reason. */
export function skipsByReason(results: readonly Result[]): ReadonlyMap<string, readonly string[]> {
  const reasons = new Map<string, string[]>()
  for (const { id, message = 'no reason given' } of ofStatus(results, 'skip')) {
    reasons.set(message, [...(reasons.get(message) ?? []), id])
  }
  return reasons
}
