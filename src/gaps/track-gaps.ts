import { type Choice, gaps, type SettableGapId, settableGapIds } from '../contract/gaps/index.ts'
import type { ReadGap } from './gap-settings.ts'

/** A reader of gaps that records which gaps were read. */
export interface TrackedGaps {
  readonly read: ReadGap
  /** The gaps that were read, without the pervasive ones. */
  readonly touched: readonly SettableGapId[]
}

/** The gaps that nearly every response depends on. */
const pervasive: ReadonlySet<SettableGapId> = new Set(settableGapIds.filter((id) => 'pervasive' in gaps[id]))

export function trackGaps(gap: ReadGap): TrackedGaps {
  const touched: SettableGapId[] = []
  return {
    read: <I extends SettableGapId>(id: I): Choice<I> => {
      if (!pervasive.has(id) && !touched.includes(id)) touched.push(id)
      return gap(id)
    },
    touched,
  }
}
