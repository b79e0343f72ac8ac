import { isObject, type JsonObject } from '../contract/objects.ts'

/** The envelope of a resource in a response that may be changed. Section 2.1 item 1. */
export interface Resource {
  readonly object: string
  attributes: JsonObject
  meta?: unknown
}

export const isResource = (value: unknown): value is Resource =>
  isObject(value) && typeof value['object'] === 'string' && isObject(value['attributes'])

/** Every resource of a response, nested ones as well. */
export function resourcesIn(value: unknown): Resource[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(resourcesIn)
  return isResource(value) ? [value, ...below] : below
}

/** A copy of a response, as it would be sent. */
export const copyOf = (response: object): JsonObject => JSON.parse(JSON.stringify(response))
