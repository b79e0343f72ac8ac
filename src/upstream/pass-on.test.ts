import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { beginRequest } from '../testing/begin-request.ts'
import { send } from '../testing/send.ts'
import { type Service, startService, upload } from '../testing/service.ts'
import { createLog } from '../util/log.ts'
import { longestResponse } from './send-on.ts'

const person = { email: 'jo@example.com', username: 'jo', first_name: 'Jo', last_name: 'Roe' }

const users = '/api/application/users'

/** Two mock servers with different worlds; the first sends requests on to the second, with the tokens of the second. */
async function pair(options: NestboxOptions = {}, real: NestboxOptions = {}) {
  const upstream = await startService({ seed: 'real', scenario: 'empty', ...real })
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const service = await startService({
    scenario: 'empty',
    log,
    upstream: upstream.url,
    upstreamTokens: { ...tokensOf(upstream) },
    ...options,
  })
  return { service, upstream, lines }
}

const tokensOf = ({ application, root, user }: Service) => ({
  application,
  rootClient: root,
  userClient: user,
})

/** A server of another kind. @returns its URL */
async function startOther(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that handles connections by hand. @returns its URL */
async function startRaw(handle: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    handle(socket)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const usernames = (service: Service): string[] =>
  service.world.tables.users.rows().map(({ username }) => username)

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
})

it('too many simultaneous requests are refused, and later ones are served', async () => {
  const waiting: ServerResponse[] = []
  const url = await startOther((_, res) => void waiting.push(res))
  const service = await startService({ scenario: 'empty', upstream: url, limits: { connections: 2 } })
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET ${users} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(3))
  await expect.poll(() => service.requests().map(({ status }) => status)).toEqual([503])
  expect(service.requests()[0]).toMatchObject({
    response: {
      headers: { 'retry-after': '1' },
      body: { detail: 'More than 2 requests wait for the upstream; try again in a second.' },
    },
  })
  await expect.poll(() => waiting.length).toBe(2)
  for (const res of waiting.splice(0)) res.end('{}')
  await expect.poll(() => service.requests()).toHaveLength(3)
  const next = service.ask('GET', users)
  await expect.poll(() => waiting.length).toBe(1)
  for (const res of waiting) res.end('{}')
  expect((await next).status).toBe(200)
})

it('simultaneous responses of the upstream share a memory limit', async () => {
  const waiting: ServerResponse[] = []
  const length = 31_000_000
  const url = await startOther((_, res) => {
    waiting.push(res)
    res.writeHead(200, { 'content-length': length })
    res.write(Buffer.alloc(length - 1))
  })
  const service = await startService({ scenario: 'empty', upstream: url })
  const statuses = Array.from({ length: 3 }, async () => {
    const { status, json } = await service.ask('GET', users)
    if (status === 502)
      expect(json.detail).toContain('responses of more than 64000000 bytes at the same time')
    return status
  })
  // The one that finds no room is refused while the others wait for their last byte.
  expect(await Promise.race(statuses)).toBe(502)
  for (const res of waiting) res.end('x')
  expect((await Promise.all(statuses)).toSorted()).toEqual([200, 200, 502])
})

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

  it('frames a body without a length for each method', async () => {
    const bodies: string[] = []
    const url = await startOther(async (req, res) => {
      bodies.push(`${req.method} ${Buffer.concat(await req.toArray())}`)
      res.end('{}')
    })
    const service = await startService({ scenario: 'empty', upstream: url })
    for (const method of ['POST', 'DELETE', 'PATCH']) {
      await send(service.url, method, users, {
        headers: { host: 'localhost', 'transfer-encoding': 'chunked' },
        body: [Buffer.from('{"a":'), Buffer.from('1}')],
      })
    }
    expect(bodies).toEqual(['POST {"a":1}', 'DELETE {"a":1}', 'PATCH {"a":1}'])
  })
})

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

