import { mapInside } from '../../src/contract/objects.ts'
import { written } from '../client/long-integers.ts'

/** The values for the marks of a template. */
export interface Filling {
  /** Ids for `{{tagIds}}`, and as texts for `{{tagIdStrings}}`. */
  readonly tags?: readonly (number | string)[]
  /** Returns a text that no other request has, for each `{{unique}}`. */
  readonly unique?: () => string
}

/** A template of the target, with its marks replaced by values of the kit. */
export function filled(template: unknown, filling: Filling): unknown {
  const { tags, unique } = filling
  if (template === '{{tagIds}}' && tags) return tags
  if (template === '{{tagIdStrings}}' && tags) return tags.map((tag) => written(String(tag)))
  if (typeof template === 'string')
    return unique ? template.replaceAll('{{unique}}', () => unique()) : template
  return mapInside(template, (inner) => filled(inner, filling))
}
