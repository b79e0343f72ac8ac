import fc from 'fast-check'

/** Names that objects inherit from their prototypes, and others that break careless code. */
const trickyNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  'length',
  'toJSON',
  '',
  ' ',
  '.',
  '..',
  '$ref',
  'a.b',
  'a/b',
  'a~1b',
  'data.id',
  'then()',
  '0',
  '-1',
]

const trickyTexts = [
  ...trickyNames,
  'null',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '9007199254740993',
  '999999999999999999999999',
  '1'.repeat(400),
  'a'.repeat(5_000),
  'é'.repeat(300),
  '\0',
  'a\0b',
  '\r\n',
  'a\r\nX-Injected: yes',
  '\u2028\u2029',
  '\uFEFF',
  '\uD800',
  'a\uDFFFb',
  '👾'.repeat(96),
  '\u202Eevil',
  '<script>alert(1)</script>',
  '"; DROP TABLE users; --',
  '{{NAME}}',
  '#{7*7}',
  '%s%n%d',
  '%zz',
  '%00',
  '%c0%ae',
  '../../etc/passwd',
  '..\\..\\windows',
  'a@b.c',
  `${'a'.repeat(300)}@example.com`,
  'regex:/(a+)+$/',
  '2026-13-45T99:99:99Z',
  '{{tagIds}}',
]

/** Percent-encoded byte by byte, lone surrogates included, for which `encodeURIComponent` throws. */
export const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

export const trickyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...trickyNames) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
)

export const trickyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...trickyTexts) },
  { weight: 2, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

/** Numbers as JSON writes them, some of which no double represents. */
const numberText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '1',
    '-1',
    '1.5',
    '1e999',
    '-1e999',
    '1e-999',
    '9007199254740991',
    '9007199254740993',
    '-9223372036854775808',
    '1.0',
    '1e2',
    `${'9'.repeat(400)}`,
    '0.1e1',
    '2147483648',
    '65536',
  ),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
)

/** Texts that only resemble JSON. */
const invalidJson = fc.constantFrom(
  'NaN',
  'undefined',
  "'x'",
  '01',
  '+1',
  '.5',
  '1.',
  'tru',
  '\\u0000',
  '"\n"',
  '0x1',
)

const objectText = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  // Pairs instead of an object, so that a name can appear twice.
  fc
    .array(fc.tuple(name, value), { maxLength: 5 })
    .map((pairs) => `{${pairs.map(([key, inner]) => `${quoted(key)}:${inner}`).join(',')}}`)

const quoted = (text: string): string => JSON.stringify(text)

const deep = (levels: number, open: string, close: string): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`

/** Deeply nested or very long JSON. */
const hugeText: fc.Arbitrary<string> = fc.constantFrom(
  deep(20_000, '[', ']'),
  deep(20_000, '{"k":', '}'),
  deep(150, '[', ']'),
  deep(17, '{"a":', '}'),
  `[${Array.from({ length: 20_000 }, () => '0').join(',')}]`,
  `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
  `[${Array.from({ length: 5_000 }, () => '"x"').join(',')}]`,
  JSON.stringify('x'.repeat(100_000)),
)

/** Any JSON as text, since some JSON has no JavaScript value: duplicate names, large numbers. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: trickyText.map(quoted) },
    { weight: 4, arbitrary: numberText },
    { weight: 2, arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}', '""') },
    { weight: 1, arbitrary: hugeText },
    {
      weight: 2,
      arbitrary: fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    },
    { weight: 2, arbitrary: objectText(trickyName, tie('json')) },
  ),
})).json

/** Text that is mostly JSON and sometimes malformed. */
export const almostJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: jsonText },
  { weight: 1, arbitrary: invalidJson },
  { weight: 1, arbitrary: jsonText.map((text) => text.slice(0, Math.floor(text.length / 2))) },
  { weight: 1, arbitrary: jsonText.map((text) => `${text}${text}`) },
  { weight: 1, arbitrary: jsonText.map((text) => `\uFEFF${text}`) },
)

/** The JSON of an object with some of its known fields, some of them with wrong values, and some unknown fields. */
export const bodyText = (good: Readonly<Record<string, unknown>>): fc.Arbitrary<string> => {
  const names = Object.keys(good)
  const wrong = fc.array(
    fc.tuple(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['name'])) },
        { weight: 1, arbitrary: trickyName },
      ),
      jsonText,
    ),
    { maxLength: 3 },
  )
  return fc.tuple(fc.subarray(names), wrong).map(([kept, changes]) => {
    const pairs = [...kept.map((name) => [name, JSON.stringify(good[name])] as const), ...changes]
    return `{${pairs.map(([name, value]) => `${quoted(name)}:${value}`).join(',')}}`
  })
}
