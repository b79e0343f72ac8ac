import { plural } from '../../src/contract/checking/words.ts'
import { sections } from '../../src/contract/index.ts'
import type { Result, Status } from '../judge/outcome.ts'
import type { Run } from '../run-result.ts'

/** How reports show each status: in a word, by a mark, and in a colour of terminals. */
export const looks = {
  pass: { word: 'passed', mark: '✓', colour: 'green' },
  fail: { word: 'failed', mark: '✗', colour: 'red' },
  error: { word: 'errored', mark: '‼', colour: 'red' },
  warn: { word: 'warned', mark: '!', colour: 'yellow' },
  known: { word: 'known', mark: '~', colour: 'yellow' },
  skip: { word: 'skipped', mark: '-', colour: 'dim' },
} as const satisfies Readonly<Record<Status, object>>

export const statuses = Object.keys(looks) as readonly Status[]

/** The number of checks of each status. */
export function summaryOf(results: readonly Pick<Result, 'status'>[]) {
  const summary: Record<Status, number> = { pass: 0, fail: 0, warn: 0, skip: 0, error: 0, known: 0 }
  for (const { status } of results) summary[status] += 1
  return summary
}

/** The number of checks of each status in words, such as `8 passed, 1 failed`. */
export function countsInWords(results: readonly Pick<Result, 'status'>[]): string {
  const summary = summaryOf(results)
  const counts = statuses.filter((status) => summary[status] > 0)
  return counts.map((status) => `${summary[status]} ${looks[status].word}`).join(', ') || 'no checks'
}

/** The verdict as a sentence. */
export function verdictInWords(run: Run): string {
  const { verdict, results, stale, cut, targetProblems, notSelected, leftOut = 0, exchanges } = run
  const early = cut === undefined ? run.exploration?.ended : undefined
  const failure = exchanges.find((exchange) => exchange.failure !== undefined)?.failure
  if (verdict === 'incomplete' && results.length === 0 && targetProblems.length > 0)
    return 'Nothing was checked, because the target file must be corrected first.'
  const { fail, error, skip, warn, known } = summaryOf(results)
  const but = [warn > 0 && plural(warn, 'warning'), known > 0 && plural(known, 'known deviation')]
    .filter((part) => part !== false)
    .join(' and ')
  const of = leftOut + results.length + notSelected.length + (cut ?? 0)
  const part = leftOut === 0 || verdict === 'unreachable' ? '' : ` ${leftOut} of ${of} checks were left out.`
  const unselected = unselectedInWords(notSelected)
  const isUnjudged = skip > 0 || (cut ?? early) === undefined
  const unjudged = isUnjudged ? `, but ${plural(skip, 'check')} could not be judged` : ''
  const nothing =
    results.length === 0 && cut === undefined ? 'Nothing was checked.' : `Nothing failed${unjudged}.`
  const sentences: Readonly<Record<Run['verdict'], string>> = {
    conforms: `The server conforms to every clause that was checked${but && `, with ${but}`}.${unselected}`,
    nonconforming: [
      fail > 0 && `${plural(fail, 'check')} failed.`,
      stale.length > 0 &&
        `${plural(stale.length, 'known deviation')} ${stale.length > 1 ? 'excuse' : 'excuses'} no failure any more.`,
    ]
      .filter((part) => part !== false)
      .join(' '),
    incomplete: `${nothing}${unselected}`,
    unreachable: `No response came, so nothing was checked${failure === undefined ? '' : `: ${failure}`}.`,
    error: `The kit itself failed in ${plural(error, 'check')}.`,
  }
  const ended = [
    endedInWords(run) ?? [],
    early === undefined ? [] : `The exploration ended early: ${early}.`,
  ].flat()
  return [sentences[verdict], ...ended].join(' ') + part
}

/** A sentence about a run that ended early; undefined for any other. */
const endedInWords = ({ cut }: Run): string | undefined =>
  cut === undefined
    ? undefined
    : `The run was ended before ${cut > 0 ? `${plural(cut, 'check')} could begin` : 'all was judged'}.`

/**
 * Parts of an operation of the document that are not judged because of the target, by the check that is not selected.
 */
const leftOut: Readonly<Record<string, string>> = {
  '4.5/environment': 'the environment',
  '4.5/install-script': 'the install-script behavior',
}

/** The number of checks that were not selected, and the keys of the target that select some of them; empty if none. */
function unselectedInWords(notSelected: Run['notSelected']): string {
  if (notSelected.length === 0) return ''
  const keys = new Set(
    notSelected.flatMap(({ reason }) => /`(?:resources|tokens|requests)\.\w+`/.exec(reason) ?? []),
  )
  const more = keys.size === 0 ? '' : `; more are selected with ${[...keys].join(', ')} in the target`
  const left = notSelected.flatMap(({ id }) => leftOut[id] ?? [])
  const what =
    left.length === 0
      ? ''
      : `, so ${left.join(' and ')} of a server ${left.length === 1 ? 'was' : 'were'} not judged`
  return ` ${plural(notSelected.length, 'check')} ${notSelected.length === 1 ? 'was' : 'were'} not selected${what}${more}.`
}

/** The cost of a run, such as `187 requests in 2.3 s`. */
export const effort = ({ requests, milliseconds }: Run): string =>
  `${plural(requests, 'request')} in ${(milliseconds / 1000).toFixed(1)} s`

/** The exploration in words; undefined if there was none. */
export function exploredInWords({ exploration }: Run): string | undefined {
  if (!exploration) return undefined
  const { requests, episodes, repeated, findings, seed } = exploration
  const found = findings === 0 ? 'found nothing' : `failed ${plural(findings, 'check')}`
  const more = repeated === 0 ? '' : `, and ${repeated} to make that small`
  return `${plural(requests, 'random request')} in ${plural(episodes, 'episode')} ${found}${more} (--explore-seed ${seed}).`
}

/** The reasons why checks are not selected, each with the ids of these checks. */
export const notSelectedLines = (run: Pick<Run, 'notSelected'>): readonly string[] =>
  notSelectedByReason(run).map(([reason, ids]) => `${reason} (${ids.join(', ')})`)

/** Remarks that are no results, by title, with the long ones last; reports for programs have them as well. */
export const remarks = (run: Run): readonly (readonly [title: string, lines: readonly string[]])[] =>
  [
    ['Ended early', [endedInWords(run) ?? []].flat()] as const,
    ['The target', run.targetProblems] as const,
    ['Left behind', run.ledger] as const,
    ['Explored', run.exploration?.notes ?? []] as const,
    ['Not selected', notSelectedLines(run)] as const,
  ].filter(([, lines]) => lines.length > 0)

/** The remarks as lines that begin with their title. */
export const remarkLines = (run: Run): readonly string[] =>
  remarks(run).flatMap(([title, lines]) => lines.map((line) => `${title}: ${line}`))

/** The maximum number of requests with 5xx responses that are listed. */
const mostErrors = 10

/** The requests with 5xx responses, up to the maximum, and the number of the others. */
export function serverErrorLines({ serverErrors }: Pick<Run, 'serverErrors'>): readonly string[] {
  const rest = serverErrors.length - mostErrors
  return [
    ...serverErrors.slice(0, mostErrors),
    ...(rest > 0 ? [`and ${rest} more, which the HAR report has`] : []),
  ]
}

/** The results of the checks of a section. */
export type OfSection = ReturnType<typeof bySection>[number]

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
