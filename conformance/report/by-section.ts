import { sections } from '../../src/contract/index.ts'
import type { Result, Status } from '../judge/outcome.ts'
import type { Run } from '../run-result.ts'

/** Results in the order of the document, under the titles of its sections. */
export const bySection = (results: readonly Result[]) =>
  sections
    .map(([section, title]) => ({
      section,
      title,
      results: results.filter((result) => result.section === section),
    }))
    .filter((each) => each.results.length > 0)

/** The results of some statuses, in the order of these statuses, and within each in the order of the document. */
export const ofStatus = (results: readonly Result[], ...statuses: readonly Status[]): Result[] =>
  statuses.flatMap((status) =>
    bySection(results).flatMap((each) => each.results.filter((result) => result.status === status)),
  )

/** Messages, each with the ids of its checks. */
export type ByMessage = readonly (readonly [message: string, ids: readonly string[]])[]

/** The reasons of skipped checks, each with the ids of the checks. */
export const skipsByReason = (results: readonly Result[]): ByMessage => byMessage(ofStatus(results, 'skip'))

/** The reasons why the target selects no checks, each with the ids of the checks. */
export const notSelectedByReason = ({ notSelected }: Pick<Run, 'notSelected'>): ByMessage =>
  byMessage(notSelected.map(({ id, reason }) => ({ id, message: reason })))

/** Skipped checks by what would make them judged, in the order of the document; undefined where nothing common would. */
export function skipsByRemedy(
  results: readonly Result[],
): readonly (readonly [remedy: string | undefined, reasons: ByMessage])[] {
  return grouped(ofStatus(results, 'skip'), ({ remedy }) => remedy).map(([remedy, own]) => [
    remedy,
    byMessage(own.map((result) => ({ ...result, message: reasonIn(result) }))),
  ])
}

/** The message of a skipped check without its remedy. */
const reasonIn = ({ message = noReason, remedy }: Result): string =>
  remedy === undefined ? message : message.replace(`; ${remedy}`, '')

/** A cause of failures: the first result with a message, and the other results with the same message. */
export type Cause = ReturnType<typeof causes>[number]

/** Failures and errors, grouped by message, in the order of the document. */
export const causes = (results: readonly Result[]) =>
  grouped(ofStatus(results, 'fail', 'error'), ({ status, message, id }) => `${status} ${message ?? id}`).map(
    ([, [result, ...others]]) => ({ result, others }),
  )

const noReason = 'no reason given'

export const byMessage = (results: readonly Pick<Result, 'id' | 'message'>[]): ByMessage =>
  grouped(results, ({ message = noReason }) => message).map(([message, own]) => [
    message,
    own.map(({ id }) => id),
  ])

/** Items by a key of theirs, in the order of the first item of each key. */
export function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K) {
  const groups = new Map<K, [T, ...T[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups]
}
