import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { send } from '../testing/send.ts'
import { startService } from '../testing/service.ts'

const page = 'https://app.example'

/** The CORS headers of a response. */
function corsOf(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = Object.keys(headers).filter((name) => name.startsWith('access-control-') || name === 'vary')
  return Object.fromEntries(names.map((name) => [name, headers[name]]))
}

const start = (options: NestboxOptions = {}) => startService({ scenario: 'empty', ...options })

const preflight = { origin: page, 'access-control-request-method': 'PATCH' }

const exposed =
  'Preference-Applied, X-Nestbox-Assumed, X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After, X-RateLimit-Reset'

describe('a preflight', () => {
  it.each([
    ['an operation', '/api/application/nodes/1'],
    ['an operation in a sandbox', '/~mine/api/application/nodes/1'],
    ['an operation of another method', '/api/client/servers/1/backups'],
    ['an unknown path', '/api/somewhere'],
    ['an invalid sandbox', '/~Bad/api/application/nodes/1'],
    ['the page', '/'],
  ])('gets a 204 without a token for %s', async (_, path) => {
    const { url } = await start()
    const { status, text, headers } = await send(url, 'OPTIONS', path, { headers: preflight })
    expect([status, text]).toEqual([204, ''])
    expect(corsOf(headers)).toEqual({
      vary: 'Origin, Access-Control-Request-Headers',
      'access-control-allow-origin': page,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, HEAD, PATCH, POST, PUT, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, X-Nestbox-Sandbox',
      'access-control-expose-headers': exposed,
      'access-control-max-age': '600',
    })
  })

  it('gets the requested headers', async () => {
    const { url } = await start()
    const asked = 'authorization,content-type, X-Anything-Else'
    const headers = { ...preflight, 'access-control-request-headers': asked }
    const response = await send(url, 'OPTIONS', '/api/application/nodes/1', { headers })
    expect(response.headers['access-control-allow-headers']).toBe(asked)
  })

  it.each(['https://app.example', 'http://localhost:3000', 'null', 'chrome-extension://abc', 'HTTPS://App'])(
    'gets the origin %s',
    async (origin) => {
      const { url } = await start()
      const { headers } = await send(url, 'OPTIONS', '/api', { headers: { ...preflight, origin } })
      expect(headers['access-control-allow-origin']).toBe(origin)
    },
  )

  it('can come from a public page to a private network', async () => {
    const { url } = await start()
    const headers = { ...preflight, 'access-control-request-private-network': 'true' }
    const response = await send(url, 'OPTIONS', '/api', { headers })
    expect(response.headers['access-control-allow-private-network']).toBe('true')
  })

  it('needs an origin and a method', async () => {
    const { url } = await start()
    for (const name of ['origin', 'access-control-request-method'] as const) {
      const { [name]: _, ...headers } = preflight
      const response = await send(url, 'OPTIONS', '/api/application/nodes/1', { headers })
      expect([response.status, response.headers.allow]).toEqual([204, 'PATCH, OPTIONS'])
      expect(response.headers).not.toHaveProperty('access-control-allow-methods')
      expect(response.headers.vary).toBe('Origin')
    }
  })

  it('does not count towards the rate limit and changes nothing', async () => {
    const { url, world } = await start({ gapSettings: new GapSettings().set('rate.limit', '256-a-minute') })
    const before = world.checksum()
    const { headers } = await send(url, 'OPTIONS', '/api/application/users', { headers: preflight })
    expect(headers).not.toHaveProperty('x-ratelimit-remaining')
    expect(world.checksum()).toBe(before)
  })
})

