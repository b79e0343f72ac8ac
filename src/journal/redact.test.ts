import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Redaction } from './redact.ts'

const { url: redactUrl, headers: redactHeaders, json: redactJson } = new Redaction()

const chosen = 'Chosen/by+"hand\\=1'

const made = 'ptlc_9k0DKDWNktaBvP9ZbARAAMW5GErF7cDBdXq79r8B3FW'

describe('a path', () => {
  it.each([
    ['a generated token in a query', `/api/x?a=${made}&b=1`, '/api/x?a=[redacted]&b=1'],
    ['a generated token in the path', `/api/${made}/x`, '/api/[redacted]/x'],
    [
      'a generated token after letters',
      `/api/x${made}?x${made}=1&b=\\n${made}`,
      '/api/x[redacted]?x[redacted]=1&b=\\n[redacted]',
    ],
    [
      'a generated token after twice encoded text',
      `/api/x?next=%2Fy%3Fa%253D${made}`,
      '/api/x?next=%2Fy%3Fa%253D[redacted]',
    ],
    ['the start of a generated token', `/api/x?a=${made.slice(0, 20)}`, '/api/x?a=[redacted]'],
    ['a token by its name', '/api/x?token=mine', '/api/x?token=[redacted]'],
    ['an access token', '/api/x?b=1&access_token=mine&c=2', '/api/x?b=1&access_token=[redacted]&c=2'],
    ['an API key', '/api/x?api_key=mine&apikey=mine', '/api/x?api_key=[redacted]&apikey=[redacted]'],
    ['capitals', '/api/x?API-Key=mine&Token=mine', '/api/x?API-Key=[redacted]&Token=[redacted]'],
    ['an encoded name', '/api/x?%74oken=mine', '/api/x?%74oken=[redacted]'],
    ['a password with special characters', '/api/x?password=a=b?c', '/api/x?password=[redacted]'],
  ])('has %s redacted', (_, path, expected) => {
    expect(redactUrl(path)).toBe(expected)
  })

  it.each([
    '/api/x',
    '/api/x?',
    '/api/x?sort=accepted_at,-script_was_adopted_by_all',
    '/api/x?per_page=5&page=2',
    '/api/x?a&b=',
    '/api/x?a=%zz',
    '/?x=1?y=2',
  ])('is unchanged: %s', (path) => {
    expect(redactUrl(path)).toBe(path)
  })

  it.each<[what: string, text: string, expected: string]>([
    ['with an escaped slash', String.raw`{"t":"Chosen\/by+\"hand\\=1"}`, '{"t":"[redacted]"}'],
    ['with escaped signs', String.raw`"\u003cChosen/by+\"hand\\\u003D1\u003e"`, '"\\u003c[redacted]\\u003e"'],
    ['with an escaped letter', String.raw`a \u0043hosen/by+\"hand\\=1 \ b`, 'a [redacted] \\ b'],
    [
      'in JSON within a string',
      JSON.stringify(JSON.stringify({ t: chosen })),
      String.raw`"{\"t\":\"[redacted]\"}"`,
    ],
    ['that is percent-encoded', '/x?q=%22Chosen%5C/by+%5C%22hand%5C%5C%5Cu003d1%22', '/x?q=%22[redacted]%22'],
    ['of a form of its own', String.raw`"\u0070tlc_abc"`, '"[redacted]"'],
  ])('has a token redacted in JSON within a string: %s', (_, sent, expected) => {
    expect(new Redaction([chosen]).text(sent)).toBe(expected)
  })

  it.each([
    ['a short custom token after letters', '/api/x?a=xptlc_tiny12', '/api/x?a=x[redacted]'],
    ['a custom token that begins like a generated one', '/api/x?a=ptlc_abc-rest', '/api/x?a=[redacted]'],
    ['an encoded token next to an invalid encoding', '/api/x%zz%20pt%6cc_abc', '/api/x%zz%20[redacted]'],
    ['an encoded token next to another encoded character', '/api/x%20%70tlc_abc', '/api/x%20[redacted]'],
    ['an encoded token in a path', '/api/pt%6Cc_abc%2Drest', '/api/[redacted]'],
    [
      'an encoded token in one of several parameters',
      '/api/x?b=%41&c=1&a=pt%6cc_abc',
      '/api/x?b=%41&c=1&a=[redacted]',
    ],
    [
      'a token encoded twice',
      '/api/x?next=%2Fy%3Fa%3DChosen%252Fby%252Bhand%253D1',
      '/api/x?next=%2Fy%3Fa%3D[redacted]',
    ],
    ['a token encoded three times', '/api/x?a=pt%25256cc_abc%25252Drest', '/api/x?a=[redacted]'],
    ['a partly encoded token with a slash', '/api/x?q=Chosen/by%2Bhand%3d1', '/api/x?q=[redacted]'],
  ])('has %s redacted as a whole', (_, path, expected) => {
    const { url } = new Redaction(['ptlc_abc-rest', 'ptlc_tiny12', 'Chosen/by+hand=1'])
    expect(url(path)).toBe(expected)
  })

  it('is redacted in linear time, whatever characters it has', () => {
    const started = performance.now()
    redactUrl('%41%zz '.repeat(200_000))
    redactUrl(`/api?${'token'.repeat(3_000)}`)
    redactUrl(`/api?${'&'.repeat(16_000)}`)
    redactUrl('?'.repeat(16_000))
    for (const text of ['\\', '\\u005c', 'u005c\\']) redactJson(text.repeat(200_000))
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('is redacted in linear time with long secrets', () => {
    const secrets = Array.from({ length: 20 }, (_, nth) =>
      createHash('shake128', { outputLength: 15_000 }).update(`${nth}`).digest('hex'),
    )
    const started = performance.now()
    const { url } = new Redaction(secrets)
    expect(url('/api/x?page=2')).toBe('/api/x?page=2')
    expect(url(`/api/x?a=${secrets[7]}-${secrets[19]}`)).toBe('/api/x?a=[redacted]-[redacted]')
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

it('JSON of many texts is redacted in a time that does not grow with the number of secrets', () => {
  const { json } = new Redaction(Array.from({ length: 250 }, (_, nth) => `token${nth}`.padEnd(8, '-')))
  const texts = Array.from({ length: 1_000_000 }, (_, nth) => `text-${nth % 99}`)
  const started = performance.now()
  const clean = json(texts)
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(clean).toEqual(texts)
})

describe('headers', () => {
  it.each([
    'Authorization',
    'authorization',
    'Proxy-Authorization',
    'Cookie',
    'Set-Cookie',
    'X-Nestbox-Control',
    'X-Api-Key',
    'X-Auth-Token',
    'X-CSRF-Token',
  ])('have no value of %s', (name) => {
    expect(redactHeaders({ [name]: 'mine' })).toEqual({ [name.toLowerCase()]: '[redacted]' })
  })

  it('have no tokens in URLs', () => {
    expect(redactHeaders({ referer: `http://a.test/?x=${made}&token=mine#here` })).toEqual({
      referer: 'http://a.test/?x=[redacted]&token=[redacted]',
    })
  })

  it('keep all other values, lists and numbers as strings', () => {
    expect(redactHeaders({ Accept: '*/*', 'content-length': 5, Vary: ['a', 'b'] })).toEqual({
      accept: '*/*',
      'content-length': '5',
      vary: 'a,b',
    })
  })
})

describe('JSON', () => {
  it.each<[what: string, value: unknown, expected: unknown]>([
    ['a password', { password: 'p' }, { password: '[redacted]' }],
    [
      'a password in upper case',
      { Password: 'p', PASSWORD: 'p' },
      { Password: '[redacted]', PASSWORD: '[redacted]' },
    ],
    ['its confirmation', { password_confirmation: 'p' }, { password_confirmation: '[redacted]' }],
    ['a password that is not a string', { password: { a: 1 } }, { password: '[redacted]' }],
    [
      'a password in an object',
      { user: { password: 'p', name: 'n' } },
      { user: { password: '[redacted]', name: 'n' } },
    ],
    ['a password in a list', [{ a: [{ password: 'p' }] }], [{ a: [{ password: '[redacted]' }] }]],
    [
      'a password in an environment',
      { environment: { RCON_PASSWORD: 'p' } },
      { environment: { RCON_PASSWORD: '[redacted]' } },
    ],
    ['a secret', { client_secret: 's' }, { client_secret: '[redacted]' }],
    ['a token by its name', { accessToken: 't' }, { accessToken: '[redacted]' }],
    ['a generated token in any field', { note: [`use ${made} here`] }, { note: ['use [redacted] here'] }],
    ['a generated token as a string', made, '[redacted]'],
  ])('has %s redacted', (_, value, expected) => {
    expect(redactJson(value)).toEqual(expected)
  })

  it.each<[value: unknown]>([
    [null],
    [1],
    [true],
    ['text?token=x'],
    [[]],
    [{}],
    [{ a: [null, { b: 'pt_x' }] }],
  ])('is unchanged: %j', (value) => {
    expect(redactJson(value)).toEqual(value)
  })
})

describe('a configured token', () => {
  const secret = 'Kz8+/s=x y%41'
  const encoded = encodeURIComponent(secret)
  const { url, headers, json, data } = new Redaction([secret, 'mine', 'superuser'])

  it.each([
    ['in a neutral parameter', `/api/x?q=${encoded}&page=1`, '/api/x?q=[redacted]&page=1'],
    ['within a parameter', `/api/x?q=is+${encoded}!`, '/api/x?q=is+[redacted]!'],
    ['with a plus for a space', `/api/x?q=${encoded.replace('%20', '+')}`, '/api/x?q=[redacted]'],
    [
      'in lower case digits',
      `/api/x?q=${encoded.toLowerCase().replace('kz8', 'Kz8')}`,
      '/api/x?q=[redacted]',
    ],
    ['with an encoded letter', `/api/x?q=${encoded.replace('K', '%4B')}`, '/api/x?q=[redacted]'],
    ['as a name', `/api/x?${encoded}=1&a=b`, '/api/x?[redacted]=1&a=b'],
    ['as a name without a value', `/api/x?${encoded}`, '/api/x?[redacted]'],
    ['in the path', `/api/${encoded}/x`, '/api/[redacted]/x'],
    ['as it is', `/api/${secret}`, '/api/[redacted]'],
    ['a short token, as a whole value', '/api/x?q=mine&r=mineral', '/api/x?q=[redacted]&r=mineral'],
    [
      'a word, as a whole value',
      '/superuser?q=superuser&r=superusers',
      '/superuser?q=[redacted]&r=superusers',
    ],
  ])('is redacted: %s', (_, path, expected) => {
    expect(url(path)).toBe(expected)
  })

  it('is redacted as a whole if another token is a prefix of it', () => {
    const { json } = new Redaction(['chosen-1', 'chosen-1-and-more'])
    expect(json(['chosen-1-and-more', 'chosen-1', `${made}more`])).toEqual(Array(3).fill('[redacted]'))
  })

  it.each([
    ['it begins within another one', ['x-chosen-1', 'chosen-1-and-more'], 'x-chosen-1-and-more'],
    ['it ends within another one', ['chosen-1-and-more', 'and-more-2'], 'chosen-1-and-more-2'],
    ['it overlaps itself', ['1-two-1-two-1'], '1-two-1-two-1-two-1'],
    ['it has characters with a meaning in patterns', ['.*(a|b)[c]{2}^$\\d\n+?'], '.*(a|b)[c]{2}^$\\d\n+?'],
  ])('is redacted as a whole if %s', (_, secrets, text) => {
    expect(new Redaction(secrets).text(text)).toBe('[redacted]')
  })

  it('is redacted in headers and JSON, including names of fields', () => {
    expect(headers({ referer: `http://a.test/?q=${encoded}` })).toEqual({
      referer: 'http://a.test/?q=[redacted]',
    })
    expect(json({ note: `use ${secret}`, [secret]: 1 })).toEqual({ note: 'use [redacted]', '[redacted]': 1 })
    const row = { name: secret, environment: { RCON_PASSWORD: 'own', tags: [1] } }
    expect(data(row)).toEqual({ ...row, name: '[redacted]' })
  })
})
