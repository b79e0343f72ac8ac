import { fieldPathsOf } from '../../src/contract/field-paths.ts'
import { kinds, recordOf, valueAt } from '../../src/contract/index.ts'
import type { Found } from '../judge/walk.ts'
import type { ObservedChoice } from './observer.ts'

/** The content of a field that may be null; `ended` if it says how a backup in progress would have ended. */
type Filling = 'null' | 'unfinished' | 'ended' | 'value'

/** The content of all fields that may be null. */
export function nullsSeen(found: readonly Found[]): ObservedChoice<'nulls'> | undefined {
  const seen = new Map<Filling, string>()
  for (const each of found) {
    for (const [path, filling] of fillings(each)) {
      const own = each.kind === 'backup' ? ofBackup(filling, each.attributes) : filling
      if (!seen.has(own)) seen.set(own, path)
    }
  }
  for (const [filling, observed] of [
    ['null', 'null'],
    ['unfinished', 'unfinished'],
    ['ended', 'filled'],
  ] as const) {
    const detail = seen.get(filling)
    if (detail !== undefined) return { observed, detail }
  }
  return seen.size > 0
    ? { observed: 'unseen', detail: 'every such field has a value, and no backup was in progress' }
    : undefined
}

/** The content of a field of a backup, which is in progress if it has not ended, or ended when it began. */
function ofBackup(
  filling: Filling,
  { is_successful, created_at, completed_at }: Found['attributes'],
): Filling {
  if (completed_at === null) return filling === 'null' ? 'unfinished' : filling
  return is_successful === false && completed_at === created_at && filling === 'value' ? 'ended' : filling
}

/** What the fields of a kind that may be null hold in a resource, by path; a missing field has a check of its own. */
const fillings = ({ kind, attributes }: Found): readonly (readonly [path: string, Filling])[] =>
  nullable[kind].flatMap((path) => {
    const value = valueAt(attributes, path)
    return value === undefined ? [] : [[`${kind}.${path}`, value === null ? 'null' : 'value'] as const]
  })

const nullable = recordOf(kinds, (kind) =>
  fieldPathsOf(kind).flatMap(({ path, mayBeNull }) => (mayBeNull ? [path] : [])),
)
