/** The JSON of responses: its parts by their names, and changes of it in place. */

import { isObject, type JsonObject, type Kind, objectAt } from '../../src/contract/index.ts'

export { isObject, type JsonObject }

/** The `meta.pagination` of a response. */
export const pagesOf = (json: JsonObject): JsonObject => objectAt(json, 'meta.pagination')

export const metaOf = (json: JsonObject): JsonObject => objectAt(json, 'meta')

export const attributesOf = (json: unknown): JsonObject => objectAt(json, 'attributes')

export const relationshipsOf = (attributes: JsonObject): JsonObject => objectAt(attributes, 'relationships')

export const dataOf = (json: JsonObject): unknown[] => (Array.isArray(json['data']) ? json['data'] : [])

/** A selection of resources in a response: by their place, and all of them or only the last one. */
export interface Which {
  readonly place?: 'top' | 'nested' | 'anywhere'
  readonly item?: 'every' | 'last'
}

/** One kind of resource, several, or all. */
export type Kinds = Kind | readonly Kind[] | 'any'

/** A function that changes resources of a kind in the JSON of a response, in place. */
export const resources =
  (
    kinds: Kinds,
    change: (attributes: JsonObject, envelope: JsonObject) => void,
    { place = 'anywhere', item = 'every' }: Which = {},
  ) =>
  (json: JsonObject): void => {
    const found = envelopesIn(json).filter(
      ({ envelope, isTop }) =>
        (kinds === 'any' || [kinds].flat().some((kind) => kind === envelope['object'])) &&
        (place === 'anywhere' || (place === 'top') === isTop),
    )
    for (const { envelope } of item === 'last' ? found.slice(-1) : found)
      change(envelope['attributes'] as JsonObject, envelope)
  }

/** A function that replaces a field of resources of a kind, by its dotted path, where it exists. */
export const fieldOf = (
  kinds: Kinds,
  path: string,
  change: (value: unknown, attributes: JsonObject) => unknown,
  which?: Which,
) => resources(kinds, (attributes) => replace(attributes, path, (value) => change(value, attributes)), which)

/** Every envelope of a single resource, including nested ones. */
const envelopesIn = (json: JsonObject) =>
  (Array.isArray(json['data']) ? json['data'] : [json]).flatMap((item) => below(item, true))

function below(value: unknown, isTop: boolean): { envelope: JsonObject; isTop: boolean }[] {
  if (Array.isArray(value)) return value.flatMap((item) => below(item, false))
  if (!isObject(value)) return []
  const inner = Object.values(value).flatMap((each) => below(each, false))
  return isObject(value['attributes']) ? [{ envelope: value, isTop }, ...inner] : inner
}

/** Replaces the value of a field, by its dotted path, if the field exists. */
export function replace(bag: JsonObject, path: string, change: (value: unknown) => unknown): void {
  const [holder, name] = endOf(bag, path)
  if (Object.hasOwn(holder, name)) holder[name] = change(holder[name])
}

/** Sets the value of a field, by its dotted path, whether it exists or not; undefined removes the field. */
export function put(bag: JsonObject, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.')
  if (rest.length > 0) {
    bag[name] = objectAt(bag, name)
    put(objectAt(bag, name), rest.join('.'), value)
  } else if (value === undefined) delete bag[name]
  else bag[name] = value
}

export function remove(bag: JsonObject, path: string): void {
  const [holder, name] = endOf(bag, path)
  delete holder[name]
}

/** The object at a dotted path without its last name, and that name. */
function endOf(bag: JsonObject, path: string): readonly [holder: JsonObject, name: string] {
  const at = path.lastIndexOf('.')
  return at < 0 ? [bag, path] : [objectAt(bag, path.slice(0, at)), path.slice(at + 1)]
}

/** Another value of the same type; a new one for each number. */
export function another(value: unknown, times?: number): unknown {
  if (typeof value === 'number') return value + (times ?? 1000)
  if (typeof value === 'boolean') return times === undefined ? !value : times % 2 === 1
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, another(inner, times)]))
  const text = String(value ?? '')
  if (text.endsWith('+00:00')) return `2001-02-03T04:05:${String((times ?? 6) % 60).padStart(2, '0')}+00:00`
  return text.replace(/^.?/, (first) =>
    times === undefined ? (first === '9' ? '8' : '9') : String(times % 10),
  )
}
