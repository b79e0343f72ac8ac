import { checks } from '../checks/index.ts'
import type { Result } from '../judge/outcome.ts'
import { type Run, run } from '../run.ts'
import { startLayered } from './layered.ts'
import type { Mutant } from './mutant.ts'
import type { Stage } from './stage.ts'

/** What became of a mutant. */
export interface Trial {
  readonly mutant: Mutant
  readonly isCaught: boolean
  /** Whether all checks were run. */
  readonly isWhole: boolean
  /** What the check said that was to catch it. */
  readonly result: Result | undefined
  readonly run: Run
}

/** Sends the kit at a mutant: with the one check that was made for it, or with all. */
export async function tryMutant(stage: Stage, mutant: Mutant, scope: 'its check' | 'all'): Promise<Trial> {
  const server = await startLayered(stage.fresh(), mutant.make())
  const isNarrow = scope === 'its check'
  let left: Promise<void> | undefined
  try {
    const outcome = await run({
      target: server.target,
      checks: isNarrow ? checks.filter(({ id }) => id === mutant.caughtBy) : checks,
      // Once its check has spoken the mutant is gone: what observers would ask of it proves nothing.
      ...(isNarrow && {
        onResult: () => {
          left = server.close()
        },
      }),
    })
    const result = outcome.results.find(({ id }) => id === mutant.caughtBy)
    const isCaught = server.faults.length === 0 && isCatch(result, mutant)
    return { mutant, isCaught, isWhole: !isNarrow, result, run: outcome }
  } finally {
    await (left ?? server.close())
  }
}

/** A failure counts if it says what is wrong, and if that is what the mutant does. */
function isCatch(result: Result | undefined, { shows }: Mutant): boolean {
  if (result?.status !== 'fail') return false
  const { message, expected, actual, pointer = '' } = result
  if (!message || expected === undefined || actual === undefined) return false
  return shows === undefined || [message, expected, actual, pointer].join('\n').includes(shows)
}
