import type { TSchema } from '@sinclair/typebox'
import { fieldsOf, isNullable } from '../../src/contract/index.ts'
import { isObject } from '../judge/reception.ts'
import type { Found } from '../judge/walk.ts'
import type { Sight } from './observer.ts'

/** The content of a field that may be null. */
type Filling = 'null' | 'empty' | 'value'

/** The content of all fields that may be null. */
export function nullsSeen(found: readonly Found[]): Sight<'nulls'> | undefined {
  const seen = new Map<Filling, string>()
  for (const { kind, form, attributes } of found) {
    for (const [path, filling] of fillings(fieldsOf(kind, form), attributes, kind)) {
      if (!seen.has(filling)) seen.set(filling, path)
    }
  }
  const [isNull, isEmpty] = (['null', 'empty'] as const).map((filling) => seen.get(filling))
  if (isNull !== undefined) return { observed: 'null', detail: isNull }
  if (isEmpty !== undefined) return { observed: 'filled', detail: isEmpty }
  return seen.size > 0 ? { observed: 'unseen', detail: 'every such field has a value' } : undefined
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

function fillingOf(value: unknown): Filling {
  if (value === null) return 'null'
  const isEmpty = value === '' || value === 0 || (Array.isArray(value) && value.length === 0)
  return isEmpty ? 'empty' : 'value'
}
