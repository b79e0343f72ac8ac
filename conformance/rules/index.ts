import type { Check } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import type { Context } from '../judge/fixtures.ts'
import { partsOf } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { failuresIn, isAbout, type ResponseRule } from '../judge/rule.ts'
import { Model } from '../model/model.ts'
import type { Entry } from '../steps/step.ts'
import { combined, grants, refuses } from './access.ts'
import { newUsers, placeholdersFilled, startupSent, tagsNow } from './effects.ts'
import { fileTaken } from './file-taken.ts'
import type { Finding, LogRule } from './finding.ts'
import { oneUuidEach, paths } from './identities.ts'
import { kept } from './kept.ts'
import { sameLists, samePages } from './lists.ts'
import { noUserYet, tagsKept, traces } from './refused-writes.ts'
import { shapes } from './shapes.ts'
import { spilled } from './spilled.ts'

const logRules: readonly LogRule[] = [
  ...[refuses, traces, grants, paths, tagsNow, startupSent, placeholdersFilled, spilled, fileTaken],
  ...[shapes, samePages, sameLists, combined, kept, oneUuidEach, noUserYet, tagsKept],
]

/** Whether a rule finds nothing in a granted response. */
const isSilent = (rule: ResponseRule, { exchange }: Entry, context: Context): boolean =>
  wasGranted(exchange) && failuresIn(rule, partsOf(exchange), context).length === 0

/** The findings that checks about single responses have in an entry. */
function responseFindings(
  { exchange }: Entry,
  checks: readonly Check[],
  context: Context,
): readonly Finding[] {
  if (!wasGranted(exchange)) return []
  const response = partsOf(exchange)
  return checks.flatMap(({ id, rule }) =>
    !rule || !isAbout(rule, response)
      ? []
      : failuresIn(rule, response, context).map((failure) => ({
          check: id,
          key: `${id} ${failure.message}`,
          failure,
          ...(failure.isOld && { isSettledBy: (again) => isSilent(rule, again, context) }),
        })),
  )
}

/** Judges a log entry by entry, with the model of the entries before. */
export class Judge {
  readonly model: Model
  readonly #checks: readonly Check[]
  readonly #context: Context

  /**
   * @param moving fields that were seen to change without a request
   * @param sent all exchanges of the run, those before this log too
   */
  constructor(
    checks: readonly Check[],
    context: Context,
    moving: Set<string>,
    sent?: () => readonly Exchange[],
  ) {
    this.model = new Model(moving, sent)
    this.#checks = checks.filter(({ rule }) => rule)
    this.#context = context
  }

  take(entries: readonly Entry[]): readonly Finding[] {
    for (const entry of entries) this.model.doubt(entry)
    const found = (rule: LogRule, entry: Entry): readonly Finding[] =>
      [...rule(entry, this.model, this.#context)].map(({ failure, ...finding }) => ({
        ...finding,
        failure: { exchange: entry.exchange, ...failure },
      }))
    const findings = entries.flatMap((entry) => [
      ...responseFindings(entry, this.#checks, this.#context),
      ...logRules.flatMap((rule) => found(rule, entry)),
    ])
    for (const entry of entries) this.model.learn(entry, entries)
    // Users that are created at once are compared with each other.
    return [...findings, ...entries.flatMap((entry) => found(newUsers, entry))]
  }
}
