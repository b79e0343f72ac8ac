import type { TObject, TProperties } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** An object without other fields. */
export const closed = <P extends TProperties>(properties: P, options = {}): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** The same, in which each field can be left out. */
export const partial = <P extends TProperties>(properties: P, options = {}) =>
  Type.Partial(Type.Object(properties), { additionalProperties: false, ...options })

export const oneOf = <W extends string>(words: readonly W[], options = {}) =>
  Type.Unsafe<W>({ type: 'string', enum: words, ...options })

export const stringOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })

export const moment = (description: string) =>
  Type.String({ description: `${description}, ISO 8601 with milliseconds.` })
