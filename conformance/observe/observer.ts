import { type Choice, choicesAt, type SettableGapId } from '../../src/contract/index.ts'
import type { Fixtures } from '../judge/fixtures.ts'

/**
 * The observation of a gap: a choice of the contract, another behaviour, or `unseen` if no response shows the choice.
 */
export interface ObservedChoice<I extends SettableGapId> {
  readonly observed: Choice<I> | 'other' | 'unseen'
  readonly detail?: string
  readonly isSample?: true
}

/**
 * A choice of which a sample was seen: reports show the sample, because the words of the choice say more.
 * @param detail the sample, in words that answer the question of the gap
 */
export const sampled = <C extends string>(observed: C, detail: string) =>
  ({ observed, detail, isSample: true }) as const

/** The choice of a server that grants or refuses something. @param what it, in words before "granted" or "refused" */
export const eitherOf = <T extends string, R extends string>(
  isGranted: boolean,
  [granted, refused]: readonly [T, R],
  what: string,
) => (isGranted ? sampled(granted, `${what} granted`) : sampled(refused, `${what} refused`))

/**
 * Observes one gap; undefined if no response of the run shows it.
 * @throws Unjudged if the gap cannot be observed, with the reason
 */
type Observer<I extends SettableGapId> = (fixtures: Fixtures) => Promise<ObservedChoice<I> | undefined>

/** An observer for every gap that can be observed. */
export type Observers = { readonly [I in SettableGapId]: Observer<I> }

/** The choice with an id; if the gap has no such choice, `other` with the id as its detail. */
export const choiceOr = <I extends SettableGapId>(id: I, value: string): ObservedChoice<I> =>
  choicesAt(id).includes(value) ? { observed: value as Choice<I> } : { observed: 'other', detail: value }

/** Observed values, each with the places where it was observed. */
export type Tally = ReadonlyMap<string, ReadonlySet<string>>

export function tally(items: readonly { readonly value: string; readonly where: string }[]): Tally {
  const counted = new Map<string, Set<string>>()
  for (const { value, where } of items) counted.set(value, (counted.get(value) ?? new Set()).add(where))
  return counted
}

/** The observed value if all places agree; otherwise `other`, with the places of each value. */
export function agreed<I extends SettableGapId>(id: I, seen: Tally): ObservedChoice<I> | undefined {
  const [first] = seen.keys()
  if (first === undefined) return undefined
  if (seen.size === 1) return choiceOr(id, first)
  const parts = [...seen].map(([value, where]) => `${value}: ${[...where].join(', ')}`)
  return { observed: 'other', detail: parts.join('; ') }
}
