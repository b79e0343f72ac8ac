import { checks } from '../checks/index.ts'
import type { Result } from '../judge/outcome.ts'
import { run } from '../run.ts'
import type { Run } from '../run-result.ts'
import type { MockPool } from './mock-pool.ts'
import type { Mutant } from './mutant.ts'
import { startProxy } from './proxy.ts'

/** The result of a mutant. */
export interface MutantResult {
  readonly mutant: Mutant
  readonly isCaught: boolean
  /** Results of the checks in `caughtBy`. */
  readonly meant: readonly Result[]
  readonly run: Run
  /** Errors of the proxy itself, which are not failures of a server. */
  readonly faults: readonly unknown[]
}

/**
 * Runs the kit against a mutant: with the checks in `caughtBy` and `reachedBy` and their requests only, with those in
 * `caughtBy` as `--only` runs them, or with all checks.
 */
export async function judgeMutant(
  pool: MockPool,
  mutant: Mutant,
  scope: 'its checks' | 'alone' | 'all',
): Promise<MutantResult> {
  const { caughtBy, reachedBy = [], spares = [], make } = mutant
  const isAlone = scope === 'alone'
  const proxy = await startProxy(pool.fresh(), make())
  const its = new Set(isAlone ? caughtBy : [...caughtBy, ...reachedBy, ...spares])
  try {
    const outcome = await run({
      target: proxy.target,
      checks: scope === 'all' ? checks : checks.filter(({ id }) => its.has(id)),
      observe: scope === 'all',
      requests: isAlone ? 'needed' : 'own',
      pause: async () => {},
    })
    const meant = outcome.results.filter(({ id }) => caughtBy.includes(id))
    const isSpared = !outcome.results.some(({ id, status }) => spares.includes(id) && status === 'fail')
    const isCaught = proxy.faults.length === 0 && isSpared && meant.some((result) => isCatch(result, mutant))
    return { mutant, isCaught, meant, run: outcome, faults: proxy.faults }
  } finally {
    await proxy.close()
  }
}

/** Whether a result is a complete failure that mentions what the mutant breaks. */
function isCatch({ status, message, expected, actual, pointer = '' }: Result, { shows }: Mutant): boolean {
  if (status !== 'fail' || !message || expected === undefined || actual === undefined) return false
  return shows === undefined || [message, expected, actual, pointer].join('\n').includes(shows)
}
