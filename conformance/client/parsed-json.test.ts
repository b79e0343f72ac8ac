import { describe, expect, it } from 'vitest'
import { jsonFault, parsedJson } from './parsed-json.ts'

describe('a text that is no JSON', () => {
  it.each<[what: string, text: string, fault: RegExp]>([
    ['nothing', '', /^the body is empty$/],
    ['blanks', ' \n\t', /^the body is empty$/],
    ['a byte order mark', '\uFEFF{}', /byte order mark/],
    ['a cut object', '{"object":"list",\n"data":[', /ends too early, at line 2, column 9$/],
    ['NaN', '{"a":1,\n "b":NaN}', /unexpected "NaN}" at line 2, column 6$/],
    ['a comma too many', '{"a":1,}', /unexpected "}" at line 1, column 8$/],
    ['single quotes', "{'a':1}", /unexpected "'a':1}" at line 1, column 2$/],
    ['something after its end', '{} {}', /unexpected "\{\}" at line 1, column 4$/],
    ['a web page', '<!doctype html>', /unexpected "<!doctype ht" at line 1, column 1$/],
    ['5,000 levels', `${'['.repeat(5000)}${']'.repeat(5000)}`, /nested in more than 1000 levels$/],
    ['levels without an end', '{"a":'.repeat(100_000), /nested in more than 1000 levels$/],
    ['a raw line end in a text', '{"a":"one\ntwo"}', /line 1, column 10$/],
  ])('is explained with its place: %s', (_, text, fault) => {
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
  ])('is not seen in %s', (text) => {
    expect(jsonFault(text)).toBeUndefined()
  })

  it('is never quoted but with characters that do not steer a terminal', () => {
    expect(jsonFault('\u001b[31mred')).toContain('\\u001b[31m')
  })
})
