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

/** A cause of failures: the first result that tells it, and the others that say the same. */
export interface Cause {
  readonly result: Result
  readonly others: readonly Result[]
}

/** What went wrong, each cause once, in the order of the document. */
export function causes(results: readonly Result[]): readonly Cause[] {
  const all = new Map<string, Result[]>()
  for (const result of ofStatus(results, 'fail', 'error')) {
    const key = `${result.status} ${result.message ?? result.id}`
    all.set(key, [...(all.get(key) ?? []), result])
  }
  return [...all.values()].flatMap(([result, ...others]) => (result ? [{ result, others }] : []))
}

function byMessage(results: readonly Result[], status: Status): ByMessage {
  const messages = new Map<string, string[]>()
  for (const { id, message = 'no reason given' } of ofStatus(results, status))
    messages.set(message, [...(messages.get(message) ?? []), id])
  return [...messages]
}
