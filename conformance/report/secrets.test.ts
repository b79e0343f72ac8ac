import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checks } from '../checks/index.ts'
import { forgedTexts, tokenVariables } from '../client/credentials.ts'
import { parsedJson } from '../client/parsed-json.ts'
import { Redactor, secretsOf } from '../client/redact.ts'
import { run } from '../run.ts'
import type { Run } from '../run-result.ts'
import { readTarget } from '../target/read-target.ts'
import { type ReporterName, reporters } from './index.ts'
import { about, everything, everythingBut, plainCanary, tokenCanary } from './testing/run.ts'

const redacted = <T>(value: T, secrets: readonly string[] = []): T => new Redactor(secrets).value(value)

const names = Object.keys(reporters) as ReporterName[]

/** Also forged as the kit forges them: from that the true one is soon guessed. */
const spellings = (secret: string): string[] =>
  [secret, ...forgedTexts(secret)]
    .filter((text) => text.length >= 8)
    .flatMap((text) => [
      text,
      encodeURIComponent(text),
      text.replaceAll('/', '\\/'),
      text.replaceAll('/', '\\\\/'),
      Buffer.from(text).toString('base64').slice(0, -4),
    ])

function expectNone(report: string, secrets: readonly string[]): void {
  for (const secret of secrets) for (const text of spellings(secret)) expect(report).not.toContain(text)
}

