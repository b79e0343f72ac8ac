import { answered } from '../changes.ts'
import { type JsonObject, relationshipsOf, replace, resources } from '../json.ts'
import type { Middleware } from '../messages.ts'
import { named } from './variant.ts'

/** The fields of a resource, without nested resources. */
const flat = ({ relationships: _, ...fields }: JsonObject): JsonObject => structuredClone(fields)

/** Shows nested resources, and the variables of eggs and servers, as the request before left them. */
function nestedBehind(): Middleware {
  const rows = new Map<string, JsonObject>()
  const variables = new Map<string, unknown>()
  return answered('all', (json) => {
    const before = new Map(rows)
    const keyOf = ({ id }: JsonObject, { object }: JsonObject): string => `${object} ${id}`
    const atTop = resources(
      'any',
      (attributes, envelope) => {
        const key = keyOf(attributes, envelope)
        rows.set(key, flat(attributes))
        replace(relationshipsOf(attributes), 'variables', (now) => {
          const last = variables.get(key) ?? now
          variables.set(key, now)
          return last
        })
      },
      { place: 'top' },
    )
    const nested = resources(
      'any',
      (attributes, envelope) =>
        void Object.assign(attributes, structuredClone(before.get(keyOf(attributes, envelope)))),
      { place: 'nested' },
    )
    for (const change of [atTop, nested]) change(json)
  })
}

/** Responses whose nested resources lag behind the write that they answer. */
export const lagging = named({ 'nested resources are as the request before left them': nestedBehind })
