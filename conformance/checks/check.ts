import type { Level, Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Evidence, Fixtures, Scene } from '../judge/fixtures.ts'
import type { Failure, Outcome } from '../judge/outcome.ts'
import type { ResponseRule } from '../judge/rule.ts'
import { isSame } from '../judge/same.ts'
import type { Target } from '../target/target.ts'

/** A test of clauses. */
export interface Check extends CheckRow {
  readonly clauses: readonly string[]
  readonly section: Section
  /** The level of its most certain clause. */
  readonly level: Level
}

/**
 * A check as a row: its description, its requests, and its judgement of the evidence. It fails if `rule` or `judge`
 * does, or the rules over the log (`conformance/rules`) find under its id.
 */
export interface CheckRow {
  /** `<section>/<slug>`, never reused for another check. */
  readonly id: string
  /** Ids of the clauses that the check covers; the clause with the name of the check by default. */
  readonly clauses?: readonly string[]
  /** A verb phrase in the third person about a server that passes the check. */
  readonly title: string
  /** The parts of the responses that the check does not judge, and the reason. */
  readonly ignored?: string
  /** Why the check has nothing to judge in a target, such as a pinned field; undefined if it has. */
  readonly notSelected?: (fixtures: Fixtures) => string | undefined
  /**
   * When the scenes are played: `unwritten` if writes of other scenes may change what they read; `refusal`, after the
   * observations, if they send requests that must be refused for their tokens; `last` if they read values that the
   * others wrote, which is the phase of rules; otherwise first.
   */
  readonly phase?: Phase
  /** Scenes without which nothing can be judged: a reason why one was not played to its end is the result. */
  readonly needs?: readonly Scene[]
  /** Scenes that may show a failure; a server may refuse them. */
  readonly scenes?: readonly Scene[]
  /** Whether the scenes measure first that the server shows the effect, without which no other requests are judged. */
  readonly isMeasured?: true
  /** The statement about single responses that the check makes, if it makes one. */
  readonly rule?: ResponseRule
  /** The statement about all of the evidence that the check makes, if it makes one. It sends nothing. */
  readonly judge?: (evidence: Evidence) => Outcome
}

export type Phase = 'unwritten' | 'first' | 'refusal' | 'last'

export const phaseOf = ({ phase, rule }: CheckRow): Phase => phase ?? (rule ? 'last' : 'first')

/** A failure if a field of a response has another value than expected; two notations of one value are equal. */
export function failureIfDifferent(
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
  ({ target }: Pick<Evidence, 'target'>): string | undefined =>
    target.resources[name] === undefined ? `the target has no \`resources.${name}\`` : undefined
