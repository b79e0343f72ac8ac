import type { MakeMiddleware } from './messages.ts'

/** A server that breaks a rule in one place, and the checks that must find it. */
export interface Mutant {
  /**
   * The check that must fail, the broken rule, and the place: `4.7/per-page-maximum: 100 are served, where
   * per_page=60`.
   */
  readonly name: string
  /** Clauses that the mutant breaks. */
  readonly breaks: readonly string[]
  /** Ids of checks, at least one of which must fail. */
  readonly caughtBy: readonly string[]
  /** Checks whose requests reach the place; needed in runs with only some checks. */
  readonly reachedBy?: readonly string[]
  /** Checks that must not fail, because the mutant breaks nothing that they judge. */
  readonly spares?: readonly string[]
  /** A part of the failure, so that a failure for another reason does not count. */
  readonly shows?: string
  /** Whether only the full proof has the mutant, because others have the same rule in another place. */
  readonly isOnlyInFull?: boolean
  readonly make: MakeMiddleware
}

/**
 * Makes a mutant of each rule in each place. The quick proof has each rule in one place, so that all rules together
 * use all places.
 * @param build makes the mutant of a rule in a place
 * @param most maximum number of places for each rule, spread evenly; no limit by default
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
    // Each rule starts with another place, so that no place is always left out.
    const turned = all.map((_, index) => all[(index + at) % all.length] as P)
    const some = turned.filter((_, index) => index % step === 0)
    return some.map((place, index) => ({ ...build(rule, place), isOnlyInFull: index > 0 }))
  })
