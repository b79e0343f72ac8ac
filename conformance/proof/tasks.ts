import { profile } from '../../src/index.ts'
import { checks } from '../checks/index.ts'
import type { Result } from '../judge/outcome.ts'
import { run } from '../run.ts'
import type { Run } from '../run-result.ts'
import { readTarget } from '../target/read-target.ts'
import type { Target } from '../target/target.ts'
import { type LegalResult, misleadingSkips } from './false-positives.ts'
import { judgeMutant } from './judge-mutant.ts'
import { type MockPool, startMockPool } from './mock-pool.ts'
import { grease, mocks, secondServer, singleChoices } from './mocks.ts'
import type { Mutant } from './mutant.ts'
import { dimensions } from './mutants/index.ts'
import { judgeNull, nullServers } from './null-servers.ts'
import { onlyThen } from './only-then/index.ts'
import { startProxy } from './proxy.ts'
import { startSecondServer } from './second/server.ts'
import { liberties } from './variants/index.ts'
import { judgeVariant, type Variant } from './variants/variant.ts'

export type Scope = 'quick' | 'full' | 'explored'

/** The result of a server, in a form that worker threads can send. */
export interface Outcome {
  /** `alone`: a mutant that only the checks that must find it judge. */
  readonly kind: 'mutant' | 'alone' | 'legal' | 'null'
  /** The list that the server belongs to. */
  readonly dimension: string
  readonly name: string
  /** Errors of the kit in its results, a line each. */
  readonly faults: readonly string[]
  /** The clauses that a mutant breaks, and the ids of the checks that must find it; empty unless it is caught. */
  readonly breaks: readonly string[]
  readonly caughtBy: readonly string[]
  readonly passed: number
  readonly requests: number
  /** What found a mutant of the explorations: the checks before, or so many random requests. */
  readonly foundBy?: 'the checks' | number
}

/** A server to judge. */
interface Task {
  readonly dimension: string
  readonly name: string
  readonly judge: (pool: MockPool) => Promise<Outcome>
}

/**
 * Every server of the proof, in the same order in each thread.
 * @param seed the seed of explorations
 */
export const tasksOf = (scope: Scope, seed: string): readonly Task[] =>
  scope === 'explored' ? explorationTasks(seed) : checkTasks(scope)

const checkTasks = (scope: Scope): readonly Task[] => [
  ...mocks.map(({ name, judge }, at) => legalTask('mock', name, judge, at === 0)),
  ...secondServer.map(({ name, judge }) => legalTask('second implementation', name, judge)),
  ...(scope === 'full' ? singleChoices : []).map(({ name, judge }) =>
    legalTask('mock, one gap set', name, judge),
  ),
  ...grease(scope === 'full' ? 200 : 8).map(({ name, judge }) => legalTask('mock, random gaps', name, judge)),
  ...Object.entries(liberties).flatMap(([dimension, variants]) =>
    chosen(scope, variants).map((variant) =>
      legalTask(`variants: ${dimension}`, variant.name, (pool) => judgeVariant(pool, variant)),
    ),
  ),
  ...nullServers.map(
    (server): Task => ({
      dimension: 'null servers',
      name: server.name,
      judge: async (pool) => {
        const { run, complaints } = await judgeNull(pool, server)
        const faults = complaints.map((each) => `null server "${server.name}": ${each}`)
        return outcomeOf('null', 'null servers', server.name, run.results, run.requests, faults)
      },
    }),
  ),
  ...mutantTasks(scope),
]

/** Requests of each exploration. */
const mostRequests = 2_000

/** Legal servers, which an exploration must not accuse, and servers that break a clause only then. */
const explorationTasks = (seed: string): readonly Task[] => {
  const explored = (target: Target, bail = false): Promise<Run> => {
    const explore = { requests: mostRequests, seed }
    return run({ target, checks, observe: false, pause: async () => {}, explore, bail })
  }
  return [
    ...['literal', 'panel', ...Array.from({ length: 8 }, (_, at) => `grease:${at + 1}`)].map((named) =>
      exploredTask('legal', 'explored: mock', named, async () => {
        const own = await startMockPool({ gapSettings: profile(named).set('rate.limit', 'off') })
        return explored(own.fresh()).finally(() => own.close())
      }),
    ),
    exploredTask('legal', 'explored: second implementation', 'second server', async () => {
      const second = await startSecondServer()
      return explored(readTarget(second.target, 'second')).finally(() => second.close())
    }),
    ...Object.entries(liberties).flatMap(([dimension, variants]) =>
      chosen('quick', variants).map(({ name, make, target = (each) => each }) =>
        exploredTask('legal', `explored: ${dimension}`, name, async (pool) => {
          const proxy = await startProxy(pool.fresh(), make())
          return explored(target(proxy.target)).finally(() => proxy.close())
        }),
      ),
    ),
    ...onlyThen.map(({ name, operator, make }) =>
      exploredTask('mutant', `only then: ${operator}`, name, async (pool) => {
        const proxy = await startProxy(pool.fresh(), make())
        return explored(proxy.target, true).finally(() => proxy.close())
      }),
    ),
  ]
}

