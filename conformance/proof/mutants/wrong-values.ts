import { KindGuard, type TSchema } from '@sinclair/typebox'
import { entryOf } from '../../../src/contract/field-paths.ts'

/** A value that a schema does not allow, instead of a right one. */
export interface Wrong {
  readonly inWords: string
  readonly slip: (value: unknown) => unknown
  /** The field of the entries of a map that is wrong. */
  readonly entry?: string
}

/** Values of wrong types, by the right type, as servers in PHP and drivers of databases send them. */
const wrongTypes: Readonly<Record<string, Readonly<Record<string, Wrong['slip']>>>> = {
  integer: {
    'is text': (value) => String(value ?? 1),
    'is a fraction': () => 1.5,
    'is a boolean': () => true,
    'is an object with the id': (value) => ({ id: value }),
  },
  boolean: {
    'is 0 or 1': (value) => (value ? 1 : 0),
    'is text': (value) => String(value ?? 1),
    'is yes or no': (value) => (value ? 'yes' : 'no'),
  },
  string: {
    'is a number': () => 1_760_000_000,
    'is an object': () => ({ value: 'wrapped' }),
    'is a boolean': () => true,
    'is an empty array': () => [],
    'is an array': (value) => String(value).split('|'),
  },
  array: {
    'is text': (value) => (Array.isArray(value) ? value.join(',') : 'a,b'),
    'is JSON in a text': (value) => JSON.stringify(value),
    'is an object': () => ({ value: 'wrapped' }),
  },
  object: {
    // PHP encodes an empty map as an array.
    'is an empty array': () => [],
    'is text': (value) => String(value ?? 1),
  },
}

/** Values of a wrong type for a schema. */
export const typesBeside = (schema: TSchema): readonly Wrong[] =>
  Object.entries(wrongTypes[schema['type']] ?? {}).map(([inWords, slip]) => ({ inWords, slip }))

/** Values of the right type with a wrong type in them, for arrays and maps. */
export function typesWithin(schema: TSchema): readonly Wrong[] {
  if (KindGuard.IsArray(schema) && !KindGuard.IsUnknown(schema.items)) {
    const { items } = schema
    return typesBeside(items).map(({ inWords, slip }) => ({
      inWords: `has an item that ${inWords}`,
      slip: () => [sample(items), slip(sample(items))],
    }))
  }
  const values = entryOf(schema)
  if (!values) return []
  const wrongEntry = ({ inWords, slip }: Wrong): Wrong => ({
    inWords: `has an entry that ${inWords}`,
    slip: () => ({ key: slip(sample(values)) }),
  })
  if (!KindGuard.IsObject(values)) return typesBeside(values).map(wrongEntry)
  return Object.entries(values.properties).flatMap(([entry, inner]) =>
    [...typesBeside(inner), ...typesWithin(inner)].map(({ inWords, slip }) => ({
      inWords: `has an entry whose ${entry} ${inWords}`,
      slip: () => ({ key: { ...(sample(values) as object), [entry]: slip(sample(inner)) } }),
      entry,
    })),
  )
}

/** A value that an item of an array, or an entry of a map, may have. */
function sample(schema: TSchema): unknown {
  const values = entryOf(schema)
  if (values) return { key: sample(values) }
  if (!KindGuard.IsObject(schema)) return 'text'
  return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, sample(inner)]))
}
