import type { Fixtures } from '../judge/fixtures.ts'
import { nestedItems } from '../judge/parts.ts'

/**
 * Ids of the tags of `resources.egg`, as its last import showed them. Undefined if the response cuts relationships
 * off, which shows in missing variables: an egg that the kit imported has one.
 */
export function eggTags({ seen, session }: Fixtures): readonly unknown[] | undefined {
  const { egg } = session.target.resources
  const shown = seen
    .found('egg')
    .findLast(({ form, attributes }) => form === 'top' && attributes['id'] === egg)
  if (!shown || nestedItems(shown.attributes, 'variables').length === 0) return undefined
  return nestedItems(shown.attributes, 'tags').map(({ id }) => id)
}
