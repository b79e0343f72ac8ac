import { type Section, sections } from '../../src/contract/index.ts'
import type { Result, Status } from '../judge/outcome.ts'

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

/** Ids of checks, by what is said of them. */
type ByMessage = readonly (readonly [message: string, ids: readonly string[]])[]

/** Ids of the checks that were skipped, by the reason. */
export const skipsByReason = (results: readonly Result[]): ByMessage => byMessage(results, 'skip')

/** Fewer that say the same are read as quickly one by one. */
const fewest = 3

/** Ids of failures that say the same of many requests, and so may have one cause. */
export const failuresAlike = (results: readonly Result[]): ByMessage =>
  byMessage(results, 'fail').filter(([, ids]) => ids.length >= fewest)

function byMessage(results: readonly Result[], status: Status): ByMessage {
  const messages = new Map<string, string[]>()
  for (const { id, message = 'no reason given' } of ofStatus(results, status))
    messages.set(message, [...(messages.get(message) ?? []), id])
  return [...messages]
}
