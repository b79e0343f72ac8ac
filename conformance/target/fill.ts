import { written } from '../client/long-integers.ts'
import { isObject } from '../judge/reception.ts'

/** What stands for the marks of a template. */
export interface Filling {
  /** Ids in the place of `{{tagIds}}`, and as texts in that of `{{tagIdStrings}}`. */
  readonly tags?: readonly (number | string)[]
  /** A text that no other request has, for each `{{unique}}`. */
  readonly unique?: () => string
}

/** A template of the target with the kit's values in the place of its marks. */
export function filled(template: unknown, filling: Filling): unknown {
  const { tags, unique } = filling
  if (template === '{{tagIds}}' && tags) return tags
  if (template === '{{tagIdStrings}}' && tags) return tags.map((tag) => written(String(tag)))
  if (typeof template === 'string')
    return unique ? template.replaceAll('{{unique}}', () => unique()) : template
  if (Array.isArray(template)) return template.map((item) => filled(item, filling))
  if (!isObject(template)) return template
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, filling)]))
}
