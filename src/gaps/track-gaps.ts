import { type Choice, gaps, type SettableGapId } from '../contract/gaps.ts'
import type { ReadGap } from './gap-settings.ts'

/** A reader of gaps that remembers which it was asked for. */
export interface TrackedGaps {
  readonly read: ReadGap
  /** The gaps that were read, without those that shape nearly every answer. */
  readonly touched: () => readonly SettableGapId[]
}

/** Reads gaps, and notes which. */
export function trackGaps(gap: ReadGap): TrackedGaps {
  const met: SettableGapId[] = []
  return {
    read: <I extends SettableGapId>(id: I): Choice<I> => {
      if (!met.includes(id) && !('pervasive' in gaps[id])) met.push(id)
      return gap(id)
    },
    touched: () => met,
  }
}

/** Names the gaps that an answer ran into; nothing where it ran into none. */
export const assumedHeader = (assumed: readonly SettableGapId[]): Readonly<Record<string, string>> =>
  assumed.length > 0 ? { 'X-Nestbox-Assumed': assumed.join(', ') } : {}
