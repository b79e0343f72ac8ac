import type { Level, Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import type { Failure } from '../judge/outcome.ts'
import { isSame } from '../judge/same.ts'
import type { Target } from '../target/target.ts'

/** A statement of the document, put to the test. */
export interface Check {
  /** `<section>/<slug>`, never reused for another check. */
  readonly id: string
  readonly section: Section
  /** Ids of the clauses it covers. */
  readonly clauses: readonly string[]
  readonly level: Level
  /** What holds, in the third person. */
  readonly title: string
  /** What of the responses it leaves unjudged, and why. */
  readonly ignored?: string
  /**
   * When it runs: checks that play fixtures come first, then the observations, then requests that have to be
   * refused for their tokens, and rules last, since they judge every response of the run.
   */
  readonly phase?: 'refusal' | 'rule'
  /** Sends the requests of a rule. Those of all rules are sent before the first rule judges, so that each judges all responses. */
  readonly play?: (fixtures: Fixtures) => Promise<void>
  /** Whether the check has nothing to judge in a target, such as a field that the target pins; the reason, if so. */
  readonly notSelected?: (fixtures: Fixtures) => string | undefined
  /**
   * Looks for a failure.
   * @throws Unjudged where the server cannot be judged
   */
  readonly run: (fixtures: Fixtures) => Promise<Failure | undefined>
}

/** Fails where a field of a response has another value than it should have; two writings of one value are the same. */
export function differs(
  exchange: Exchange,
  pointer: string,
  expected: unknown,
  actual: unknown,
  message: string,
): Failure | undefined {
  const field = pointer.slice(pointer.lastIndexOf('/') + 1)
  if (isSame(field, expected, actual)) return undefined
  return { message, expected: inJson(expected), actual: inJson(actual), pointer, exchange }
}

export const inJson = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** Why a check is not selected where the target does not name an optional resource that the check needs. */
export const needsResource =
  (name: keyof Target['resources']) =>
  ({ session }: Fixtures): string | undefined =>
    session.target.resources[name] === undefined ? `the target has no \`resources.${name}\`` : undefined

/** An id as slugs have it: `createUser` is `create-user`. */
export const kebab = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
