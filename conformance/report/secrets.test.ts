import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checks } from '../checks/index.ts'
import { altered, authorizations } from '../client/credentials.ts'
import { curlOf } from '../client/curl.ts'
import { type Run, run } from '../run.ts'
import { readTarget } from '../target/target.ts'
import { type ReporterName, reporters } from './index.ts'
import { redacted } from './redact.ts'
import { about, answered, everything, plainCanary, tokenCanary } from './testing/run.ts'

const names = Object.keys(reporters) as ReporterName[]

/** Also with the character changed that the kit changes: from that the true one is soon guessed. */
const spellings = (secret: string): string[] =>
  [secret, altered(secret)].flatMap((text) => [
    text,
    encodeURIComponent(text),
    text.replaceAll('/', '\\/'),
    text.replaceAll('/', '\\\\/'),
  ])

function expectNone(report: string, secrets: readonly string[]): void {
  for (const secret of secrets) for (const text of spellings(secret)) expect(report).not.toContain(text)
}

describe('a secret', () => {
  it.each(names)('that is everywhere in a run is not in its %s report', (name) => {
    expectNone(reporters[name](everything, about), [plainCanary, tokenCanary, 'of-somebody'])
  })

  it('is struck out with the character changed that the kit changes, too', () => {
    expect(redacted(`sent ${altered(plainCanary)}, ${plainCanary}`, [plainCanary])).toBe('sent ***, ***')
  })

  it.each([
    ['a panel token', `see ptla_0123456789abcdef there`, 'see *** there'],
    ['a bearer', 'got Bearer abcdefghijkl0123.x-y', 'got Bearer ***'],
    ['a password in a URL', 'http://me:secret@host/path', 'http://***@host/path'],
    ['a cookie', { 'set-cookie': ['a=b'], status: 200 }, { 'set-cookie': '***', status: 200 }],
    ['an echoed header', { authorization: 'x' }, { authorization: '***' }],
  ])('is known by its looks: %s', (_, value, clean) => {
    expect(redacted(value)).toEqual(clean)
  })

  it.each([
    'The clause says `Authorization: Bearer <token>`.',
    'curl -H "Authorization: Bearer $NESTBOX_ROOT_TOKEN"',
    'a bearer token, Bearer authentication required',
    'http://host/a@b',
  ])('is not seen where there is none: %s', (text) => {
    expect(redacted(text, ['short', ''])).toBe(text)
  })
})

describe('the name of a token', () => {
  it.each(Object.entries(authorizations))('of %s is the one in the curl command', (credential, header) => {
    const exchange = { ...answered, ask: { ...answered.ask, credential: credential as 'none' } }
    const command = curlOf(exchange, 'http://host')
    if (header === undefined) expect(command).not.toContain('Authorization')
    else expect(command).toContain(`"Authorization: ${header}"`)
  })
})

describe('a server that echoes what it gets', () => {
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

  it('is failed', () => {
    expect(result.verdict).toBe('nonconforming')
    expect(result.exchanges.some(({ failure }) => failure !== undefined)).toBe(true)
    expect(result.exchanges.some(({ reply }) => reply?.headers['x-echo'])).toBe(true)
  })

  it('gets no token into what the client read of a body', () => {
    for (const { reply } of result.exchanges) expectNone(reply?.text ?? '', Object.values(tokens))
  })

  it.each(names)('gets no token into the %s report', (name) => {
    expectNone(reporters[name](result, { ...about, secrets: Object.values(tokens) }), Object.values(tokens))
  })
})
