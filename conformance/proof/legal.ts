import { patternMatches } from '../checks/choose.ts'
import type { Result } from '../judge/outcome.ts'
import type { Target } from '../target/target.ts'
import type { MakeMiddleware } from './messages.ts'
import { startProxy } from './proxy.ts'
import type { Task } from './task.ts'

/** A server that breaks no clause. */
export interface LegalServer extends Pick<Task, 'name' | 'start'> {
  /** Checks that the server leaves judged, so that skipping one of them is an error of the kit; `all` for every check. */
  readonly leavesJudged?: readonly string[] | 'all'
}

/** The mock server behind a middleware. */
export const behind =
  (make: MakeMiddleware, stated: (target: Target) => Target = (target) => target): Task['start'] =>
  async (pool) => {
    const proxy = await startProxy(pool.fresh(), make())
    return { ...proxy, target: stated(proxy.target) }
  }

/** Judges a server that breaks no clause: each failure and each error is a bug of the kit. */
export const legalTask = (dimension: string, { name, start, leavesJudged = [] }: LegalServer): Task => ({
  ...{ kind: 'legal', dimension, name, start },
  complaints: ({ results }) => {
    const lines = (wrong: readonly Result[], what: string) =>
      wrong.map(({ id, status, message }) => `${what} on ${name}: ${id} ${status}: ${message}`)
    const isDue = ({ id, status }: Result): boolean =>
      status === 'skip' && (leavesJudged === 'all' || leavesJudged.includes(id))
    return [
      ...lines(results.filter(isAccused), 'false positive'),
      ...lines(misleadingSkips(results), 'misleading skip'),
      ...lines(results.filter(isDue), 'not judged'),
    ]
  },
})

/** Whether a result is a failure of the server, or an error of the kit. */
export const isAccused = ({ status }: Result): boolean => status === 'fail' || status === 'error'

/** Skipped checks of a full run that refer to another check as the reason, although that check passed. */
export const misleadingSkips = (results: readonly Result[]): readonly Result[] =>
  results.filter(({ status, message = '' }) => {
    const [, named] = /^prerequisite: (\S+)$/.exec(message) ?? []
    if (status !== 'skip' || named === undefined) return false
    return !results.some((other) => other.status !== 'pass' && patternMatches(named, other.id))
  })
