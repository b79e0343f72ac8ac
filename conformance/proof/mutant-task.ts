import { checks } from '../checks/index.ts'
import type { Result } from '../judge/outcome.ts'
import { behind } from './legal.ts'
import type { Mutant } from './mutant.ts'
import type { Task } from './task.ts'

/**
 * Judges a mutant: with the checks in `caughtBy` and `reachedBy` and their requests only, with those in `caughtBy` as
 * `--only` runs them, or with all checks.
 */
export function mutantTask(dimension: string, mutant: Mutant, scope: 'its checks' | 'alone' | 'all'): Task {
  const { name, breaks, caughtBy, reachedBy = [], spares = [], make } = mutant
  const isAlone = scope === 'alone'
  const its = new Set(isAlone ? caughtBy : [...caughtBy, ...reachedBy, ...spares])
  return {
    ...{ kind: isAlone ? 'alone' : 'mutant', dimension, name, breaks, caughtBy, start: behind(make) },
    options: {
      ...(scope !== 'all' && { checks: checks.filter(({ id }) => its.has(id)) }),
      observe: scope === 'all',
      requests: isAlone ? 'needed' : 'own',
    },
    complaints({ results }) {
      const meant = results.filter(({ id }) => caughtBy.includes(id))
      const isSpared = !results.some(({ id, status }) => spares.includes(id) && status === 'fail')
      if (isSpared && meant.some((result) => isCatch(result, mutant))) return []
      const said = meant.map(({ id, status, message = '' }) => `${id} ${status}: ${message}`)
      return [`not caught: ${name}; ${said.slice(0, 3).join('; ')}`]
    },
  }
}

/** Whether a result is a complete failure that mentions the fault of the mutant. */
function isCatch({ status, message, expected, actual, pointer = '' }: Result, { shows }: Mutant): boolean {
  if (status !== 'fail' || !message || expected === undefined || actual === undefined) return false
  return shows === undefined || [message, expected, actual, pointer].join('\n').includes(shows)
}
