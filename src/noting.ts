import { type Choice, type DialId, gaps } from './contract/gaps.ts'
import type { ReadGap } from './dial.ts'

/** A reader of gaps that remembers which it was asked for. */
export interface Noting {
  readonly read: ReadGap
  /** The gaps that were read, without those that shape nearly every answer. */
  readonly met: () => readonly DialId[]
}

/** Reads gaps, and notes which. */
export function noting(gap: ReadGap): Noting {
  const met: DialId[] = []
  return {
    read: <I extends DialId>(id: I): Choice<I> => {
      if (!met.includes(id) && !('pervasive' in gaps[id])) met.push(id)
      return gap(id)
    },
    met: () => met,
  }
}

/** Names the gaps that an answer ran into; nothing where it ran into none. */
export const assumedHeader = (assumed: readonly DialId[]): Readonly<Record<string, string>> =>
  assumed.length > 0 ? { 'X-Nestbox-Assumed': assumed.join(', ') } : {}