describe('a secret', () => {
  it.each(names)('is not in the %s report, although it is everywhere in the run', (name) => {
    expectNone(reporters[name](everything, about), [plainCanary, tokenCanary, 'of-somebody'])
  })

  it.each(forgedTexts(plainCanary).map((text) => [text]))('is removed as a forged credential: %s', (text) => {
    expect(redacted(`sent ${text}, ${plainCanary}`, [plainCanary])).toBe('sent ***, ***')
  })

  it.each([
    ['a URL', `?t=${encodeURIComponent(plainCanary)}&u=1`, '?t=***&u=1'],
    ['JSON', JSON.stringify({ a: plainCanary }).replaceAll('/', '\\/'), '{"a":"***"}'],
    ['escapes', '{"a":"a/b\\u002Bcanary"}', '{"a":"***"}'],
    ['escapes within JSON', '{\\"a\\":\\"a/b\\\\u002bcanary\\"}', '{\\"a\\":\\"***\\"}'],
    ['a program', 'a\\u{2F}b\\u{00002b}canary, a/b\\U0000002Bcanary, a\\057b\\053canary', '***, ***, ***'],
    ['an old script', 'a%u002Fb%u002bcanary', '***'],
    ['text of two bytes', 'a\0/\0b\0+\0c\0a\0n\0a\0r\0y', '***'],
    ['an HTML page', 'a/b\u200b+can\u00adary', '***'],
    ['lines', 'YS9i\r\nK2Nh\\nbmFyeQ==', '***eQ=='],
    ['a URL that encodes letters', '?t=%61%2fb%2Bcanary&u=%61', '?t=***&u=%61'],
    ['a URL within a URL', '?u=%3Ft%3Da%252Fb%252Bcanary', '?u=%3Ft%3D***'],
    [
      'a page',
      '<p title="a&#47;b&plus;canary">&amp; a&#x2F;b&#43;canary</p>',
      '<p title="***">&amp; ***</p>',
    ],
    [
      'JSON in a page',
      '{&quot;a&quot;:&quot;a\\/b&#92;u002Bcanary&quot;}',
      '{&quot;a&quot;:&quot;***&quot;}',
    ],
    ['a page without semicolons', '<p>a&#47b&#43canary</p>', '<p>***</p>'],
    ['a page with leading zeros', '<p>a&#x000000002F;b&#000000000043;canary</p>', '<p>***</p>'],
    ['a JSON pointer', '/meta/a~1b+canary/0', '/meta/***/0'],
    ['five URLs within each other', 'a%252525252Fb%252525252Bcanary', '***'],
    ['capitals', 'A/B+CANARY', '***'],
    ['JSON within JSON', JSON.stringify(JSON.stringify('a/b+canary').replaceAll('/', '\\/')), '"\\"***\\""'],
  ])('is removed as %s has it', (_, text, clean) => {
    expect(redacted(text, [plainCanary, 'a/b+canary'])).toBe(clean)
  })

  it.each<[what: string, from: number, to: number]>([
    ['without its last characters', 0, 26],
    ['without its first characters', 9, 32],
    ['without characters on both sides', 7, 27],
    ['of which one half is quoted', 0, 20],
    ['of which a part is quoted', 5, 17],
  ])('is removed %s', (_, from, to) => {
    const secret = 'k3Jx9QmZ_tW7rYbE2nLpVaS5dHgUc8oF'
    expect(redacted(`sent ${secret.slice(from, to)}, ${secret.slice(4, 30)}`, [secret])).toBe('sent ***, ***')
    for (const coding of ['hex', 'base64', 'base64url'] as const) {
      const bytes = Buffer.from(`a:${secret.slice(from, to)}; z`)
      const left = Buffer.from(
        redacted(bytes.toString(coding), [secret]).replaceAll('*', '0'),
        coding,
      ).toString()
      const parts = Array.from({ length: secret.length - 3 }, (_, at) => secret.slice(at, at + 4))
      expect(parts.filter((part) => left.includes(part))).toEqual([])
    }
  })

  it.each(['%zz~1x%2541', 'a&amp;b\\u0041'])(
    'is removed although a part of it looks like an escape: %s',
    (odd) => {
      const secret = `k3Jx9QmZ_${odd}_Kp`
      expect(redacted(`sent %6b${secret.slice(1)}`, [secret])).toBe('sent ***')
    },
  )

  it.each([
    ['the password of a user', 'no user has correct-horse', 'no user has ***'],
    ['a user with the password', 'wrong: somebody:correct-horse', 'wrong: ***'],
    ['the value of a cookie', 'session s3cr3tpw is over', 'session *** is over'],
    ['a token that is spelled backwards', 'see tseuqer-a-fo-nekot-terces-a', 'see ***'],
  ])('is removed if a server quotes only %s', (_, text, clean) => {
    const headers = {
      'Proxy-Authorization': `Basic ${Buffer.from('somebody:correct-horse').toString('base64')}`,
      Cookie: 'lang=en; sid=s3cr3tpw',
    }
    const secrets = secretsOf({ tokens: { rootClient: 'a-secret-token-of-a-request' }, headers })
    expect(redacted(text, secrets)).toBe(clean)
    expect(redacted('the language en', secrets)).toBe('the language en')
  })

  it('is not the value of a header that is a common word of reports', () => {
    const headers = { 'X-Version': '1', 'Accept-Language': 'en', 'X-Debug': 'true', 'X-Pin': '4711' }
    const text = 'GET /api/application/nodes/1 with en is true, not ***'
    expect(redacted(text.replace('***', '4711'), secretsOf({ tokens: {}, headers }))).toBe(text)
  })

  it.each([
    ['a password in a body', { createUser: { password: 'hunter2' } }, 'hunter2'],
    [
      'a password in an environment',
      { startup: { environment: { RCON_PASS: 'n3st box+1' } } },
      'n3st+box%2B1',
    ],
    ['a list of keys', { updateNode: { apiKeys: [{ value: 'k-123456' }] } }, 'k-123456'],
    ['a number', { createUser: { pin_token: 1_234_567_890 } }, '1234567890'],
    ['a text around a mark', { createUser: { password: 'Xy12{{unique}}' } }, 'Xy12'],
  ])('is %s of the target', (_, requests, text) => {
    for (const target of [{ requests }, { query: requests }])
      expect(redacted(`sent ${text}.`, secretsOf({ tokens: {}, headers: {}, ...target }))).toBe('sent ***.')
  })

  it('is no common word in a body of the target, and no value with another name', () => {
    const createUser = {
      password: 'server',
      pin: 25565,
      secret: true,
      token: '',
      author: 'Nest-Box-1',
      key: null,
    }
    const environment = { RCON_PASSWORD: 'changeme', MAX_TOKENS: '2048', JAR: 'server-1.21.jar' }
    expect(
      secretsOf({ tokens: {}, headers: {}, requests: { createUser, startup: { environment } } }),
    ).toEqual([])
  })

  it('does not affect the shell variables of tokens', () => {
    const secrets = ['ptla_application0001abcd', 'ptlc_nestbox_root_token_77', 'APPLICATION']
    const variables = Object.values(tokenVariables).join(' ')
    expect(redacted(`application ${variables}`, secrets)).toBe(`*** ${variables}`)
  })

  it('is removed with JavaScript escapes', () => {
    expect(redacted("sent '\\x61\\x2fb+canary'", ['a/b+canary'])).toBe("sent '***'")
  })

  it('does not affect the paths of the document', () => {
    const text = 'GET /api/application/nodes/1'
    expect(redacted(text, ['token-of-application/nodes', 'application'])).toBe(text)
  })

  it('is removed as a number', () => {
    const secret = '12345678901234567890'
    expect(redacted(parsedJson(`{"a":${secret},"b":12345678,"c":7}`), [secret, '12345678', '7'])).toEqual({
      a: '***',
      b: '***',
      c: 7,
    })
    expect(redacted({ a: 0.123456789012345 }, ['123456789012345'])).toEqual({ a: '***' })
  })

  it.each([0, 1, 2, 3])(
    'is removed in base64 after %i other bytes, except for ambiguous characters',
    (before) => {
      for (const alphabet of ['base64', 'base64url'] as const) {
        const coded = Buffer.from('x'.repeat(before) + plainCanary).toString(alphabet)
        const clean = redacted(coded, [plainCanary])
        expect(clean).toContain('***')
        expect(clean.replace('***', '').length).toBeLessThan(12)
      }
    },
  )

  it.each([
    ['"root_admin":true', '"root_admin":true'],
    ['the admin.', 'the ***.'],
    ['administrator, admin-1, _admin', 'administrator, admin-1, _admin'],
    ['{"a":"admin"}', '{"a":"***"}'],
  ])('that is short is removed as a separate word: %s', (text, clean) => {
    expect(redacted(text, ['admin'])).toBe(clean)
  })

  it.each([
    ['a panel token', `see ptla_0123456789abcdef there`, 'see *** there'],
    ['a bearer', 'got Bearer abcdefghijkl0123.x-y', 'got Bearer ***'],
    ['a password in a URL', 'http://me:secret@host/path', 'http://***@host/path'],
    ['a cookie', { 'set-cookie': ['a=b'], status: 200 }, { 'set-cookie': '***', status: 200 }],
    ['an echoed header', { authorization: 'x' }, { authorization: '***' }],
  ])('is recognized by its format: %s', (_, value, clean) => {
    expect(redacted(value)).toEqual(clean)
  })

  it.each([
    'The clause says `Authorization: Bearer <token>`.',
    'curl -H "Authorization: Bearer $NESTBOX_ROOT_TOKEN"',
    'a bearer token, Bearer authentication required',
    'http://host/a@b',
  ])('is not recognized in other text: %s', (text) => {
    expect(redacted(text, ['shorter', ''])).toBe(text)
  })
})

