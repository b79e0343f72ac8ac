import { describe, expect, it } from 'vitest'
import { jsonFault, parsedJson } from './parsed-json.ts'

describe('text that is not JSON', () => {
  it.each<[what: string, text: string, fault: RegExp]>([
    ['nothing', '', /^the body is empty$/],
    ['blanks', ' \n\t', /^the body is empty$/],
    ['a byte order mark', '\uFEFF{}', /byte order mark/],
    ['an incomplete object', '{"object":"list",\n"data":[', /ends too early, at line 2, column 9$/],
    ['NaN', '{"a":1,\n "b":NaN}', /unexpected "NaN}" at line 2, column 6$/],
    ['a trailing comma', '{"a":1,}', /unexpected comma before "}" at line 1, column 7$/],
    ['a trailing comma on the previous line', '[1,\n]', /unexpected comma before "]" at line 1, column 3$/],
    ['single quotes', "{'a':1}", /unexpected "'a':1}" at line 1, column 2$/],
    ['a second value after the end', '{} {}', /unexpected "\{\}" at line 1, column 4$/],
    ['a web page', '<!doctype html>', /unexpected "<!doctype ht" at line 1, column 1$/],
    ['5,000 levels', `${'['.repeat(5000)}${']'.repeat(5000)}`, /nested in more than 1000 levels$/],
    ['endless levels', '{"a":'.repeat(100_000), /nested in more than 1000 levels$/],
    ['an incomplete word', '{"a":tru', /ends too early, at line 1, column 9$/],
    ['an incomplete number', '[1.', /ends too early, at line 1, column 4$/],
    ['a number with a leading zero', '[01]', /unexpected "1\]" at line 1, column 3$/],
    ['a wrong bracket', '{"a":[1}', /unexpected "\}" at line 1, column 8$/],
    ['an escape that does not exist', '"\\x"', /unexpected "x\\"" at line 1, column 3$/],
    ['an invalid escape of four digits', '"\\u12g4"', /unexpected "g4\\"" at line 1, column 6$/],
    ['an unterminated string', '"abc', /ends too early, at line 1, column 5$/],
    ['a line break in a string', '{"a":"one\ntwo"}', /line 1, column 10$/],
  ])('is described with its position: %s', (_, text, fault) => {
    expect(parsedJson(text)).toBeUndefined()
    expect(jsonFault(text)).toMatch(fault)
  })

  it.each([
    '{}',
    'null',
    '5',
    ' [1] ',
    JSON.stringify({ a: '['.repeat(5000), b: '"{\\' }),
    `${'['.repeat(900)}${']'.repeat(900)}`,
  ])('is not found in %s', (text) => {
    expect(jsonFault(text)).toBeUndefined()
  })

  it.each<[what: string, text: string]>([
    ['quotation marks after backslashes', `"${'\\"'.repeat(500_000)}`],
    ['quotation marks after backslashes, and long numbers', `[1234567890123456789,"${'\\"'.repeat(500_000)}`],
    ['backslashes', `"${'\\'.repeat(1_000_001)}`],
    ['digits', `[${'9'.repeat(1_000_000)}`],
    ['quotes', '"'.repeat(1_000_000)],
    ['blanks', `[${' '.repeat(1_000_000)}`],
    ['commas', `[1${',1'.repeat(500_000)}`],
    ['endless objects', `${'{"a":1},'.repeat(100_000)}`],
  ])('is found in linear time, although it has a megabyte of %s', (_, text) => {
    const began = performance.now()
    expect(parsedJson(text)).toBeUndefined()
    expect(jsonFault(text)).toMatch(/is not JSON/)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('is quoted without control characters', () => {
    expect(jsonFault('\u001b[31mred')).toContain('\\u001b[31m')
  })
})

describe('any text', () => {
  /** Pieces of JSON, of which random texts are made. */
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '\\',
    'u00e9',
    'a',
    ' ',
    '\n',
    '-',
    '0',
    '1',
    '12',
    '.',
    'e',
    '+',
    'true',
    'null',
    '\u0001',
    '"a"',
    '{"a":1}',
  ]

  it('is JSON for the kit if it is JSON for Node.js', () => {
    let state = 1
    const random = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: 1 + random(7) }, () => pieces[random(pieces.length)]).join('')
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        value = undefined
      }
      expect([text, parsedJson(text)]).toEqual([text, value])
      expect([text, jsonFault(text) === undefined]).toEqual([text, value !== undefined])
    }
  })
})
