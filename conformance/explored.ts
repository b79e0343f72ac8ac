import type { Check } from './checks/check.ts'
import { commandsOf } from './explore/commands.ts'
import { type ExploreOptions, Explorer } from './explore/explore.ts'
import { cameEachTime, type Replay } from './explore/replay.ts'
import { tablesOf } from './explore/tables.ts'
import type { Told } from './explore/trials.ts'
import type { Fixtures } from './judge/fixtures.ts'
import type { Result } from './judge/outcome.ts'
import type { Results } from './results.ts'
import type { RunOptions } from './run-options.ts'
import type { Explored } from './run-result.ts'

/**
 * Explores the server, and reports what is found as failures of the checks that it belongs to. Checks that failed before
 * have told their cause.
 */
export async function exploreMore(
  fixtures: Fixtures,
  { checks, bail }: RunOptions,
  explore: ExploreOptions,
  results: Results,
): Promise<{ readonly exploration: Explored; readonly putBack: () => Promise<void> }> {
  const explorer = new Explorer(
    fixtures,
    checks.filter((check) => results.isOpen(check)),
  )
  const { told, ...exploration } = await explorer.explore({ ...explore, ...(bail && { findings: 1 }) })
  for (const check of checks) {
    const found = told.find((each) => each.check === check.id)
    if (found) failBy(found, check, results)
  }
  const { resources } = fixtures.session.target
  return {
    putBack: () => explorer.putBack(),
    exploration: { ...exploration, findings: told.length, resources },
  }
}

/** Records the finding of an exploration as a failure of its check. */
function failBy({ failure, steps, played, again }: Told, check: Check, results: Results): Result {
  const curl = commandsOf(played, (exchange) => results.commandOf(exchange)).join('\n')
  return results.fail(check, failure, { steps, again, curl })
}

/** Sends the findings of an exploration again, instead of running the checks. */
export async function sendAgain(
  fixtures: Fixtures,
  options: RunOptions,
  replays: Replay['findings'],
  results: Results,
): Promise<void> {
  // What the run puts back at its end is read before the first write.
  await tablesOf(fixtures)
  const checks = options.checks.filter(({ id }) => replays.some(({ check }) => check === id))
  for (const check of checks) {
    let told: Told | undefined
    let cut: string | undefined
    for (const replay of replays.filter((each) => each.check === check.id)) {
      const { findings, played, ended } = await new Explorer(fixtures, [check]).replay(replay.steps)
      const found = findings.find((finding) => finding.check === check.id)
      cut ??= ended
      if (found)
        told ??= {
          ...{ check: check.id, failure: found.failure, played },
          steps: replay.steps,
          again: 'it came again',
        }
      else if (!cameEachTime(replay))
        cut ??= `the requests show nothing now, which proves nothing. When it was found, ${replay.again}`
    }
    const seen = cut === undefined ? { status: 'pass' as const } : { status: 'skip' as const, message: cut }
    results.report(told ? failBy(told, check, results) : results.set(check, seen), checks.length)
  }
}
