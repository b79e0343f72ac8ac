import { longestRow } from '../store/rows.ts'
import type { Versions } from '../store/versions.ts'
import type { Change } from '../store/world.ts'
import { weightOf } from '../util/weigh.ts'

/** Maximum characters, as JSON, of a row, of what a request adds, and of the rows that a world does not share with its start. */
export const mostCharacters = { row: longestRow, request: 1_000_000, world: 128_000_000 }

/** Why the changes of a request make a row or the world too large, in a sentence; undefined if they do not. */
export function tooLarge(changes: readonly Change[], versions: Versions): string | undefined {
  const { row, request } = mostCharacters
  let added = 0
  for (const { table, before, after } of changes) {
    const now = weightOf(after)
    const was = weightOf(before)
    added += now - was
    // A row of a data file may be longer, and requests may leave it so.
    if (now > Math.max(row, was))
      return `A row of ${table} would have ${now} characters as JSON; it may have ${row}.`
  }
  if (added <= 0) return undefined
  if (added > request) return `The request would add ${added} characters of data; it may add ${request}.`
  return tooLargeWorld(versions)
}

/** Why the rows that a world does not share with its start are too large, in a sentence; undefined if they are not. */
export function tooLargeWorld(versions: Versions): string | undefined {
  const { world } = mostCharacters
  const grown = versions.weightOf(versions.now)
  return grown > world
    ? `The world would have ${grown} characters in new and changed rows; it may have ${world}. Reset it.`
    : undefined
}
