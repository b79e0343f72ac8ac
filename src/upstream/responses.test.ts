import { describe, expect, it } from 'vitest'
import { startService } from '../testing/service.ts'
import { pair, startOther, users } from './testing/servers.ts'

describe('a response of the upstream', () => {
  const origin = 'http://localhost:5173'

  async function replyOf(head: Record<string, string | string[]>, status = 200, body = '{"a":1}') {
    const url = await startOther((_, res) => {
      res.writeHead(status, head)
      res.end(status === 204 || status === 304 ? undefined : body)
    })
    const service = await startService({ scenario: 'empty', upstream: url })
    const reply = await service.ask('GET', users, { headers: { origin } })
    return { service, reply, url }
  }

  it('keeps its status, headers and body, and gets the CORS headers of this server', async () => {
    const { reply, service } = await replyOf(
      {
        'content-type': 'application/problem+json',
        etag: '"a"',
        vary: 'Accept, Origin',
        'set-cookie': ['a=1', 'b=2'],
        'clear-site-data': '"*"',
        'access-control-allow-origin': 'https://panel.example.com',
        'x-nestbox-assumed': 'page.links',
      },
      418,
    )
    expect([reply.status, reply.text]).toEqual([418, '{"a":1}'])
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/problem+json',
      etag: '"a"',
      vary: 'Accept, Origin',
      'access-control-allow-origin': origin,
    })
    expect(reply.headers.has('set-cookie')).toBe(false)
    expect(reply.headers.has('clear-site-data')).toBe(false)
    expect(reply.headers.has('x-nestbox-assumed')).toBe(false)
    expect(service.requests()).toMatchObject([{ status: 418, response: { body: { a: 1 } } }])
  })

  it('exposes to pages what the upstream exposes, and the headers of this server', async () => {
    const { reply } = await replyOf({ 'access-control-expose-headers': 'X-Request-Id, retry-after' })
    expect(reply.headers.get('access-control-expose-headers')).toMatch(
      /^Preference-Applied, .*, X-Request-Id, retry-after$/,
    )
  })

  it.each([
    ['without a policy', {}, 'sandbox'],
    ['with a policy', { 'content-security-policy': "default-src 'none'" }, "default-src 'none', sandbox"],
  ])('%s is never a page with the origin of the console', async (_, headers, policy) => {
    const { reply } = await replyOf({ 'content-type': 'text/html', ...headers })
    expect(reply.headers.get('content-security-policy')).toBe(policy)
  })

  it('keeps each of very many headers', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, nth) => [`x-${nth}`, '1']))
    const { reply } = await replyOf(many)
    expect([...reply.headers.keys()].filter((name) => name in many)).toHaveLength(1_200)
  })

  it('leaves no header to the error of a fault after the commit', async () => {
    const head = { etag: '"a"', 'content-encoding': 'gzip', 'retry-after': '9', 'content-language': 'de' }
    const url = await startOther((_, res) => res.writeHead(201, head).end('{}'))
    const service = await startService({ scenario: 'empty', upstream: url })
    service.faults.add({ code: 504, when: 'after-commit' })
    const { status, headers, json } = await service.ask('GET', users, { headers: { origin } })
    expect([status, json.errors[0].status]).toEqual([504, '504'])
    expect([...headers.keys()].filter((name) => name in head)).toEqual([])
    expect(headers.get('access-control-allow-origin')).toBe(origin)
  })

  it.each([301, 302, 307])('with the status %i is not followed', async (status) => {
    const { reply } = await replyOf({ location: 'http://127.0.0.1:1/elsewhere' }, status)
    expect([reply.status, reply.headers.get('location')]).toEqual([status, 'http://127.0.0.1:1/elsewhere'])
  })

  it.each([204, 304])('with the status %i has no body', async (status) => {
    const { reply } = await replyOf({}, status)
    expect([reply.status, reply.text]).toEqual([status, ''])
  })

  it('keeps bytes that are not text', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe])
    const url = await startOther((_, res) => void res.end(bytes))
    const service = await startService({ scenario: 'empty', upstream: url })
    const response = await fetch(service.url + users)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    expect(service.requests()[0]?.response.body).toBe('(3 bytes that are not text)')
  })

  it('that is nested very deeply can be read in the log', async () => {
    const { service } = await replyOf({}, 200, '['.repeat(8_000) + ']'.repeat(8_000))
    const log = await service.ask('GET', '/_nestbox/requests')
    expect(log.status).toBe(200)
    expect(log.json.requests[0].response.body).toBe('(nested more deeply than the log keeps)')
  })

  it('does not affect preflights, which this server handles', async () => {
    const { service, upstream } = await pair()
    const headers = { origin, 'access-control-request-method': 'POST' }
    expect((await service.ask('OPTIONS', users, { headers })).status).toBe(204)
    expect(upstream.requests()).toEqual([])
  })
})
