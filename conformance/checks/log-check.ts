import type { Fixtures } from '../judge/fixtures.ts'
import { ignoreUnjudged } from '../judge/outcome.ts'
import type { Check } from './check.ts'

/** A check whose failures the rules over the log of the run find (`rules/confirm.ts`). */
interface LogCheck extends Omit<Check, 'run' | 'play' | 'phase' | 'rule'> {
  /** Requests without which nothing is judged. @throws Unjudged if they show nothing */
  readonly evidence: (fixtures: Fixtures) => Promise<unknown>
  /** Requests that may show a failure; a server may refuse them. */
  readonly scenes?: readonly ((fixtures: Fixtures) => Promise<unknown>)[]
}

export const logCheck = ({ evidence, scenes = [], ...check }: LogCheck): Check => ({
  ...check,
  async run(fixtures) {
    await evidence(fixtures)
    for (const scene of scenes) await scene(fixtures).catch(ignoreUnjudged)
    return undefined
  },
})