describe('a response to a page of another origin', () => {
  const allowed = {
    vary: 'Origin',
    'access-control-allow-origin': page,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed,
  }

  it.each([
    ['a success', 200, 'GET', '/api/admin/servers/1/mounts', 'root'],
    ['a success in a sandbox', 200, 'GET', '/~mine/api/admin/servers/1/mounts', 'root'],
    ['a missing token', 401, 'GET', '/api/admin/servers/1/mounts', undefined],
    ['a token of the wrong kind', 403, 'GET', '/api/admin/servers/1/mounts', 'user'],
    ['an unknown server', 404, 'GET', '/api/admin/servers/99/mounts', 'root'],
    ['an unknown path', 404, 'GET', '/api/somewhere', undefined],
    ['a wrong method', 405, 'DELETE', '/api/admin/servers/1/mounts', undefined],
    ['a missing body', 422, 'POST', '/api/application/users', 'application'],
    ['a body of another type', 415, 'PUT', '/api/admin/nodes/1/tags', 'root'],
  ] as const)('can be read: %s', async (_, expected, method, path, who) => {
    const service = await start()
    const headers = {
      origin: page,
      ...(who && { authorization: `Bearer ${service[who]}` }),
      ...(expected === 415 && { 'content-type': 'text/plain' }),
    }
    const response = await send(service.url, method, path, { headers })
    expect(response.status).toBe(expected)
    expect(corsOf(response.headers)).toEqual(allowed)
  })

  it('can be read after too many requests', async () => {
    const { url, root } = await start({ gapSettings: new GapSettings().set('rate.limit', '256-a-minute') })
    const headers = { origin: page, authorization: `Bearer ${root}` }
    const ask = () => send(url, 'GET', '/api/admin/servers/1/mounts', { headers })
    for (let count = 0; count < 256; count += 1) await ask()
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(corsOf(refused.headers)).toEqual(allowed)
    for (const name of exposed.split(', ').slice(2)) {
      expect(refused.headers).toHaveProperty(name.toLowerCase())
    }
  })

  it.each([
    ['a read that is truncated', 'GET', '/api/admin/servers/1/mounts', 'truncated'],
    ['a write that is truncated', 'POST', '/api/application/users', 'truncated'],
    ['a write that is done and then truncated', 'PUT', '/api/admin/servers/1/startup', 'after-commit'],
  ])('can be read: %s', async (_, method, path, fault) => {
    const service = await start()
    if (fault === 'after-commit') service.faults.add({ fault: 'truncated', when: fault })
    const { headers } = await send(service.url, method, path, {
      headers: {
        origin: page,
        authorization: `Bearer ${service.root}`,
        'content-type': 'application/json',
        ...(fault === 'truncated' && { prefer: `fault=${fault}` }),
      },
      ...(method !== 'GET' && { body: '{}' }),
    })
    expect(corsOf(headers)).toEqual(allowed)
  })

  it('has Vary: Origin even if no origin was sent', async () => {
    const { url } = await start()
    const { headers } = await send(url, 'GET', '/api')
    expect(corsOf(headers)).toEqual({ vary: 'Origin' })
  })
})

describe('a list of origins', () => {
  const corsOrigins = [page, 'http://localhost:3000']

  it.each(corsOrigins)('allows %s', async (origin) => {
    const { url } = await start({ corsOrigins })
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await send(url, method, '/api', { headers: { ...preflight, origin } })
      expect(headers['access-control-allow-origin']).toBe(origin)
    }
  })

  it.each([
    'https://other.example',
    'http://app.example',
    'https://app.example:444',
    'https://x.app.example',
  ])('sends %s nothing, not even in a preflight', async (origin) => {
    const { url } = await start({ corsOrigins })
    const responses = [
      await send(url, 'GET', '/api', { headers: { origin } }),
      await send(url, 'OPTIONS', '/api', { headers: { ...preflight, origin } }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([404, 204])
    for (const { headers } of responses) expect(corsOf(headers)).toEqual({ vary: 'Origin' })
  })

  it.each([
    ['in capitals', 'HTTPS://App.Example', 'https://app.example'],
    ['with the port of its scheme', 'https://app.example:443', 'https://app.example'],
    ['with other characters than ASCII', 'http://bücher.example', 'http://xn--bcher-kva.example'],
    ['with a scheme of an app', 'capacitor://Localhost', 'capacitor://localhost'],
  ])('allows an origin %s as browsers send it', async (_, configured, origin) => {
    const { url } = await start({ corsOrigins: [configured] })
    const { headers } = await send(url, 'GET', '/api', { headers: { origin } })
    expect(headers['access-control-allow-origin']).toBe(origin)
  })

  it('that is empty allows no origin', async () => {
    const { url } = await start({ corsOrigins: [] })
    const { headers } = await send(url, 'GET', '/api', { headers: { origin: page } })
    expect(corsOf(headers)).toEqual({ vary: 'Origin' })
  })
})

describe('CORS that is disabled', () => {
  it.each([
    ['GET', 200],
    ['OPTIONS', 204],
    ['POST', 405],
  ])('sends the response to %s without its headers', async (method, expected) => {
    const { url, root } = await start({ cors: false })
    const headers = { ...preflight, authorization: `Bearer ${root}` }
    const response = await send(url, method, '/api/admin/servers/1/mounts', { headers })
    expect(response.status).toBe(expected)
    expect(corsOf(response.headers)).toEqual({})
  })
})
