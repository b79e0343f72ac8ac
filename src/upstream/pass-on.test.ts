import { describe, expect, it } from 'vitest'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { send } from '../testing/send.ts'
import { startService, upload } from '../testing/service.ts'
import { createLog } from '../util/log.ts'
import { pair, person, startOther, usernames, users } from './testing/servers.ts'

describe('the upstream', () => {
  it('handles the named operations; this server handles the others', async () => {
    const { service, upstream } = await pair({ upstreamOperations: ['createUser'] })
    const created = await service.ask('POST', users, { token: service.application, json: person })
    const mounts = await service.ask('GET', '/api/admin/servers/1/mounts', { token: service.root })
    expect([created.status, mounts.status]).toEqual([201, 200])
    expect(usernames(upstream)).toContain('jo')
    expect(usernames(service)).not.toContain('jo')
    expect(service.requests()).toMatchObject([
      {
        operation: 'createUser',
        status: 201,
        upstream: upstream.url,
        owner: 'application, made by admin',
        changes: [],
      },
      { operation: 'listServerMounts', status: 200, upstream: null },
    ])
    expect(upstream.requests()).toMatchObject([{ operation: 'createUser', changes: [{ table: 'users' }] }])
  })

  it.each(['GET /api/application/nodes', 'POST /api/client/nowhere', 'HEAD /api/application/users'])(
    'handles every request to the API without a list of operations: %s',
    async (request) => {
      const [method = '', path = ''] = request.split(' ')
      const { service, upstream } = await pair()
      await service.ask(method, path, { token: service.root })
      expect(service.requests()).toMatchObject([{ upstream: upstream.url }])
      expect(upstream.requests()).toMatchObject([{ method, path }])
    },
  )

  it('handles companions and writes beyond the document by id, whatever the gap says here', async () => {
    const { service, upstream } = await pair(
      { upstreamOperations: ['listUsers', 'suspendServer'] },
      { gaps: { 'operations.beyond': 'panel' } },
    )
    const [server] = upstream.world.tables.servers.rows()
    const list = await service.ask('GET', `${users}?per_page=2`, { token: service.application })
    const write = await service.ask('POST', `/api/application/servers/${server?.id}/suspend`, {
      token: service.application,
    })
    expect([list.status, list.json.data.length, write.status]).toEqual([200, 2, 204])
    expect((await service.ask('GET', '/api/application/nodes', { token: service.root })).status).toBe(404)
  })

  it('gets an upload as a stream, and the mock server keeps nothing of it', async () => {
    const { service, upstream } = await pair()
    const body = upload(JSON.stringify({ ...exampleEgg, name: 'Sent on' }))
    const { status, json } = await service.ask('POST', '/api/admin/eggs/1/import', {
      token: service.root,
      body,
    })
    expect([status, json.attributes.name]).toEqual([200, 'Sent on'])
    expect(upstream.requests()[0]?.request.body).toMatchObject({
      import_file: expect.stringContaining('Sent on'),
    })
    expect(service.requests()[0]?.request.body).toMatch(/bytes of multipart\/form-data.* than the log keeps/)
  })

  it('is named in the log', async () => {
    const { service, upstream, lines } = await pair({ upstreamOperations: ['createUser'] })
    await service.ask('POST', users, { token: service.application, json: person })
    await service.ask('GET', '/api/admin/servers/1/mounts', { token: service.root })
    expect(lines[0]).toMatch(/^POST \/api\/application\/users 201 \d+\.\d ms, upstream http:\S+$/)
    expect(lines[0]).toContain(upstream.url)
    expect(lines[1]).toMatch(/ 200 \d+\.\d ms$/)
  })

  it('can have a path in its URL, and gets the query unchanged', async () => {
    const seen: string[] = []
    const url = await startOther((req, res) => {
      seen.push(req.url ?? '')
      res.end('{}')
    })
    const service = await startService({ scenario: 'empty', upstream: `${url}/base/` })
    await service.ask('GET', `${users}?filter[a]=%2F&page=2`)
    await service.ask('GET', '/~mine/api/application/users')
    expect(seen).toEqual([`/base${users}?filter[a]=%2F&page=2`, `/base${users}`])
  })

  it('is requested after faults and delays', async () => {
    const { service, upstream } = await pair({ faults: ['offline'] })
    await service.ask('GET', users, { token: service.root }).catch(() => {})
    expect(upstream.requests()).toEqual([])
  })

  it.each([
    ['code=503', 503],
    ['delay=5', 201],
  ])('is requested with the preference %s, which is not forwarded', async (prefer, status) => {
    const { service, upstream } = await pair()
    const reply = await service.ask('POST', users, {
      token: service.application,
      json: person,
      headers: { prefer },
    })
    expect(reply.status).toBe(status)
    expect(upstream.requests()).toHaveLength(status === 503 ? 0 : 1)
  })

  it.each([
    ['POST', users],
    ['POST', '/api/application/nodes'],
    ['DELETE', '/api/application/nodes/1'],
  ])('does not get a write whose response is truncated before it: %s %s', async (method, path) => {
    const { service, upstream } = await pair()
    const headers = { prefer: 'fault=truncated' }
    await expect(service.ask(method, path, { token: service.root, json: person, headers })).rejects.toThrow()
    expect(upstream.requests()).toEqual([])
    expect(service.requests()).toMatchObject([{ fault: 'fault=truncated', status: null, upstream: null }])
  })

  it('has done the write if the fault after-commit loses its response', async () => {
    const { service, upstream } = await pair()
    const lost = service.ask('POST', users, {
      token: service.application,
      json: person,
      headers: { prefer: 'fault=after-commit' },
    })
    await expect(lost).rejects.toThrow()
    expect(usernames(upstream)).toContain('jo')
    expect(service.requests()).toMatchObject([{ status: null, end: 'fault', upstream: upstream.url }])
  })

  it.each([
    '/api/../../admin',
    '/api/%2e%2e/admin',
    '/api/%2E%2E%2Fadmin',
    '/api//../admin',
    '/api/x//../../admin',
    '/api/..;/admin',
    '/api/%252e%252e%252fadmin',
    '/api/..%5cadmin',
    '/api/admin/servers/../../../other',
    '/api/..\\admin',
    '/api/%%32e%%32e/admin',
    '/api/..%20/admin',
    '/api/..%2500/admin',
    '/api/%09.%0d.;/admin',
    '/api/%c0%ae%C0%AE/admin',
    '/api/..%c1%9cadmin',
    '/api/%e0%80%ae%f0%80%80%ae/admin',
    '/api/..%25c0%25afadmin',
    '/api/client/..%3Fx',
    '/api/client/..%2523x',
  ])('gets no request outside its API: %s', async (path) => {
    const seen: unknown[] = []
    const url = await startOther((req, res) => {
      seen.push(req.url)
      res.end('{}')
    })
    const upstreamTokens = { rootClient: 'real-token' }
    const service = await startService({ scenario: 'empty', upstream: `${url}/base`, upstreamTokens })
    const headers = { host: 'localhost', authorization: `Bearer ${service.root}` }
    const { status, json } = await send(service.url, 'GET', path, { headers })
    expect([status, json.detail]).toEqual([
      404,
      `${path} is outside the API; name a path without the segments "..".`,
    ])
    const within = ['/api/admin/./servers/1/mounts', '/api/a..b/..c/%e2%80%ae/%c3%80/...?..%20/']
    for (const each of within) {
      expect((await send(service.url, 'GET', each, { headers })).status).toBe(200)
    }
    expect(seen).toEqual(within.map((each) => `/base${each}`))
  })

  it('gets no TRACE, which would show its token', async () => {
    const url = await startOther((req, res) => res.end(req.headers.authorization))
    const upstreamTokens = { rootClient: 'real-token' }
    const service = await startService({ scenario: 'empty', upstream: url, upstreamTokens })
    const headers = { host: 'localhost', authorization: `Bearer ${service.root}` }
    const { status, text } = await send(service.url, 'TRACE', users, { headers })
    expect(status).toBe(405)
    expect(text).not.toContain('real-token')
  })
})

