import { kinds } from '../judge/kinds.ts'
import { isObject } from '../judge/reception.ts'
import type { Found } from '../judge/walk.ts'
import { namedFields } from './named-fields.ts'
import { nullsSeen } from './nulls.ts'
import { agreed, type Observers, tally } from './observer.ts'

/** How resources look. */
export const presentation = {
  nulls: async ({ seen }) => nullsSeen(seen.found()),

  'fields.extra': async ({ seen }) => {
    const found = seen.found()
    if (found.length === 0) return undefined
    const extra = [
      ...new Set(
        found.flatMap(({ kind, attributes }) =>
          Object.keys(attributes)
            .filter((field) => !namedFields[kind].has(field))
            .map((field) => `${kind}.${field}`),
        ),
      ),
    ]
    return extra.length === 0 ? { observed: 'none' } : { observed: 'some', detail: brief(extra) }
  },

  'fields.order': async ({ seen }) =>
    agreed(
      'fields.order',
      tally(
        seen.found().flatMap(({ kind, attributes }) => {
          const value = orderOf(Object.keys(attributes), Object.keys(kinds[kind].fields.properties))
          return value === undefined ? [] : [{ value, where: kind }]
        }),
      ),
    ),

  'time.offset': async ({ seen }) => {
    const offsets = new Set(
      seen.found().flatMap(({ attributes }) => Object.entries(attributes).flatMap(offsetOf)),
    )
    if (offsets.size === 0) return undefined
    const detail = brief([...offsets])
    const isUtc = [...offsets].every((offset) => /^[+-]00(?::?00)?$/.test(offset))
    return { observed: isUtc ? '+00:00' : 'other', detail }
  },

  'nesting.cut': async ({ seen }) => {
    const found = seen.found()
    if (!found.some(({ attributes }) => Object.hasOwn(attributes, 'relationships'))) return undefined
    const depth = found.reduce((most, { pointer }) => Math.max(most, depthOf(pointer)), 0)
    const choices = ['cut', 'one-level', 'two-levels'] as const
    const observed = choices[depth]
    return observed ? { observed } : { observed: 'other', detail: `${depth} levels` }
  },

  'meta.resource': async ({ seen }) => {
    const unstated = seen.found().filter(({ kind, form, attributes }) => {
      const isStated = kind === 'tag' || (kind === 'user' && form === 'top')
      return !isStated && (Object.hasOwn(attributes, 'id') || Object.hasOwn(attributes, 'uuid'))
    })
    if (unstated.length === 0) return undefined
    const having = unstated.filter(hasUrl)
    if (having.length === 0) return { observed: 'where-stated' }
    if (having.length === unstated.length) return { observed: 'everywhere' }
    const which = [...new Set(having.map(({ kind, form }) => `${kind} (${form})`))]
    return { observed: 'other', detail: brief(which) }
  },
} satisfies Partial<Observers>

/** Under how many relationships a place lies. */
const depthOf = (pointer: string): number => pointer.split('/relationships/').length - 1

const hasUrl = ({ envelope: { meta } }: Found): boolean => isObject(meta) && Object.hasOwn(meta, 'resource')

/** The order of those keys that the document has, compared with its own. */
function orderOf(keys: readonly string[], document: readonly string[]): string | undefined {
  const places = keys.filter((key) => document.includes(key)).map((key) => document.indexOf(key))
  if (places.length < 2) return undefined
  const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
  if (steps.every((step) => step > 0)) return 'document'
  return steps.every((step) => step < 0) ? 'reversed' : 'an order of its own'
}

function offsetOf([field, value]: readonly [string, unknown]): string[] {
  const offset = field.endsWith('_at') && /T[^+-]*([+-]\d\d(?::?\d\d)?)$/.exec(String(value))?.[1]
  return offset ? [offset] : []
}

/** The first of many. */
const brief = (items: readonly string[]): string =>
  items.slice(0, 8).join(', ') + (items.length > 8 ? ` and ${items.length - 8} more` : '')
