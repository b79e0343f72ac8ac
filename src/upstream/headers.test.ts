import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { send } from '../testing/send.ts'
import { startService } from '../testing/service.ts'
import { startOther, users } from './testing/servers.ts'

/** The headers that an upstream gets. */
async function headersAt(
  options: NestboxOptions,
  headers: Record<string, string>,
): Promise<IncomingHttpHeaders> {
  let seen: IncomingHttpHeaders = {}
  const url = await startOther((req, res) => {
    seen = req.headers
    res.end('{}')
  })
  const service = await startService({ scenario: 'empty', upstream: url, ...options })
  await send(service.url, 'GET', users, { headers: { host: new URL(service.url).host, ...headers } })
  return seen
}

describe('a header of the request', () => {
  it.each([
    ['accept', 'application/json'],
    ['user-agent', 'panel-page/1'],
    ['authorization', 'Bearer somebody-elses'],
    ['x-requested-with', 'XMLHttpRequest'],
    ['if-none-match', '"a"'],
  ])('%s is forwarded', async (name, value) => {
    expect((await headersAt({}, { [name]: value }))[name]).toBe(value)
  })

  it.each([
    ['cookie', 'session=of-another-server'],
    ['origin', 'http://localhost:5173'],
    ['referer', 'http://localhost:5173/page'],
    ['te', 'trailers'],
    ['proxy-authorization', 'Basic YTph'],
    ['prefer', 'return=minimal'],
    ['x-nestbox-control', 'secret'],
    ['x-nestbox-sandbox', 'mine'],
    ['sec-fetch-site', 'cross-site'],
  ])('%s is not forwarded', async (name, value) => {
    expect(await headersAt({}, { [name]: value })).not.toHaveProperty(name)
  })

  it('of the connection is not forwarded', async () => {
    const seen = await headersAt({}, { connection: 'close, x-mine', 'x-mine': '1', 'x-other': '2' })
    expect(seen).not.toHaveProperty('x-mine')
    expect(seen['x-other']).toBe('2')
  })

  it('names the host of the upstream', async () => {
    expect((await headersAt({}, {})).host).toMatch(/^127\.0\.0\.1:\d+$/)
  })

  it.each([
    ['without a length', { 'transfer-encoding': 'chunked' }],
    ['whose length is for the connection', { 'content-length': '7', connection: 'content-length' }],
    ['that the connection frames', { 'transfer-encoding': 'chunked', connection: 'transfer-encoding' }],
  ])('frames a body %s for each method', async (_, framing) => {
    const bodies: string[] = []
    const url = await startOther(async (req, res) => {
      bodies.push(`${req.method} ${Buffer.concat(await req.toArray())}`)
      res.end('{}')
    })
    const service = await startService({ scenario: 'empty', upstream: url })
    for (const method of ['POST', 'DELETE', 'GET']) {
      await send(service.url, method, users, {
        headers: { host: 'localhost', ...framing },
        body: [Buffer.from('{"a":'), Buffer.from('1}')],
      })
    }
    expect(bodies).toEqual(['POST {"a":1}', 'DELETE {"a":1}', 'GET {"a":1}'])
  })
})
