import type { TSchema } from '@sinclair/typebox'
import { fieldsOf, isNullable } from '../../src/contract/index.ts'
import { isObject } from '../judge/reception.ts'
import type { Found } from '../judge/walk.ts'
import type { ObservedChoice } from './observer.ts'

/** The content of a field that may be null; `ended` if it says how a backup in progress would have ended. */
type Filling = 'null' | 'unfinished' | 'ended' | 'value'

/** The content of all fields that may be null. */
export function nullsSeen(found: readonly Found[]): ObservedChoice<'nulls'> | undefined {
  const seen = new Map<Filling, string>()
  for (const { kind, form, attributes } of found) {
    for (const [path, filling] of fillings(fieldsOf(kind, form), attributes, kind)) {
      const own = kind === 'backup' ? ofBackup(filling, attributes) : filling
      if (!seen.has(own)) seen.set(own, path)
    }
  }
  const [isNull, isUnfinished, isFilled] = (['null', 'unfinished', 'ended'] as const).map((each) =>
    seen.get(each),
  )
  if (isNull !== undefined) return { observed: 'null', detail: isNull }
  if (isUnfinished !== undefined) return { observed: 'unfinished', detail: isUnfinished }
  if (isFilled !== undefined) return { observed: 'filled', detail: isFilled }
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

function fillings(schema: TSchema, value: unknown, path: string): [string, Filling][] {
  if (!isObject(value) || !isObject(schema['properties'])) return []
  return Object.entries(schema['properties'] as Record<string, TSchema>).flatMap(
    ([name, declared]): [string, Filling][] => {
      const field = Object.hasOwn(value, name) ? value[name] : undefined
      const at = `${path}.${name}`
      const below = fillings(isNullable(declared) ? declared.anyOf[0] : declared, field, at)
      // A missing field is the subject of the check of presence.
      return isNullable(declared) && field !== undefined ? [[at, fillingOf(field)], ...below] : below
    },
  )
}

const fillingOf = (value: unknown): Filling => (value === null ? 'null' : 'value')
