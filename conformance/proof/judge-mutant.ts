import { checks } from '../checks/index.ts'
import type { Result } from '../judge/outcome.ts'
import { type Run, run } from '../run.ts'
import type { MockPool } from './mock-pool.ts'
import type { Mutant } from './mutant.ts'
import { startProxy } from './proxy.ts'

/** What became of a mutant. */
export interface MutantResult {
  readonly mutant: Mutant
  readonly isCaught: boolean
  /** Results of the checks that were meant to notice. */
  readonly meant: readonly Result[]
  readonly run: Run
  /** Faults of the proxy itself, for which no server can be blamed. */
  readonly faults: readonly unknown[]
}

/** Sends the kit at a mutant: with the checks that are meant to notice and those that lead there, or with all. */
export async function judgeMutant(
  pool: MockPool,
  mutant: Mutant,
  scope: 'its checks' | 'all',
): Promise<MutantResult> {
  const { caughtBy, reachedBy = [], spares = [], make } = mutant
  const proxy = await startProxy(pool.fresh(), make())
  const its = new Set([...caughtBy, ...reachedBy, ...spares])
  try {
    const outcome = await run({
      target: proxy.target,
      checks: scope === 'all' ? checks : checks.filter(({ id }) => its.has(id)),
      observe: scope === 'all',
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

/** A failure counts if it says what is wrong, and if that is what the mutant does. */
function isCatch({ status, message, expected, actual, pointer = '' }: Result, { shows }: Mutant): boolean {
  if (status !== 'fail' || !message || expected === undefined || actual === undefined) return false
  return shows === undefined || [message, expected, actual, pointer].join('\n').includes(shows)
}