function exploredTask(
  kind: 'legal' | 'mutant',
  dimension: string,
  name: string,
  judge: (pool: MockPool) => Promise<Run>,
): Task {
  return {
    dimension,
    name,
    async judge(pool) {
      const { results, requests, exploration: explored } = await judge(pool)
      const wrong = results.filter(({ status }) => status === 'fail' || status === 'error')
      const { requests: sent = 0, notes = [] } = explored ?? {}
      // A server that locks the kit out ends an exploration.
      const isShort = sent < mostRequests && !dimension.endsWith(': lockouts')
      const faults =
        kind === 'legal'
          ? [
              ...wrong.map(({ id, message }) => `false positive on ${name}: ${id}: ${message}`),
              ...(isShort ? [`explored by ${sent} requests only: ${name}: ${notes.join('; ')}`] : []),
            ]
          : wrong.length === 0
            ? [`not caught: ${name}`]
            : []
      const isFound = kind === 'mutant' && wrong.length > 0
      return {
        ...outcomeOf(kind, dimension, name, results, requests, faults),
        ...(isFound && { foundBy: explored ? sent : 'the checks' }),
      }
    },
  }
}

/** The quick proof has one of so many variants, because each variant needs a whole run of the kit. */
const standsFor = 2

const chosen = (scope: Scope, variants: readonly Variant[]): readonly Variant[] =>
  scope === 'full'
    ? variants
    : variants.filter(({ isOnlyInFull }) => !isOnlyInFull).filter((_, at) => at % standsFor === 0)

function legalTask(
  dimension: string,
  name: string,
  judge: (pool: MockPool) => Promise<LegalResult>,
  mustPass = false,
): Task {
  return {
    dimension,
    name,
    judge: async (pool) => {
      const { run, falsePositives } = await judge(pool)
      const lines = (results: readonly Result[], what: string) =>
        results.map(({ id, status, message }) => `${what} on ${name}: ${id} ${status}: ${message}`)
      const faults = [
        ...lines(falsePositives, 'false positive'),
        ...lines(misleadingSkips(run.results), 'misleading skip'),
        ...(mustPass
          ? lines(
              run.results.filter(({ status }) => status === 'skip'),
              'not passed',
            )
          : []),
      ]
      return outcomeOf('legal', dimension, name, run.results, run.requests, faults)
    },
  }
}

const mutantTasks = (scope: Scope): readonly Task[] => [
  ...Object.entries(dimensions).flatMap(([dimension, mutants]) =>
    mutants
      .filter(({ isOnlyInFull }) => scope === 'full' || !isOnlyInFull)
      .map((mutant) =>
        // All checks take ten times as long, and whether checks affect each other depends on the rule and not on the
        // place.
        mutantTask(
          `mutants: ${dimension}`,
          mutant,
          scope === 'full' && !mutant.isOnlyInFull ? 'all' : 'its checks',
        ),
      ),
  ),
  ...Object.values(dimensions)
    .flat()
    .filter(({ caughtBy, reachedBy = [] }) => reachedBy.some((id) => !caughtBy.includes(id)))
    .filter((_, at) => scope === 'full' || at % aloneStandsFor === 0)
    .map((mutant) => mutantTask('mutants, with --only', mutant, 'alone')),
]

/** The quick proof judges one of so many mutants with `--only`, because each needs the requests of other checks too. */
const aloneStandsFor = 150

const mutantTask = (dimension: string, mutant: Mutant, scope: Parameters<typeof judgeMutant>[2]): Task => ({
  dimension,
  name: mutant.name,
  judge: async (pool) => {
    const { run, isCaught, meant, faults } = await judgeMutant(pool, mutant, scope)
    const said = meant.map(({ id, status, message = '' }) => `${id} ${status}: ${message}`)
    const missed = isCaught ? [] : [`not caught: ${mutant.name}; ${said.slice(0, 3).join('; ')}`]
    const broken = faults.map((fault) => `the proxy broke on ${mutant.name}: ${String(fault)}`)
    const kind = scope === 'alone' ? 'alone' : 'mutant'
    const outcome = outcomeOf(kind, dimension, mutant.name, run.results, run.requests, [...missed, ...broken])
    return isCaught && kind === 'mutant'
      ? { ...outcome, breaks: mutant.breaks, caughtBy: mutant.caughtBy }
      : outcome
  },
})

function outcomeOf(
  kind: Outcome['kind'],
  dimension: string,
  name: string,
  results: readonly Result[],
  requests: number,
  faults: readonly string[],
): Outcome {
  const passed = results.filter(({ status }) => status === 'pass').length
  return { kind, dimension, name, faults, breaks: [], caughtBy: [], passed, requests }
}

/** Judges a part of the tasks. */
export async function judgePart(
  pool: MockPool,
  tasks: readonly Task[],
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  for (const { dimension, name, judge } of tasks) {
    try {
      onOutcome(await judge(pool))
    } catch (error) {
      const faults = [`${dimension}, ${name}: ${error instanceof Error ? error.stack : String(error)}`]
      onOutcome({ ...outcomeOf('null', dimension, name, [], 0, faults) })
    }
  }
}
