import type { Level, OperationId, Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Fixtures, Granted } from '../judge/fixtures.ts'
import type { Failure, Outcome } from '../judge/outcome.ts'
import { isSame } from '../judge/same.ts'
import type { Target } from '../target/target.ts'

/** The inputs of a rule in addition to the response. */
export interface RuleContext {
  readonly target: Target
  /** `loose` accepts null in fields with an optional meaning. */
  readonly form: 'loose' | 'strict'
}

/** A pure statement about each granted response, whoever requested it. */
interface ResponseRule {
  /** The operations whose responses it judges; all if undefined. */
  readonly on?: readonly OperationId[]
  readonly judge: (answer: Granted, context: RuleContext) => Iterable<Failure>
}

/** A test of clauses. */
export interface Check extends CheckRow {
  readonly section: Section
  /** The level of its most certain clause. */
  readonly level: Level
}

/** What a check says of itself; its section and its level follow. */
export interface CheckRow {
  /** `<section>/<slug>`, never reused for another check. */
  readonly id: string
  /** Ids of the clauses that the check covers. */
  readonly clauses: readonly string[]
  /** A verb phrase in the third person about a server that passes the check. */
  readonly title: string
  /** The parts of the responses that the check does not judge, and the reason. */
  readonly ignored?: string
  /**
   * When the check runs: first those without a phase, which play fixtures, then the observations, then requests that
   * must be refused because of their tokens, then checks that compare the whole run and send a few requests, and rules
   * last: they send nothing, and judge every response of the run.
   */
  readonly phase?: 'refusal' | 'after' | 'rule'
  /**
   * Sends the requests of a rule. The requests of all rules are sent before the first rule judges, so that each rule
   * judges all responses.
   */
  readonly play?: (fixtures: Fixtures) => Promise<void>
  /** The statement about single responses that the check makes, if it makes one. */
  readonly rule?: ResponseRule
  /** Why the check has nothing to judge in a target, such as a pinned field; undefined if it has. */
  readonly notSelected?: (fixtures: Fixtures) => string | undefined
  /**
   * Runs the check, and returns a failure or the reason why there is no verdict, if there is one.
   * @throws Unjudged if a request that the check needs cannot be sent or was refused
   */
  readonly run: (fixtures: Fixtures) => Promise<Outcome>
}

/** A failure if a field of a response has another value than expected; two notations of one value are equal. */
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

/** Why a check is not selected: the target does not have an optional resource that the check needs. */
export const needsResource =
  (name: keyof Target['resources']) =>
  ({ session }: Fixtures): string | undefined =>
    session.target.resources[name] === undefined ? `the target has no \`resources.${name}\`` : undefined

/** An operation id in slug form: `createUser` is `create-user`. */
export const kebab = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