describe('a token that is a common word of reports', () => {
  const words = ['pass', 'fail', 'stated', 'createUser', 'application', 'creates-email', '4.6/creates-email']

  it.each(names)('does not make the %s report unreadable', (name) => {
    const report = reporters[name](everythingBut(...words), about)
    if (name === 'json') {
      const { summary, results } = JSON.parse(report) as { summary: object; results: { id: string }[] }
      expect(summary).toEqual({ pass: 2, fail: 3, warn: 1, skip: 2, error: 1, known: 1 })
      expect(results.map(({ id }) => id)).toEqual(everything.results.map(({ id }) => id))
    }
    if (name === 'junit') expect(report).toContain('failures="4"')
  })
})

describe('a server that echoes requests', () => {
  const tokens = {
    application: 'application/echo+1234567890=',
    rootClient: 'root|client~echo.1234567890',
    userClient: 'ptlc_userEcho1234567890',
  }
  let result: Run
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers
    if (authorization.includes('user')) {
      // A header that no client takes, so that the failure is the client's own words.
      response.socket?.end(`HTTP/1.1 200 OK\r\nbad header ${authorization}\r\n\r\n`)
      return
    }
    response.writeHead(200, authorization, {
      'content-type': 'application/json',
      'x-echo': authorization,
      location: `/?token=${encodeURIComponent(authorization.slice(7))}`,
      'www-authenticate': `Bearer realm="${authorization}"`,
    })
    response.end(
      JSON.stringify({ object: 'list', data: [{ [authorization]: 1, authorization }], meta: authorization }),
    )
  })

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const target = readTarget(
      {
        baseUrl: `http://127.0.0.1:${port}`,
        disposable: true,
        tokens,
        resources: { node: 1, tags: [1], egg: 1, server: { id: 1, uuid: 'u' }, databaseHost: '1' },
      },
      'target.json',
    )
    result = await run({ target, checks })
  })

  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('fails', () => {
    expect(result.verdict).toBe('nonconforming')
    expect(result.exchanges.some(({ failure }) => failure !== undefined)).toBe(true)
    expect(result.exchanges.some(({ reply }) => reply?.headers['x-echo'])).toBe(true)
  })

  it.each(names)('gets no token into the %s report', (name) => {
    expectNone(reporters[name](result, about), Object.values(tokens))
  })
})
