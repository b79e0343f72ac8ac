import { KindGuard, type TSchema } from '@sinclair/typebox'
import { entryOf } from '../../src/contract/field-paths.ts'
import { isNullable } from '../../src/contract/index.ts'
import { isObject } from './reception.ts'

/** A value of a field without the keys that the document does not name, by which nothing is judged. */
export function documented(declared: TSchema, value: unknown): unknown {
  if (!isObject(value)) return value
  const schema = isNullable(declared) ? declared.anyOf[0] : declared
  const entry = entryOf(schema)
  const named = KindGuard.IsObject(schema) ? schema.properties : undefined
  if (!(entry || named)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const own = entry ?? (Object.hasOwn(named ?? {}, name) ? named?.[name] : undefined)
      return own ? [[name, documented(own, inner)]] : []
    }),
  )
}
