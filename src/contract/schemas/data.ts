import type { TObject, TProperties, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** An object without other fields. */
export const closed = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false })

/** The same, in which each field can be left out. */
export const partial = <P extends TProperties>(properties: P, options = {}) =>
  Type.Partial(Type.Object(properties), { additionalProperties: false, ...options })

/**
 * An object whose values, under any names, have one schema. For a plain string as the key, TypeBox writes a pattern that
 * names with a line break do not match, and whose values would not be checked.
 */
export const mapOf = <V extends TSchema>(values: V, options = {}) =>
  Type.Record(Type.String({ pattern: '^' }), values, options)

export const oneOf = <W extends string>(words: readonly W[], options = {}) =>
  Type.Unsafe<W>({ type: 'string', enum: words, ...options })

export const stringOrNull = (options: { readonly description?: string; readonly maxLength?: number } = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...options })

export const moment = (description: string) =>
  Type.String({ description: `${description}, ISO 8601 with milliseconds.` })
