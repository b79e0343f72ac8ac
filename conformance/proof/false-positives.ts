import { checks } from '../checks/index.ts'
import { patternMatches } from '../checks/select.ts'
import type { Result } from '../judge/outcome.ts'
import { run } from '../run.ts'
import type { Run } from '../run-result.ts'
import type { Target } from '../target/target.ts'

/** The results of a server that keeps every clause. */
export interface LegalResult {
  readonly name: string
  readonly run: Run
  /** Failures and errors, which are all bugs of the kit. */
  readonly falsePositives: readonly Result[]
}

/** Runs the kit against a server that breaks no clause. */
export async function judgeLegal(name: string, target: Target): Promise<LegalResult> {
  // The server only simulates that it is busy, so waiting is unnecessary.
  const pause = async (): Promise<void> => {}
  const outcome = await run({ target, checks, pause })
  const falsePositives = outcome.results.filter(({ status }) => status === 'fail' || status === 'error')
  return { name, run: outcome, falsePositives }
}

/** Skipped checks of a full run that refer to another check as the reason, although that check passed. */
export const misleadingSkips = (results: readonly Result[]): readonly Result[] =>
  results.filter(({ status, message = '' }) => {
    const [, named] = /^prerequisite: (\S+)$/.exec(message) ?? []
    if (status !== 'skip' || named === undefined) return false
    return !results.some((other) => other.status !== 'pass' && patternMatches(named, other.id))
  })
