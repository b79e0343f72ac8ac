import { checks } from '../checks/index.ts'
import type { Hearing } from './alarm.ts'
import { hearGrease } from './grease.ts'
import { inParallel } from './in-parallel.ts'
import { misled } from './misled.ts'
import { hearSecond, mocks, singleChoices } from './mocks.ts'
import { mutants } from './mutants/index.ts'
import { hearNull, type NullHearing, nullServers } from './null-servers.ts'
import { startStage } from './stage.ts'
import { type Trial, tryMutant } from './trial.ts'
import { hearVariant, variants } from './variants.ts'

/** Everything that the proof found out. */
export interface Proof {
  readonly trials: readonly Trial[]
  /** The mock as it comes: each check has to pass. */
  readonly plain: Hearing
  readonly mocks: readonly Hearing[]
  readonly choices: readonly Hearing[]
  readonly grease: readonly Hearing[]
  readonly variants: readonly Hearing[]
  readonly second: Hearing
  readonly nulls: readonly NullHearing[]
  readonly milliseconds: number
}

/** Servers at once; more only wait for the same processor. */
const atOnce = 4

const seeds = (many: number): number[] => Array.from({ length: many }, (_, at) => at + 1)

/** @param scope `full`: every mutant with every check, every choice at every gap, and many seeds */
export async function prove(scope: 'quick' | 'full'): Promise<Proof> {
  const started = performance.now()
  const isFull = scope === 'full'
  const stage = await startStage()
  try {
    const heard = await inParallel(mocks, atOnce, (mock) => mock.hear())
    const [plain, ...rest] = heard
    if (!plain) throw new Error('there is no mock to judge')
    return {
      plain,
      mocks: rest,
      second: await hearSecond(),
      choices: isFull ? await inParallel(singleChoices, atOnce, (choice) => choice.hear()) : [],
      variants: await inParallel(variants, atOnce, (variant) => hearVariant(stage, variant)),
      grease: await inParallel(seeds(isFull ? 200 : 30), atOnce, hearGrease),
      nulls: await inParallel(nullServers, atOnce, (server) => hearNull(stage, server)),
      trials: await inParallel(mutants, atOnce, (mutant) =>
        tryMutant(stage, mutant, isFull ? 'all' : 'its check'),
      ),
      milliseconds: performance.now() - started,
    }
  } finally {
    await stage.close()
  }
}

/** Everything that is amiss, a line each; the kit is proved if there is none. */
export function amiss({ trials, plain, mocks, choices, grease, variants, second, nulls }: Proof): string[] {
  const healthy = [plain, ...mocks, ...choices, ...grease, ...variants, second]
  const whole = [
    ...healthy.map(({ name, run }) => ({ name, run })),
    ...trials.filter(({ isWhole }) => isWhole).map(({ mutant, run }) => ({ name: mutant.name, run })),
  ]
  const unproved = checks.filter(({ id }) => !trials.some(({ mutant }) => mutant.caughtBy === id))
  return [
    ...trials
      .filter(({ isCaught }) => !isCaught)
      .map(
        ({ mutant, result }) =>
          `not caught: ${mutant.name}; ${mutant.caughtBy} says ${result?.status}: ${result?.message ?? ''}`,
      ),
    ...unproved.map(({ id }) => `no mutant: ${id}`),
    ...healthy.flatMap(({ name, alarms }) =>
      alarms.map(({ id, status, message }) => `false alarm on ${name}: ${id} ${status}: ${message}`),
    ),
    ...plain.run.results
      .filter(({ status }) => status !== 'pass')
      .map(({ id, status, message }) => `not passed by ${plain.name}: ${id} ${status}: ${message}`),
    ...whole.flatMap(({ name, run }) =>
      misled(run.results).map(
        ({ id, message }) => `no reason on ${name}: ${id} skips for what passed, ${message}`,
      ),
    ),
    ...nulls.flatMap(({ name, complaints }) => complaints.map((each) => `${name}: ${each}`)),
  ]
}
