import { profile } from '../../src/index.ts'
import { behind, isAccused, type LegalServer, legalTask } from './legal.ts'
import { grease, mock, mocks, secondServer, singleChoices } from './mocks.ts'
import { mutantTask } from './mutant-task.ts'
import { dimensions } from './mutants/index.ts'
import { nullServers, nullTask } from './null-servers.ts'
import { onlyThen } from './only-then/index.ts'
import type { Task } from './task.ts'
import { liberties } from './variants/index.ts'

export type Scope = 'quick' | 'full' | 'explored'

/**
 * Every server of the proof, in the same order in each thread.
 * @param seed the seed of explorations
 */
export const tasksOf = (scope: Scope, seed: string): readonly Task[] =>
  scope === 'explored' ? explorationTasks(seed) : checkTasks(scope)

const checkTasks = (scope: Scope): readonly Task[] => [
  ...mocks.map((server) => legalTask('mock', server)),
  legalTask('second implementation', secondServer),
  ...(scope === 'full' ? singleChoices : []).map((server) => legalTask('mock, one gap set', server)),
  ...grease(scope === 'full' ? 200 : 8).map((server) => legalTask('mock, random gaps', server)),
  ...variants(scope).map(([dimension, server]) => legalTask(`variants: ${dimension}`, server)),
  ...nullServers.map(nullTask),
  ...mutantTasks(scope),
]

/** The quick proof has one of so many variants, because each variant needs a whole run of the kit. */
const standsFor = 2

/** The legal servers of a scope, each with its subject. */
const variants = (scope: Scope): readonly (readonly [dimension: string, LegalServer])[] =>
  Object.entries(liberties).flatMap(([dimension, all]) =>
    all
      .filter(({ isOnlyInFull }) => scope === 'full' || !isOnlyInFull)
      .filter((_, at) => scope === 'full' || at % standsFor === 0)
      .map(({ make, target, ...server }) => [dimension, { ...server, start: behind(make, target) }] as const),
  )

/** The quick proof judges one of so many mutants with `--only`, because each needs the requests of other checks too. */
const aloneStandsFor = 150

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

/** Requests of each exploration. */
const mostRequests = 2_000

/** Legal servers, which an exploration must not accuse, and servers that break a clause only then. */
const explorationTasks = (seed: string): readonly Task[] => {
  const explored = (kind: 'legal' | 'mutant', dimension: string, { name, start }: LegalServer): Task => ({
    ...{ kind, dimension, name, start },
    options: { observe: false, explore: { requests: mostRequests, seed }, bail: kind === 'mutant' },
    complaints({ results, exploration: { requests: sent = 0, notes = [] } = {} }) {
      const wrong = results.filter(isAccused)
      if (kind === 'mutant') return wrong.length === 0 ? [`not caught: ${name}`] : []
      // A server that locks the kit out ends an exploration.
      const isShort = sent < mostRequests && !dimension.endsWith(': lockouts')
      return [
        ...wrong.map(({ id, message }) => `false positive on ${name}: ${id}: ${message}`),
        ...(isShort ? [`explored by ${sent} requests only: ${name}: ${notes.join('; ')}`] : []),
      ]
    },
  })
  return [
    ...['literal', 'panel', ...Array.from({ length: 8 }, (_, at) => `grease:${at + 1}`)].map((named) =>
      explored(
        'legal',
        'explored: mock',
        mock(named, { gapSettings: profile(named).set('rate.limit', 'off') }),
      ),
    ),
    explored('legal', 'explored: second implementation', secondServer),
    ...variants('quick').map(([dimension, server]) => explored('legal', `explored: ${dimension}`, server)),
    ...onlyThen.map(({ name, operator, make }) =>
      explored('mutant', `only then: ${operator}`, { name, start: behind(make) }),
    ),
  ]
}
