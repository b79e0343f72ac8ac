import { type Choice, gaps, type SettableGapId, settableGapIds } from '../contract/gaps/index.ts'
import type { ReadGap } from './gap-settings.ts'

/** A reader of gaps that records which gaps were read. */
export interface TrackedGaps {
  readonly read: ReadGap
  /** The gaps that were read, without the pervasive ones: the same list for all requests that read the same gaps. */
  readonly touched: () => readonly SettableGapId[]
}

/** The gaps that nearly every response depends on. */
const pervasive: ReadonlySet<SettableGapId> = new Set(settableGapIds.filter((id) => 'pervasive' in gaps[id]))

/** A list of gaps, with the lists that follow when one more gap is read. */
class Touched {
  readonly #next = new Map<SettableGapId, Touched>()
  readonly ids: readonly SettableGapId[]

  constructor(ids: readonly SettableGapId[]) {
    this.ids = ids
  }

  and(id: SettableGapId): Touched {
    if (this.ids.includes(id)) return this
    const next = this.#next.get(id) ?? new Touched([...this.ids, id])
    this.#next.set(id, next)
    return next
  }
}

const untouched = new Touched([])

export function trackGaps(gap: ReadGap): TrackedGaps {
  let touched = untouched
  return {
    read: <I extends SettableGapId>(id: I): Choice<I> => {
      if (!pervasive.has(id)) touched = touched.and(id)
      return gap(id)
    },
    touched: () => touched.ids,
  }
}
