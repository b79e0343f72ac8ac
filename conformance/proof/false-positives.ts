import { checks } from '../checks/index.ts'
import { patternMatches } from '../checks/select.ts'
import type { Result } from '../judge/outcome.ts'
import { type Run, run } from '../run.ts'
import type { Target } from '../target/target.ts'

/** What the kit said of a server that keeps every clause. */
export interface LegalResult {
  readonly name: string
  readonly run: Run
  /** Failures and errors: each is a fault of the kit. */
  readonly falsePositives: readonly Result[]
}

/** Judges a server that breaks nothing. */
export async function judgeLegal(name: string, target: Target): Promise<LegalResult> {
  // Nothing is gained by waiting for a server that only pretends to be busy.
  const pause = async (): Promise<void> => {}
  const outcome = await run({ target, checks, pause })
  const falsePositives = outcome.results.filter(({ status }) => status === 'fail' || status === 'error')
  return { name, run: outcome, falsePositives }
}

/** Skips of a run with all checks that send their reader to a check that has nothing to say, as it passed. */
export const misleadingSkips = (results: readonly Result[]): readonly Result[] =>
  results.filter(({ status, message = '' }) => {
    const [, named] = /^prerequisite: (\S+)$/.exec(message) ?? []
    if (status !== 'skip' || named === undefined) return false
    return !results.some((other) => other.status !== 'pass' && patternMatches(named, other.id))
  })
