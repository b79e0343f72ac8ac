import { isObject } from './judge.ts'

/** The attributes of a nested single resource, where it is not cut off. */
export function nested(
  attributes: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const relationships = attributes['relationships']
  const envelope = isObject(relationships) ? relationships[name] : undefined
  const inner = isObject(envelope) ? envelope['attributes'] : undefined
  return isObject(inner) ? inner : undefined
}

/** The attributes of the items of a nested list, where it is not cut off. */
export function nestedItems(
  attributes: Readonly<Record<string, unknown>>,
  name: string,
): readonly Readonly<Record<string, unknown>>[] {
  const relationships = attributes['relationships']
  const envelope = isObject(relationships) ? relationships[name] : undefined
  const data = isObject(envelope) && Array.isArray(envelope['data']) ? envelope['data'] : []
  return data.flatMap((item: unknown) =>
    isObject(item) && isObject(item['attributes']) ? [item['attributes']] : [],
  )
}
