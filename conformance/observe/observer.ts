import { type Choice, choicesAt, type SettableGapId } from '../../src/contract/index.ts'
import type { Fixtures } from '../judge/fixtures.ts'

/** What was seen at one gap: a choice that the contract lists, something else, or nothing that tells. */
export interface Sight<I extends SettableGapId> {
  readonly observed: Choice<I> | 'other' | 'unseen'
  readonly detail?: string
}

/**
 * Looks at one gap; undefined if the run has shown nothing of it.
 * @throws Unjudged where it cannot be looked at; the message says why
 */
type Observer<I extends SettableGapId> = (fixtures: Fixtures) => Promise<Sight<I> | undefined>

/** One observer for every gap that can be seen. */
export type Observers = { readonly [I in SettableGapId]: Observer<I> }

/** The choice of that name, or something else of which the name is all that can be told. */
export const choiceOr = <I extends SettableGapId>(id: I, value: string): Sight<I> =>
  choicesAt(id).includes(value) ? { observed: value as Choice<I> } : { observed: 'other', detail: value }

/** Values that were seen, each with where. */
export type Tally = ReadonlyMap<string, ReadonlySet<string>>

export function tally(items: readonly { readonly value: string; readonly where: string }[]): Tally {
  const counted = new Map<string, Set<string>>()
  for (const { value, where } of items) counted.set(value, (counted.get(value) ?? new Set()).add(where))
  return counted
}

/** The one value that all agree on, or a list of who differs. */
export function agreed<I extends SettableGapId>(id: I, seen: Tally): Sight<I> | undefined {
  const [first] = seen.keys()
  if (first === undefined) return undefined
  if (seen.size === 1) return choiceOr(id, first)
  const parts = [...seen].map(([value, where]) => `${value}: ${[...where].join(', ')}`)
  return { observed: 'other', detail: parts.join('; ') }
}
