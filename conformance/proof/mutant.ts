import type { MakeMiddleware } from './messages.ts'

/** A server that breaks one thing in one place, and the checks that are meant to notice. */
export interface Mutant {
  /** The check that is meant to notice, what is broken, and where: `4.7/per-page-maximum: 100 are served, where per_page=60`. */
  readonly name: string
  /** Clauses that it breaks. */
  readonly breaks: readonly string[]
  /** Ids of the checks of which one has to fail. */
  readonly caughtBy: readonly string[]
  /** Checks whose requests lead to the place, for runs without all checks. */
  readonly reachedBy?: readonly string[]
  /** Checks that must not fail beside them, as nothing that they look at is broken. */
  readonly spares?: readonly string[]
  /** A piece of what the failure says, so that a failure for another reason is no catch. */
  readonly shows?: string
  /** Left to the full proof, as another place stands for the same rule and another rule for the same place. */
  readonly isOnlyInFull?: boolean
  readonly make: MakeMiddleware
}

/**
 * Rules in places. The quick proof takes a diagonal: each rule in one place, so that over the rules all places are met.
 * @param build makes the mutant of one rule in one place
 * @param most places that each rule gets at the most, spread over all of them; all of them unless given
 */
export const product = <R, P>(
  rules: readonly R[],
  places: readonly P[] | ((rule: R) => readonly P[]),
  build: (rule: R, place: P) => Mutant,
  most = Number.POSITIVE_INFINITY,
): readonly Mutant[] =>
  rules.flatMap((rule, at) => {
    const all = typeof places === 'function' ? places(rule) : places
    const step = Math.max(1, Math.ceil(all.length / most))
    // From another place for each rule, so that no place is always left out.
    const turned = all.map((_, index) => all[(index + at) % all.length] as P)
    const some = turned.filter((_, index) => index % step === 0)
    return some.map((place, index) => ({ ...build(rule, place), isOnlyInFull: index > 0 }))
  })
