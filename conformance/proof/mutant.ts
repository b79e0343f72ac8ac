import { clauses, type OperationId, operations } from '../../src/contract/index.ts'
import { checks as allChecks } from '../checks/index.ts'
import { put } from './json.ts'
import type { MakeMiddleware } from './messages.ts'
import { answeredAt, type Change, type Place } from './places.ts'

/** The fault of a server, and how it must be found. */
export interface Rule {
  /** Ids of checks, at least one of which must fail; the first one is in the name. */
  readonly checks: string | readonly string[]
  /** The broken rule, in words. */
  readonly inWords: string
  /** Clauses that are broken; what the first check guards by default. */
  readonly breaks?: readonly string[]
  /** Checks whose requests reach the place; needed in runs with only some checks. */
  readonly reachedBy?: readonly string[]
  /** Checks that must not fail, because the mutant breaks nothing that they judge. */
  readonly spares?: readonly string[]
  /** A part of the failure, so that a failure for another reason does not count. */
  readonly shows?: string
  /** Whether only the full proof has the mutant, because others have the same rule in another place. */
  readonly isOnlyInFull?: boolean
}

type More = Omit<Rule, 'checks' | 'inWords'>

/** A server that breaks a rule in one place, and the checks that must find it. */
export interface Mutant extends More {
  /**
   * The check that must fail, the broken rule, and the place: `4.7/per-page-maximum: 100 are served, where
   * per_page=60`.
   */
  readonly name: string
  readonly breaks: readonly string[]
  readonly caughtBy: readonly string[]
  readonly make: MakeMiddleware
}

const clauseIds = new Set(clauses.map(({ id }) => id))
const clausesOfChecks = new Map(allChecks.map((check) => [check.id, check.clauses]))

/** The existing ones of some checks of an operation. */
export const checksOf = (on: OperationId, ...slugs: readonly string[]): readonly string[] =>
  slugs.map((slug) => `${operations[on].section}/${slug}`).filter((id) => clausesOfChecks.has(id))

/** The clause with the name of a check; without one, all clauses of the check. */
export function guardedBy(check: string): readonly string[] {
  const named = check.replace('/', '#')
  return clauseIds.has(named) ? [named] : (clausesOfChecks.get(check) ?? [])
}

/**
 * A mutant.
 * @param checks ids of checks, at least one of which must find it
 * @param inWords the broken rule and the place
 */
export function mutant(
  checks: string | readonly string[],
  inWords: string,
  make: MakeMiddleware,
  more: More = {},
): Mutant {
  const caughtBy = [checks].flat()
  const [first = ''] = caughtBy
  return { name: `${first}: ${inWords}`, breaks: guardedBy(first), caughtBy, make, ...more }
}

/** Names of rules begin with the checks: `4.1/identity 4.1/persists: the name is another`. */
type Table<T> = Readonly<Record<string, T>>

function rulesIn<T>(table: Table<T>): readonly (readonly [rule: Rule, value: T])[] {
  return Object.entries(table).map(([name, value]) => {
    const [checks = '', ...words] = name.split(': ')
    return [{ checks: checks.split(' '), inWords: words.join(': ') }, value]
  })
}

/** A table of rules whose names begin alike, one for each row. */
export const tableOf = <T, U>(
  start: string,
  rows: Table<T>,
  change: (value: T, name: string) => U,
): Table<U> =>
  Object.fromEntries(Object.entries(rows).map(([name, value]) => [start + name, change(value, name)]))

/** A table of rules, each of which has another value in a field of a resource; undefined removes the field. */
export const valuesAt = (start: string, path: string, rows: Table<unknown>): Table<Change> =>
  tableOf(start, rows, (value) => (attributes) => put(attributes, path, structuredClone(value)))

/** A table of rules that the same checks must find. */
export const foundBy = <T>(checks: readonly string[], table: Table<T>): Table<T> =>
  tableOf(`${checks.join(' ')}: `, table, (value) => value)

/** Mutants of a table, with facts about each or about all of them. */
export const mutantsOf = (
  table: Table<MakeMiddleware | (More & Pick<Mutant, 'make'>)>,
  more: More = {},
): readonly Mutant[] =>
  rulesIn(table).map(([{ checks, inWords }, row]) => {
    const { make, ...own } = typeof row === 'function' ? { make: row } : row
    return mutant(checks, inWords, make, { ...more, ...own })
  })

/** A rule that a change of responses breaks in some places. */
export interface ChangeRule extends Rule {
  readonly change: Change
  readonly places: readonly Place[]
}

/** Rules that a server may break in the same places. */
export const rulesOf = (
  table: Table<Change>,
  places: readonly Place[],
  more: More = {},
): readonly ChangeRule[] => rulesIn(table).map(([rule, change]) => ({ ...rule, change, places, ...more }))

/** Mutants that break rules in their places. @param most maximum number of places for each rule */
export const inPlaces = (rules: readonly ChangeRule[], most?: number): readonly Mutant[] =>
  product(rules, ({ places }) => places, placed, most)

/** A mutant that breaks a rule in one place. */
export const placed = ({ checks, inWords, change, places: _, ...more }: ChangeRule, place: Place): Mutant =>
  mutant(checks, `${inWords}, ${place.name}`, answeredAt(place, change), {
    ...more,
    reachedBy: [...place.reachedBy, ...(more.reachedBy ?? [])],
  })

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
    return some.map((place, index) => {
      const made = build(rule, place)
      return { ...made, isOnlyInFull: made.isOnlyInFull === true || index > 0 }
    })
  })
