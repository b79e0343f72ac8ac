import { checks } from '../checks/index.ts'
import { type RunOptions, run } from '../run.ts'
import type { Run } from '../run-result.ts'
import type { Target } from '../target/target.ts'
import type { MockPool } from './mock-pool.ts'

/** A server that runs, and the target by which the kit reaches it. */
export interface Standing {
  readonly target: Target
  /** Errors of a proxy itself, which are not failures of a server. */
  readonly faults?: readonly unknown[]
  close(): Promise<void>
}

/** A server to judge, and what its results must show. */
export interface Task {
  /** `alone`: a mutant that only the checks that must find it judge. */
  readonly kind: 'mutant' | 'alone' | 'legal' | 'null'
  /** The list that the server belongs to. */
  readonly dimension: string
  readonly name: string
  readonly start: (pool: MockPool) => Promise<Standing>
  /** How the kit runs; with all checks by default. */
  readonly options?: Partial<RunOptions>
  /** Errors of the kit in the results of the server, a line each. */
  readonly complaints: (run: Run) => readonly string[]
  /** The clauses that a mutant breaks, and the ids of the checks that must find it. */
  readonly breaks?: readonly string[]
  readonly caughtBy?: readonly string[]
}

/** The result of a server, in a form that worker threads can send. */
export type Outcome = Awaited<ReturnType<typeof judge>>

/** Runs the kit against a server. The server only simulates that it is busy, so the kit does not wait. */
export async function judge(pool: MockPool, task: Task) {
  const { kind, dimension, name, start, options, complaints, breaks = [], caughtBy = [] } = task
  const { target, faults: broken = [], close } = await start(pool)
  try {
    const outcome = await run({ target, checks, pause: async () => {}, ...options })
    const { results, requests, exploration } = outcome
    const faults = [
      ...complaints(outcome),
      ...broken.map((fault) => `the proxy broke on ${name}: ${String(fault)}`),
    ]
    const isCaught = kind === 'mutant' && faults.length === 0
    const passed = results.filter(({ status }) => status === 'pass').length
    return {
      ...{ kind, dimension, name, passed, requests },
      /** Errors of the kit in its results, a line each. */
      faults,
      /** Those of a mutant; empty unless it is caught. */
      ...(isCaught ? { breaks, caughtBy } : { breaks: [], caughtBy: [] }),
      /** What found a mutant of the explorations: the checks before, or so many random requests. */
      ...(isCaught && options?.explore && { foundBy: exploration?.requests ?? ('the checks' as const) }),
    }
  } finally {
    await close()
  }
}
