import type { Choice, SettableGapId } from '../../src/contract/index.ts'
import type { Fixtures } from '../judge/fixtures.ts'

/** A choice of the contract, another behaviour, or `unseen` if no response shows the choice. */
interface ObservedChoice<C> {
  readonly observed: C | 'other' | 'unseen'
  readonly detail?: string
  readonly isSample?: true
}

/** A behaviour that is none of the choices. */
export const other = (detail: string) => ({ observed: 'other', detail }) as const

/** No response shows the choice. @param detail why not */
export const unseen = (detail: string) => ({ observed: 'unseen', detail }) as const

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

/** A value that is the id of a choice; any other value is another behaviour. */
interface ObservedValue {
  readonly value: string
}

/** What was observed at a gap: a choice, alone or with details; undefined if no response of the run shows it. */
export type Observed<C extends string> = C | ObservedChoice<C> | ObservedValue | undefined

/** An observer for every gap that can be observed. Each may throw Unjudged with the reason why its gap cannot be. */
export type Observers = {
  readonly [I in SettableGapId]: (fixtures: Fixtures) => Promise<Observed<Choice<I>>>
}

/** A value, with the place where it was observed. */
export interface Placed extends ObservedValue {
  readonly where: string
}

/** The observed value if all places agree; otherwise another behaviour, with the places of each value. */
export function agreed(seen: readonly Placed[]) {
  const places = new Map<string, Set<string>>()
  for (const { value, where } of seen) places.set(value, (places.get(value) ?? new Set()).add(where))
  const [value] = places.keys()
  if (value === undefined) return undefined
  if (places.size === 1) return { value }
  return other([...places].map(([each, where]) => `${each}: ${[...where].join(', ')}`).join('; '))
}
