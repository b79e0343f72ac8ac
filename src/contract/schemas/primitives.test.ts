import type { TSchema } from '@sinclair/typebox'
import { expect, it } from 'vitest'
import { compile } from '../checking/compile.ts'
import { checksum, email, hexColour, host, timestamp, url, uuid } from './primitives.ts'

const long = 900_000

it.each<[what: string, schema: TSchema, text: string, isValid: boolean]>([
  ['an e-mail address', email(), `${'a'.repeat(long)}@example.com`, true],
  ['an e-mail address of wide characters', email(), `a@${'文'.repeat(long)}`, true],
  ['an e-mail address in quotation marks', email(), `"${'a '.repeat(long / 2)}"@example.com`, true],
  ['a URL of wide characters', url(), `/${'文'.repeat(long)}`, true],
  ['a checksum with a name of wide characters', checksum(), `${'文'.repeat(long)}:ff`, true],
  ['a host name of wide characters', host(), '文'.repeat(long), false],
  ['a fraction of a second', timestamp(), `2026-01-01T00:00:00.${'1'.repeat(long)}+00:00`, true],
  ['a UUID', uuid(), 'a'.repeat(long), false],
  ['a colour', hexColour(), `#${'a'.repeat(long)}`, false],
  ['a text that is too long to be read', email(), `a@${'b'.repeat(20_000_000)}`, false],
])('the pattern of a text reads all characters: %s', (_, schema, text, isValid) => {
  expect(compile(schema)(text)).toBe(isValid)
})
