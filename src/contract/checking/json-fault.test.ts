import { describe, expect, it } from 'vitest'
import { jsonFault } from './json-fault.ts'

describe('a syntax error in JSON', () => {
  it.each<[what: string, text: string, fault: string]>([
    ['an empty string', '', 'it ends too early, at line 1, column 1'],
    ['white space', ' \n\t\n', 'it ends too early, at line 3, column 1'],
    [
      'a comma before the end of a list',
      '{\n "a": [1, 2,\n]}',
      'unexpected comma before "]" at line 2, column 12',
    ],
    ['a comma before the end of an object', '{"a":1 , }', 'unexpected comma before "}" at line 1, column 8'],
    ['two commas', '[1,,2]', 'unexpected "," at line 1, column 4'],
    ['a leading comma', '[,1]', 'unexpected "," at line 1, column 2'],
    ['a missing comma', '[1\n 2]', 'unexpected "2" at line 2, column 2'],
    ['a missing colon', '{"a" 1}', 'unexpected "1" at line 1, column 6'],
    ['a missing value', '{"a":}', 'unexpected "}" at line 1, column 6'],
    ['a key without quotes', '{a:1}', 'unexpected "a" at line 1, column 2'],
    ['a number as a key', '{1:1}', 'unexpected "1" at line 1, column 2'],
    ['single quotes', "['a']", 'unexpected "\'" at line 1, column 2'],
    ['an unterminated string', '["a]', 'it ends too early, at line 1, column 5'],
    ['a line break in a string', '["a\nb"]', 'unexpected "\\n" at line 1, column 4'],
    ['an unknown escape', '["\\x"]', 'unexpected "x" at line 1, column 4'],
    ['an unknown word', '[nul]', 'unexpected "]" at line 1, column 5'],
    ['a word with extra characters', '[nulls]', 'unexpected "s" at line 1, column 6'],
    ['a number with a leading zero', '[01]', 'unexpected "1" at line 1, column 3'],
    ['a comment', '[] // none', 'unexpected "/" at line 1, column 4'],
    ['the wrong bracket', '[1}', 'unexpected "}" at line 1, column 3'],
    ['an unclosed list', '[1, [2]', 'it ends too early, at line 1, column 8'],
    ['a list that ends after a comma', '[1,', 'it ends too early, at line 1, column 4'],
    ['an unclosed object', '{"a": {}', 'it ends too early, at line 1, column 9'],
    ['a second value', '{"a":"b\\u00e9\\n"}\n{}', 'unexpected "{" at line 2, column 1'],
    ['a character outside the Basic Multilingual Plane', '[🐣]', 'unexpected "🐣" at line 1, column 2'],
    ['an incomplete number', '[-]', 'unexpected "]" at line 1, column 3'],
  ])('is reported with line and column: %s', (_, text, fault) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(jsonFault(text)).toBe(fault)
  })

  it('is found after a long text and in deeply nested arrays', () => {
    const long = `["${'x'.repeat(5_000_000)}",${'['.repeat(100_000)}${']'.repeat(100_000)},]`
    expect(jsonFault(long)).toMatch(/^unexpected comma before "\]" at line 1, column \d+$/)
  })
})
