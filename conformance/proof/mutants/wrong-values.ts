import { KindGuard, type TSchema } from '@sinclair/typebox'
import {
  checksum,
  email,
  hexColour,
  host,
  port,
  timestamp,
  url,
  uuid,
} from '../../../src/contract/schemas/primitives.ts'

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

/** The schema of the values of a map; undefined if it is none. */
const entryOf = (schema: TSchema): TSchema | undefined =>
  KindGuard.IsRecord(schema) ? Object.values(schema.patternProperties)[0] : undefined

/** A value that an item of an array, or an entry of a map, may have. */
function sample(schema: TSchema): unknown {
  const values = entryOf(schema)
  if (values) return { key: sample(values) }
  if (!KindGuard.IsObject(schema)) return 'text'
  return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, sample(inner)]))
}

/** Values of the right type that are not in the format of a schema. */
export interface WrongFormats {
  readonly format: TSchema
  readonly wrong: Readonly<Record<string, string | number>>
}

/** Whether a schema has a format. */
export const hasFormat = (schema: TSchema, format: TSchema): boolean => schema['says'] === format['says']

export const timestamps: WrongFormats = {
  format: timestamp(),
  wrong: {
    'with Z': '2026-03-01T12:00:00Z',
    'with Z and fraction': '2026-03-01T12:00:00.000000Z',
    'with a space for the T': '2026-03-01 12:00:00+00:00',
    'without an offset': '2026-03-01T12:00:00',
    'basic, with Z': '20260301T120000Z',
    'basic, without an offset': '20260301T120000',
    'with a lower-case t': '2026-03-01t12:00:00+00:00',
    'with an offset of one digit': '2026-03-01T12:00:00+2',
    'as a database has it': '2026-03-01 12:00:00',
    'a day alone': '2026-03-01',
    'a day that does not exist': '2026-02-30T12:00:00+00:00',
    'a leap day of another year': '2025-02-29T12:00:00+00:00',
    'a month that does not exist': '2026-13-01T12:00:00+00:00',
    'a week that does not exist': '2026-W54-1T12:00:00+00:00',
    'a day of the year that does not exist': '2026-366T12:00:00+00:00',
    'a minute that does not exist': '2026-03-01T12:60:00+00:00',
    'an hour that does not exist': '2026-03-01T25:00:00+00:00',
    'with the name of a zone': '2026-03-01T12:00:00 UTC',
    'an offset of a day': '2026-03-01T12:00:00+25:00',
    'seconds as text': '1760000000',
    'an HTTP date': 'Sun, 01 Mar 2026 12:00:00 GMT',
    empty: '',
  },
}

export const urls: WrongFormats = {
  format: url(),
  wrong: { 'a path without a slash': 'api/application/users/1', empty: '', 'with a space': 'http://a b/' },
}

export const formats: readonly WrongFormats[] = [
  {
    format: uuid(),
    wrong: {
      'not a UUID': 'node-1',
      'without hyphens': '0123456789abcdef0123456789abcdef',
      'the short identifier': '1a7ce997',
      'in braces': '{1a7ce997-259b-452e-8b4e-cecc464142ca}',
      'with letters beyond f': 'zzzzzzzz-0000-0000-0000-000000000000',
    },
  },
  {
    format: host(),
    wrong: {
      'a URL': 'https://node.example.com',
      'with a space': 'node one.example.com',
      'with a port': 'node.example.com:8080',
      empty: '',
    },
  },
  { format: port(), wrong: { 'beyond the ports': 70_000, 'below the ports': -1 } },
  {
    format: hexColour(),
    wrong: {
      'without #': '3fa7d6',
      'of five digits': '#12345',
      'a name': 'rebeccapurple',
      'a function': 'rgb(1, 2, 3)',
    },
  },
  {
    format: email(),
    wrong: {
      'without @': 'ann.example.com',
      'without a name': '@example.com',
      'with a display name': 'Ann <ann@example.com>',
      empty: '',
    },
  },
  {
    format: checksum(),
    wrong: {
      'without its algorithm': 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
      'without hexadecimal digits': 'sha1:not-hex',
      'with an empty digest': 'sha1:',
      empty: '',
      'in base64': 'sha256:qL3vXw==',
    },
  },
  urls,
]
