import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { day } from '../../src/contract/schemas/primitives.ts'
import { patternMatches } from '../checks/choose.ts'
import { checks } from '../checks/index.ts'
import type { Result } from '../judge/outcome.ts'

/** A list of known deviations, as in a file of them. */
export const KnownFile = Type.Array(
  Type.Object(
    {
      /** Id of a check, or a pattern. */
      id: Type.String({ minLength: 1 }),
      reason: Type.String({ pattern: '\\S', says: 'a string that is not empty' }),
      issue: Type.Optional(Type.String({ minLength: 1 })),
      /** The last day on which failures are excused, as `yyyy-mm-dd`. */
      expires: Type.Optional(Type.String(day)),
    },
    { additionalProperties: false },
  ),
)

/** A deviation that the owner of a server knows of. */
export type Known = Readonly<Static<typeof KnownFile>[number]>

/** The entry that excuses a check. */
export const matching = (known: readonly Known[], id: string): Known | undefined =>
  known.find((entry) => patternMatches(entry.id, id))

/** The parts of a run that show the state of a known deviation. */
interface Judged {
  readonly results: readonly Pick<Result, 'id' | 'status'>[]
  readonly notSelected: readonly { readonly id: string }[]
}

/**
 * Entries that excuse nothing any more: all their checks passed. A run of some of them, such as one that was ended, does
 * not show that; checks that have nothing to judge in the target do not count.
 */
export function passingNow(known: readonly Known[], { results, notSelected }: Judged): ReadonlySet<Known> {
  const statuses = new Map(results.map(({ id, status }) => [id, status]))
  const unselected = new Set(notSelected.map(({ id }) => id))
  const judged = checks.filter(({ id }) => !unselected.has(id))
  return new Set(
    known.filter(({ id: pattern }) => {
      const own = judged.filter(({ id }) => patternMatches(pattern, id))
      return own.length > 0 && own.every(({ id }) => statuses.get(id) === 'pass')
    }),
  )
}