describe('a token of the upstream', () => {
  it.each<[what: string, headers: Record<string, string>, options: NestboxOptions, status: number]>([
    ['no page', {}, {}, 201],
    ['a page of this machine', { origin: 'http://localhost:5173' }, {}, 201],
    ['a page of another machine', { origin: 'https://evil.example' }, {}, 403],
    ['a page with the origin null', { origin: 'null' }, {}, 403],
    [
      'a page with an allowed origin',
      { origin: 'https://app.example' },
      { corsOrigins: ['https://app.example'] },
      201,
    ],
    ['a host name rebound to this machine', { host: 'rebound.example' }, {}, 403],
    ['an allowed host name', { host: 'nestbox' }, { allowedHosts: ['nestbox'] }, 201],
    [
      'a page with an unknown token',
      { origin: 'https://evil.example' },
      { tokens: { application: 'own' } },
      201,
    ],
  ])('replaces a generated one for %s', async (_, headers, options, status) => {
    const { service, upstream } = await pair(options)
    const body = JSON.stringify(person)
    const reply = await send(service.url, 'POST', users, {
      headers: {
        host: 'localhost',
        authorization: `Bearer ${service.tokens.application}`,
        'content-type': 'application/json',
        ...headers,
      },
      body,
    })
    expect(reply.status).toBe(status)
    expect(usernames(upstream).includes('jo')).toBe(status === 201)
    expect(service.requests()).toMatchObject([{ status, upstream: status === 201 ? upstream.url : null }])
    if (status === 403) expect(reply.json.detail).toMatch(/set one of your own with --token application=/)
  })

  it('does not replace a token that was revoked here, or an unknown one', async () => {
    const { service, upstream } = await pair()
    service.tokens.change({ application: { status: 'revoked' } })
    const revoked = await service.ask('POST', users, { token: service.application, json: person })
    const unknown = await service.ask('POST', users, { token: 'nobodys', json: person })
    const own = await service.ask('POST', users, { token: upstream.application, json: person })
    expect([revoked.status, unknown.status, own.status]).toEqual([401, 401, 201])
  })

  it('is in no log, whatever the upstream responds, and neither is a token from the client', async () => {
    const secrets = ['Upstream-secret-1/2', 'client-Secret.3']
    const url = await startOther((req, res) => {
      res.setHeader('x-echo', req.headers.authorization ?? '')
      res.end(JSON.stringify({ echo: req.headers.authorization, [req.headers.authorization ?? '']: 1 }))
    })
    const lines: string[] = []
    const service = await startService({
      scenario: 'empty',
      upstream: url,
      upstreamTokens: { application: secrets[0] ?? '' },
      log: createLog('info', (line) => lines.push(line)),
    })
    await service.ask('GET', `${users}?a=${secrets[0]}`, { token: service.application })
    await service.ask('GET', `${users}?a=${secrets[1]}`, { token: secrets[1] })
    // Logs are not searched for a very long token, which only its own header is known to have.
    const long = 'x'.repeat(2_001)
    await service.ask('GET', users, { token: long })
    const log = await service.ask('GET', '/_nestbox/requests')
    for (const secret of secrets) {
      for (const text of [log.text, lines.join('\n')]) expect(text).not.toContain(secret)
    }
    expect(log.json.requests).toHaveLength(3)
    expect(log.json.requests[2]).toMatchObject({
      request: { headers: { authorization: '[redacted]' } },
      response: { body: { echo: `Bearer ${long}` } },
    })
  })

  it('is in no log while the latest unknown tokens together are not too long', async () => {
    const service = await startService({
      scenario: 'empty',
      upstream: await startOther((_, res) => res.end()),
    })
    const tokens = ['first', 'second', 'third'].map((name) => name.padEnd(900, '-'))
    for (const token of tokens) await service.ask('GET', users, { token })
    await service.ask('GET', `${users}?a=${tokens.join('&b=')}`)
    const { path } = (await service.ask('GET', '/_nestbox/requests')).json.requests.at(-1)
    expect(path).toBe(`${users}?a=${tokens[0]}&b=[redacted]&b=[redacted]`)
  })
})