const oddities: readonly (readonly [what: string, start: () => Promise<string>, says: RegExp])[] = [
  [
    'is down',
    async () => {
      const server = createTcpServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      const { port } = server.address() as AddressInfo
      await new Promise((resolve) => server.close(resolve))
      return `http://127.0.0.1:${port}`
    },
    /refused the connection: no server listens there \(ECONNREFUSED\)\.$/,
  ],
  [
    'has an unknown host',
    async () => 'http://nowhere.invalid',
    /cannot be reached: .* \((?:ENOTFOUND|EAI_AGAIN)\)\.$/,
  ],
  [
    'closes the connection',
    () => startRaw((socket) => void socket.on('data', () => socket.destroy())),
    /closed the connection .* \(ECONNRESET\)\. It may have processed the request\.$/,
  ],
  [
    'ends within its response',
    () =>
      startRaw((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"object":')),
      ),
    /closed the connection before the response was complete/,
  ],
  [
    'does not send HTTP',
    () => startRaw((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9\r\n'))),
    /sent a response that is not HTTP \(HPE_/,
  ],
  [
    'sends long headers',
    () =>
      startRaw((socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n`)),
      ),
    /sent a response whose headers are too long \(HPE_HEADER_OVERFLOW\)\. It may have processed/,
  ],
  [
    'never responds',
    () => startRaw(() => {}),
    /sent no complete response within 0\.2 s\. It may have processed/,
  ],
  [
    'sends its response very slowly',
    () =>
      startRaw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n')
        const drip = setInterval(() => socket.write('a'), 20)
        socket.once('close', () => clearInterval(drip))
      }),
    /sent no complete response within 0\.2 s/,
  ],
  [
    'responds with an invalid status',
    () =>
      startRaw((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n')),
      ),
    /sent a response with the status 99\.|is not HTTP/,
  ],
  [
    'switches to another protocol',
    () =>
      startRaw((socket) =>
        socket.once('data', () =>
          socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
        ),
      ),
    /sent a response with the status 101\. It may have processed/,
  ],
  [
    'is requested with TLS and has none',
    async () => (await startOther((_, res) => void res.end())).replace('http:', 'https:'),
    /does not speak TLS|cannot be asked|closed the connection/,
  ],
  [
    'sends an endless response',
    () =>
      startOther((_, res) => {
        const piece = Buffer.alloc(1_000_000)
        const more = () => {
          while (!res.destroyed && res.write(piece));
        }
        res.on('drain', more)
        more()
      }),
    new RegExp(`sent a response of more than ${longestResponse} bytes`),
  ],
]

describe('an upstream that', () => {
  it.each(oddities)(
    '%s: 502 with the reason, here and in the logs, and nothing changes',
    async (what, start, says) => {
      const upstream = await start()
      const lines: string[] = []
      const service = await startService({
        scenario: 'empty',
        upstream,
        log: createLog('info', (line) => lines.push(line)),
        limits: { upstreamTime: what.includes('endless') ? 20_000 : 200 },
      })
      const before = service.state()
      const { status, headers, json } = await service.ask('POST', users, {
        token: service.application,
        json: person,
        headers: { origin: 'http://localhost:5173' },
      })
      expect([status, headers.get('content-type')]).toEqual([502, 'application/problem+json'])
      expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
      expect(json).toMatchObject({ title: 'Bad Gateway', status: 502 })
      expect(json.detail.startsWith(`The upstream ${upstream} `)).toBe(true)
      expect(json.detail).toMatch(says)
      expect(service.requests()).toMatchObject([
        { status: 502, upstream, changes: [], response: { body: { detail: json.detail } } },
      ])
      expect(lines).toEqual([expect.stringContaining(`502`)])
      expect(lines[0]).toMatch(says)
      expect(service.state()).toEqual(before)
    },
  )

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
    const within = '/api/admin/./servers/1/mounts'
    expect((await send(service.url, 'GET', within, { headers })).status).toBe(200)
    expect(seen).toEqual([`/base${within}`])
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

  it('leads back to this server is refused', async () => {
    const relay: { to: string } = { to: '' }
    const url = await startOther(async (req, res) => {
      const { status, text } = await send(relay.to, req.method ?? '', req.url ?? '', {
        headers: { host: 'localhost', via: req.headers.via ?? '' },
      })
      res.writeHead(status)
      res.end(text)
    })
    const service = await startService({ scenario: 'empty', upstream: url })
    relay.to = service.url
    const { status, json } = await service.ask('GET', users)
    expect(status).toBe(502)
    expect(json.detail).toBe(
      `The upstream ${url} sends requests back to this server; name another one with --upstream.`,
    )
    expect(service.requests()).toHaveLength(2)
  })
})

describe('a client that disconnects', () => {
  it('aborts the request to the upstream, and the log records the disconnection', async () => {
    let isOver = false
    const url = await startOther((req, res) => {
      res.once('close', () => {
        isOver = true
      })
      req.resume()
    })
    const service = await startService({ scenario: 'empty', upstream: url })
    const asked = await beginRequest(service.url + users, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.application}`, 'content-length': '100' },
    })
    asked.write('{"email":')
    await wait(50)
    asked.destroy()
    await expect.poll(() => isOver).toBe(true)
    await expect
      .poll(() => service.requests())
      .toMatchObject([{ operation: 'createUser', status: null, end: 'client', upstream: url }])
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
