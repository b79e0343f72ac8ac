import { describe, expect, it } from 'vitest'
import { jsonTokens, prettyJson } from './json-tokens.ts'

describe('jsonTokens', () => {
  it('tells keys from strings, numbers and words', () => {
    const tokens = jsonTokens('{"a": "b\\"c", "d": [-1.5e3, null, true]}')
    expect(tokens.filter(({ kind }) => kind !== 'plain')).toEqual([
      { kind: 'key', text: '"a"' },
      { kind: 'string', text: '"b\\"c"' },
      { kind: 'key', text: '"d"' },
      { kind: 'number', text: '-1.5e3' },
      { kind: 'word', text: 'null' },
      { kind: 'word', text: 'true' },
    ])
  })

  it.each(['{"a":1}', 'no JSON "at all', '', '{"a": "ends'])('loses nothing of %j', (text) => {
    expect(
      jsonTokens(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text)
  })
})

describe('prettyJson', () => {
  it('leaves text alone that is not JSON', () => {
    expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}')
    expect(prettyJson('{"a":')).toBe('{"a":')
  })
})
