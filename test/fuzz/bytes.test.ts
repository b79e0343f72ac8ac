import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startNestbox } from '../../src/nestbox.ts'
import { exchange } from '../../src/testing/raw.ts'
import { createLog } from '../../src/util/log.ts'
import { expectInvariants } from './invariants.ts'
import { propertyTimeoutMs, settings } from './settings.ts'
import { jsonText } from './values.ts'

/** The bytes sent over one connection: mostly requests, most of them malformed. */
interface Conversation {
  readonly pieces: readonly string[]
  /** Whether the client ends its side of the connection after the last piece. */
  readonly end: boolean
}

const targets = fc.constantFrom(
  '/',
  '*',
  '/api/application/users',
  '/api/application/nodes/1',
  '/api/admin/eggs/1/import',
  '/api/admin/servers/1/mounts?page=%zz',
  '/~aside/api/application/nodes/1',
  '/_nestbox/health',
  '/_nestbox/state',
  'http://127.0.0.1/api/application/nodes/1',
  'http://[::1/api',
  'https://a@b:c/d',
  '//',
  '/\\..\\x',
  '/%',
  '/api/\x80\xff',
  'api/application',
  '127.0.0.1:80',
  `/${'y'.repeat(9_000)}`,
  `/${'y'.repeat(40_000)}`,
)

const lines = fc.constantFrom(
  'Host: localhost',
  'Host: ',
  'Host: localhost:99999',
  'Host: [::1]:80',
  'Host: a b',
  'Host: "',
  'Host: x@localhost',
  'Host: localhost/..',
  'Host: é',
  'Host: a\r\nHost: b',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: 5, 5',
  'Content-Length: +5',
  'Content-Length: 0x5',
  'Content-Length: 99999999999999999999',
  'Content-Length : 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: Chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: \x0bchunked',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=e',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'Expect: 200-ok',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk',
  'Connection: close',
  'Connection: keep-alive, close',
  'Trailer: X-End',
  'Prefer: fault=none',
  ' folded: line',
  'A: b\r\n folded',
  'No colon',
  ': no name',
  'A\x00B: c',
  'A: \x00',
  'A: \x7f',
  'A : b',
  `Long: ${'z'.repeat(33_000)}`,
  `${'Many: x\r\n'.repeat(300)}Last: y`,
)

const bodies = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    '12345',
    '5\r\nabcde\r\n0\r\n\r\n',
    '5;a=b\r\nabcde\r\n0\r\nX-End: 1\r\n\r\n',
    '0\r\nContent-Length: 9\r\nHost: evil\r\n\r\n',
    'ffffffffffffffff\r\nx',
    '5\r\nabcdeX',
    '-1\r\n',
    'zz\r\n',
    `1;${'e'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
    `${'1\r\na\r\n'.repeat(500)}0\r\n\r\n`,
    '0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n',
  ),
  jsonText.map((text) => text.slice(0, 2_000)),
)

const methods = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'get',
  'BREW',
  'M-SEARCH',
  '',
)
const versions = fc.constantFrom(
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/0.9',
  'HTTP/1.1 x',
  'http/1.1',
  '',
)
const ends = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r')

const request = (token: string): fc.Arbitrary<string> =>
  fc
    .record({
      method: methods,
      target: targets,
      version: versions,
      host: fc.constantFrom('Host: localhost', 'Host: localhost', 'Host: localhost', undefined),
      token: fc.constantFrom(`Authorization: Bearer ${token}`, undefined),
      others: fc.array(lines, { maxLength: 3 }),
      body: bodies,
      end: ends,
    })
    .map(({ method, target, version, host, token: authorization, others, body, end }) =>
      [
        `${method} ${target} ${version}`,
        ...[host, authorization].filter((line) => line !== undefined),
        ...others,
        '',
        body,
      ].join(end),
    )

const notHttp = fc.oneof(
  fc.constantFrom(
    '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\r\n\r\n\r\n',
    '\0'.repeat(100),
    'EHLO x\r\n',
    `${'A'.repeat(100_000)}`,
    '\x04\x01\x00\x50',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

const conversation = (token: string): fc.Arbitrary<Conversation> =>
  fc
    .record({
      requests: fc.array(
        fc.oneof({ weight: 12, arbitrary: request(token) }, { weight: 1, arbitrary: notHttp }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 6 }),
      end: fc.boolean(),
    })
    .map(({ requests, cut, end }) => {
      const all = requests.join('')
      const text = cut === null ? all : all.slice(0, Math.floor(all.length * cut))
      const half = text.length >> 1
      return { pieces: [text.slice(0, half), text.slice(half)].filter(Boolean), end }
    })

/** Short timeouts in milliseconds, since thousands of requests stop halfway. */
const limits = { headTime: 150, requestTime: 250, idleTime: 100 }

/** Number of concurrent connections. */
const concurrency = 24

/** Sends a conversation; every response must keep the invariants, and no request may hang. */
async function converse(url: string, { pieces, end }: Conversation): Promise<void> {
  const bytes = pieces.map((piece) => Buffer.from(piece, 'latin1'))
  const { replies, rest, ended } = await exchange(url, bytes, { end, silence: 20 })
  const text = pieces.join('')
  // The response to a HEAD request has no body, but the client cannot know which response that is.
  const method = text.includes('HEAD') ? 'HEAD' : 'GET'
  try {
    expect(ended || replies.length > 0).toBe(true)
    for (const reply of replies.filter(({ status }) => status !== 100)) {
      const isControl = reply.headers['cache-control'] === 'no-store'
      const isHtml = reply.headers['content-type']?.startsWith('text/html') === true
      if (!isHtml) expectInvariants(reply, isControl ? 'control' : 'panel', method)
    }
    if (method === 'GET') expect(rest.toString('latin1')).toBe('')
  } catch (error) {
    const responses = replies.map(({ status, body }) => `${status} ${body.toString().slice(0, 300)}`)
    throw new Error(
      `${JSON.stringify(text.slice(0, 2_000))} got the responses ${JSON.stringify(responses)}`,
      {
        cause: error,
      },
    )
  }
}

it(
  'any bytes on a connection get responses that keep the invariants, and the connection ends',
  async () => {
    const errors: string[] = []
    const log = createLog('error', (line) => errors.push(line))
    await using nestbox = await startNestbox({ scenario: 'empty', log, limits })
    const conversations = fc.array(conversation(nestbox.tokens.rootClient), {
      minLength: concurrency,
      maxLength: concurrency,
    })
    await fc.assert(
      fc.asyncProperty(conversations, async (all) => {
        await Promise.all(all.map((each) => converse(nestbox.url, each)))
        expect(errors).toEqual([])
      }),
      settings(0.5 / concurrency),
    )
    expect((await fetch(`${nestbox.url}/_nestbox/health`)).status).toBe(200)
  },
  propertyTimeoutMs,
)
