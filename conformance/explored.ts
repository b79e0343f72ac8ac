import { isWriting } from '../src/contract/index.ts'
import type { Check } from './checks/check.ts'
import { commandsOf } from './explore/commands.ts'
import { type ExploreOptions, Explorer } from './explore/explore.ts'
import { JudgedSteps } from './explore/judged-steps.ts'
import { putBackOthers } from './explore/put-back.ts'
import { cameEachTime, type Replay, storedSteps, whyUnproven } from './explore/replay.ts'
import { hasFields, type Tables, tablesOf } from './explore/tables.ts'
import type { Told } from './explore/trials.ts'
import { isBarred } from './judge/access.ts'
import type { Fixtures } from './judge/fixtures.ts'
import { type Result, whyUnjudged } from './judge/outcome.ts'
import type { Results } from './results.ts'
import type { RunOptions } from './run-options.ts'
import type { Explored } from './run-result.ts'
import { type Call, callsOf } from './steps/step.ts'

/**
 * Explores the server, and reports findings as failures of their checks. Checks that failed before have reported their
 * cause.
 */
export async function exploreMore(
  fixtures: Fixtures,
  { checks, bail }: RunOptions,
  explore: ExploreOptions,
  results: Results,
): Promise<Explored> {
  const explorer = new Explorer(
    fixtures,
    checks.filter((check) => (check.isMeasured ? results.statusOf(check) === 'pass' : results.isOpen(check))),
  )
  fixtures.putBacks.push(() => explorer.putBack())
  const { told, ...exploration } = await explorer.explore({ ...explore, ...(bail && { findings: 1 }) })
  for (const check of checks) {
    const found = told.find((each) => each.check === check.id)
    if (found) failBy(found, check, results)
  }
  const { resources } = fixtures.session.target
  return { ...exploration, findings: told.length, resources }
}

/** Records the finding of an exploration as a failure of its check. */
function failBy({ failure, steps, played, again }: Told, check: Check, results: Results): Result {
  const curl = commandsOf(played, (exchange) => results.commandOf(exchange)).join('\n')
  return results.fail(check, failure, { steps: storedSteps(steps, played), again, curl })
}

/** Whether an exploration may send a request: its values can be restored, or are harmless. */
const mayBeSent = ({ operation, subject, credential, fields }: Call, { sites }: Tables): boolean =>
  !isWriting(operation) ||
  !subject.startsWith('other') ||
  isBarred({ operation, credential }) ||
  sites.some(
    (site) =>
      site.operation === operation &&
      site.subject === subject &&
      site.tokens.length > 0 &&
      hasFields(site, fields),
  )

/** Sends the findings of an exploration again, instead of running the checks. */
export async function sendAgain(
  fixtures: Fixtures,
  options: RunOptions,
  replays: Replay['findings'],
  results: Results,
): Promise<void> {
  const checks = options.checks.filter(({ id }) => replays.some(({ check }) => check === id))
  // Values that the run restores at its end are read before the first write.
  const tables = await tablesOf(fixtures).catch(whyUnjudged)
  if ('skip' in tables) {
    for (const check of checks)
      results.report(results.set(check, { status: 'skip', message: tables.skip }), checks.length)
    return
  }
  fixtures.putBacks.push(() => putBackOthers(fixtures, tables))
  for (const check of checks) {
    let told: Told | undefined
    let cut: string | undefined
    for (const replay of replays.filter((each) => each.check === check.id)) {
      const unknown = replay.steps.flatMap(callsOf).find((call) => !mayBeSent(call, tables))
      if (unknown) {
        cut ??= `nothing shows ${unknown.subject} of the target, so that it could not be put back`
        continue
      }
      const { findings, played, ended } = await new JudgedSteps(fixtures, [check]).replay(replay.steps)
      const found = findings.find((finding) => finding.check === check.id)
      cut ??= ended
      if (found)
        told ??= {
          ...{ check: check.id, failure: found.failure, played },
          steps: replay.steps,
          again: 'it occurred again',
          keys: [],
        }
      if (found) continue
      if (!cameEachTime(replay))
        cut ??= `the requests show no failure now, which proves nothing. When it was found, ${replay.again}`
      const why = whyUnproven(fixtures, played)
      if (why !== undefined) cut ??= `the requests show no failure now, which proves nothing: ${why}`
    }
    const seen = cut === undefined ? { status: 'pass' as const } : { status: 'skip' as const, message: cut }
    results.report(told ? failBy(told, check, results) : results.set(check, seen), checks.length)
  }
}
