import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import { Redaction } from '../journal/redact.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { tempFolder } from '../store/testing/temp-folder.ts'
import { exchange, type RawReply } from '../testing/raw.ts'
import { isWhole } from '../testing/sample.ts'
import { startService } from '../testing/service.ts'
import { createLog } from '../util/log.ts'
import type { HttpLimits } from './http-limits.ts'
import { createHttpServer } from './http-server.ts'

const start = (limits: Partial<HttpLimits> = {}, options: NestboxOptions = {}) =>
  startService({ scenario: 'empty', limits, ...options })

const health = 'GET /_nestbox/health HTTP/1.1\r\nHost: localhost\r\n'

/** A server with this request listener, without the service. */
async function serve(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const log = createLog('silent', () => {})
  const server = createHttpServer(listener, {
    gap: () => new GapSettings().gap,
    log,
    redaction: () => new Redaction(),
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  return { server, port }
}

/** Even on a slow machine, the server must close the connection. */
const untilItEnds = { silence: 20_000 }

const statusesOf = (replies: readonly RawReply[]) => replies.map(({ status }) => status)

/** The only response: an error of the API, after which the connection ends. */
function expectRefusal(replies: readonly RawReply[], status: number, says: string | RegExp): void {
  expect(statusesOf(replies)).toEqual([status])
  const [{ headers, body }] = replies as [RawReply]
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-nestbox-assumed': 'error.body',
    connection: 'close',
  })
  const { errors } = JSON.parse(body.toString())
  expect(errors).toEqual([{ code: expect.any(String), status: String(status), detail: expect.any(String) }])
  expect(errors[0].detail).toMatch(/^[A-Z].*\.$/)
  expect(errors[0].detail).toMatch(says)
}

it.each([
  ['a path', '/api/x?a=1&b', '/api/x?a=1&b'],
  ['two slashes', '//a/api', '//a/api'],
  ['a fragment', '/api/x?a=1#b?c', '/api/x?a=1'],
  ['a whole URL', 'HTTP://me:pw@a.test:80/api/x?a=//b#c', '/api/x?a=//b'],
  ['a URL without a path', 'https://a.test?b', '/?b'],
  ['an asterisk', '*', '/*'],
])('%s as the target is a path and a query for Koa', async (_, target, expected) => {
  const { port } = await serve((req, res) => void res.end(req.url))
  const { replies } = await exchange(`http://127.0.0.1:${port}`, [
    `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`,
  ])
  expect(String(replies[0]?.body)).toBe(expected)
})

describe('a malformed request', () => {
  it.each<[string, string, number, string | RegExp]>([
    ['no HTTP', 'hello\r\n\r\n', 400, 'well-formed'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'well-formed'],
    ['TLS', '\x16\x03\x01\x02\x00\x01', 400, 'well-formed'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'well-formed'],
    ['a header without a colon', `${health}oh no\r\n\r\n`, 400, 'well-formed'],
    ['a header with NUL', `${health}A: \0\r\n\r\n`, 400, 'well-formed'],
    ['two lengths', `${health}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'well-formed'],
    ['a length and chunks', `${health}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400, 'well'],
    ['a length that is not a number', `${health}Content-Length: -1\r\n\r\n`, 400, 'well-formed'],
    ['no Host', 'GET /_nestbox/health HTTP/1.1\r\n\r\n', 400, 'header "Host"'],
    ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n', 400, '`Host`'],
    ['a Host with a user', 'GET / HTTP/1.1\r\nHost: me@a\r\n\r\n', 400, '`Host`'],
    ['a Host with HTML', 'GET / HTTP/1.1\r\nHost: "><script>\r\n\r\n', 400, '`Host`'],
    ['a Host with an invalid port', 'GET / HTTP/1.1\r\nHost: localhost:99999\r\n\r\n', 400, '`Host`'],
    ['a Host with an invalid address', 'GET / HTTP/1.1\r\nHost: 127.0.0.999\r\n\r\n', 400, '`Host`'],
    ['a URL that Koa cannot read', 'GET data://xn-- HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'whole URL'],
    ['a URL of another scheme', 'GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'whole URL'],
    ['an invalid URL', 'GET http://a:b/ HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'whole URL'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 400, 'one header "host"'],
    [
      'two tokens',
      `${health}Authorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n`,
      400,
      'one header "authorization"',
    ],
    ['another expectation', `${health}Expect: a-miracle\r\n\r\n`, 417, '100-continue'],
    ['chunks within gzip', `${health}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 501, 'be chunked'],
    ['a long header', `${health}A: ${'x'.repeat(32_768)}\r\n\r\n`, 431, '32768 bytes'],
    ['many headers', `${health}${'A: b\r\n'.repeat(17_000)}\r\n`, 431, '32768 bytes'],
    ['a very long path', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, '32768 bytes'],
  ])('is refused for %s, with one sentence', async (_, bytes, status, says) => {
    const service = await start()
    const { replies, rest, ended } = await exchange(service.url, [bytes], untilItEnds)
    expectRefusal(replies, status, says)
    expect([rest.length, ended]).toEqual([0, true])
    expect((await service.ask('GET', '/_nestbox/health')).status).toBe(200)
  })

  it('is refused in the chosen form', async () => {
    const { url, gaps } = await start()
    gaps.set({ 'error.body': 'problem' })
    const { replies } = await exchange(url, ['hello\r\n\r\n'])
    expect(replies[0]?.headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(String(replies[0]?.body))).toMatchObject({ type: 'about:blank', status: 400 })
    gaps.set({ 'error.body': 'empty' })
    const { replies: empty } = await exchange(url, ['hello\r\n\r\n'])
    expect([empty[0]?.status, empty[0]?.body.length]).toEqual([400, 0])
  })

  it('gets its refusal although the client writes megabytes before it reads', async () => {
    const { url } = await start()
    const { replies } = await exchange(url, [`${health}A: `, Buffer.alloc(5_000_000, 'x')])
    expectRefusal(replies, 431, '32768')
  })

  it('has a path of more than 8192 characters, and its refusal has CORS headers', async () => {
    const { ask } = await start()
    const reply = await ask('GET', `/api/${'x'.repeat(8_188)}`, { headers: { origin: 'http://a.example' } })
    expect(reply.status).toBe(414)
    expect(reply.json.errors[0].detail).toContain('8192')
    expect(reply.headers.get('access-control-allow-origin')).toBe('http://a.example')
    expect((await ask('GET', `/api/${'x'.repeat(8_187)}`)).status).toBe(404)
  })

  it('is refused after the response to the request before it', async () => {
    const service = await start({}, { delay: [100, 100] })
    const person = JSON.stringify({ email: 'a@b.example', username: 'a', first_name: 'A', last_name: 'B' })
    const head = `POST /api/application/users HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.application}`
    const request = `${head}\r\nContent-Type: application/json\r\nContent-Length: ${person.length}\r\n\r\n${person}`
    const { replies } = await exchange(service.url, [`${request}garbage\r\n\r\n`], untilItEnds)
    expect(statusesOf(replies)).toEqual([201, 400])
  })

  it('gets one response if the request was refused before its body was read', async () => {
    const { url } = await start()
    const request = 'POST /api/application/users HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
    const { replies, ended } = await exchange(url, [request, 'zzz\r\n'], untilItEnds)
    expect(statusesOf(replies)).toHaveLength(1)
    expect(ended).toBe(true)
  })

  it('gets the refusal of its head if the body is malformed too', async () => {
    const { url } = await start()
    const request =
      'POST /api/application/users HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n'
    const { replies } = await exchange(url, [request], untilItEnds)
    expect(statusesOf(replies)).toEqual([401])
  })

  it('has an invalid chunk, and changes nothing', async () => {
    const service = await start()
    const head = `PATCH /api/application/nodes/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.application}`
    const request = `${head}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n`
    const before = service.world.checksum()
    const { replies } = await exchange(service.url, [request], untilItEnds)
    expect(statusesOf(replies)).toEqual([400])
    expect(service.world.checksum()).toBe(before)
  })
})

describe('a slow sender', () => {
  const slow = { headTime: 200, requestTime: 400 }
  it.each([
    ['nothing', '', slow],
    ['a part of the head', health, slow],
    ['a part of the body', `${health}Content-Length: 5\r\n\r\n12`, slow],
    ['a part of a chunk', `${health}Transfer-Encoding: chunked\r\n\r\n5\r\n12`, slow],
    [
      'a part of a head whose time limit is longer than that of the request',
      health,
      { headTime: 400, requestTime: 200 },
    ],
  ])('that stops after %s gets a 408, and its connection is closed', async (_, bytes, limits) => {
    const { url } = await start(limits)
    const { replies, ended } = await exchange(url, [bytes], untilItEnds)
    const [head, whole] = [limits.headTime / 1_000, limits.requestTime / 1_000]
    expectRefusal(replies, 408, `within ${head} s, all of it within ${whole} s`)
    expect(ended).toBe(true)
  })
})

describe('an idle connection', () => {
  it('is closed', async () => {
    const { url } = await start({ idleTime: 1 })
    const { replies, ended } = await exchange(url, [`${health}\r\n`], untilItEnds)
    expect([statusesOf(replies), ended]).toEqual([[200], true])
  })

  it('stays open for a request that came in time, even if the server was blocked for longer than the idle time', async () => {
    const { url } = await start({ idleTime: 1 })
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const ask = async () => {
      socket.write(`${health}\r\n`)
      return once(socket, 'data')
    }
    await ask()
    await turn()
    const asked = ask()
    // Node adds a second to the time that a connection may idle.
    const end = performance.now() + 1_050
    while (performance.now() < end);
    expect(String(await asked)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('connections beyond the limit', () => {
  const connect = async (url: string): Promise<Socket> => {
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    await new Promise((resolve) => socket.once('connect', resolve))
    return socket
  }

  it('are refused, and accepted after others are closed', async () => {
    const { url } = await start({ connections: 3 })
    const held = await Promise.all([1, 2, 3].map(() => connect(url)))
    const page = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const { replies } = await exchange(url, [page])
    expectRefusal(replies, 503, 'more than 3 connections')
    expect(replies[0]?.headers['retry-after']).toBe('1')
    const late = await connect(url)
    await Promise.all(held.slice(0, 2).map((socket) => once(socket.end().resume(), 'close')))
    const heard = new Promise((resolve) => late.once('data', (chunk) => resolve(String(chunk))))
    late.write(page)
    expect(await heard).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('pipelined requests', () => {
  const person = { email: 'new@example.com', username: 'new', first_name: 'New', last_name: 'One' }
  const create = (token: string) => {
    const body = JSON.stringify(person)
    const head = `Host: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`
    return `POST /api/application/users HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }

  it('are handled 32 at a time, and answered in order', async () => {
    let underWay = 0
    let peak = 0
    const listener: RequestListener = async ({ url }, res) => {
      underWay += 1
      peak = Math.max(peak, underWay)
      await turn()
      underWay -= 1
      res.end(url)
    }
    const { port } = await serve(listener)
    const paths = Array.from({ length: 3_000 }, (_, number) => `/${number}`)
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join('')
    const { replies } = await exchange(`http://127.0.0.1:${port}`, [requests], { responses: paths.length })
    expect(peak).toBe(32)
    expect(replies.map(({ body }) => body.toString())).toEqual(paths)
  })

  it('run alone if they may write, so that each sees what those before it have written', async () => {
    const seen: string[] = []
    const { port } = await serve(async (req, res) => {
      const body = await text(req)
      seen.push(`${req.method} begins`)
      await turn()
      seen.push(`${req.method} ends`)
      res.end(body)
    })
    const request = (method: string) =>
      `${method} / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n${method[0]}`
    const methods = ['GET', 'OPTIONS', 'PATCH', 'DELETE', 'GET']
    const requests = methods.map(request).join('')
    const { replies } = await exchange(`http://127.0.0.1:${port}`, [requests], { responses: methods.length })
    expect(replies.map(({ body }) => body.toString())).toEqual(['G', 'O', 'P', 'D', 'G'])
    expect(seen).toEqual([
      ...['GET begins', 'OPTIONS begins', 'GET ends', 'OPTIONS ends'],
      ...['PATCH begins', 'PATCH ends', 'DELETE begins', 'DELETE ends', 'GET begins', 'GET ends'],
    ])
  })

  it('that may write are handled before one that is refused at once', async () => {
    const { port } = await serve((req, res) => void text(req).then(() => res.end()))
    const post = (host: string) => `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`
    const requests = [post('a'), post('b'), post('c d')].join('')
    const { replies } = await exchange(`http://127.0.0.1:${port}`, [requests], untilItEnds)
    expect(statusesOf(replies)).toEqual([200, 200, 400])
  })

  it('wait while the client does not read the responses before them', async () => {
    const begun: string[] = []
    const { port } = await serve(({ url = '' }, res) => {
      begun.push(url)
      res.end(Buffer.alloc(20_000_000))
    })
    const socket = createConnection(port, '127.0.0.1').pause()
    onTestFinished(() => void socket.destroy())
    socket.write(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
    await expect.poll(() => begun).toEqual(['/1'])
    const other = await fetch(`http://127.0.0.1:${port}/other`)
    expect((await other.arrayBuffer()).byteLength).toBe(20_000_000)
    expect(begun).toEqual(['/1', '/other'])
    socket.resume()
    await expect.poll(() => begun, { timeout: 20_000 }).toEqual(['/1', '/other', '/2', '/3'])
  })

  it('close their connections when these have too many unread bytes together, while other clients are served', async () => {
    const unread: ServerResponse[] = []
    const { server, port } = await serve(({ url }, res) => {
      if (url === '/large') unread.push(res)
      else res.end()
    })
    let closed = 0
    server.on('connection', (socket) => socket.once('close', () => (closed += 1)))
    const request = 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n'
    for (let nth = 0; nth < 6; nth += 1) {
      const socket = createConnection(port, '127.0.0.1').pause()
      socket.on('error', () => {})
      onTestFinished(() => void socket.destroy())
      socket.write(request.repeat(32))
    }
    await expect.poll(() => unread.length, { timeout: 20_000 }).toBe(6 * 32)
    for (const res of unread) res.end(Buffer.alloc(1_000_000))
    await expect.poll(() => closed, { timeout: 20_000 }).toBeGreaterThan(2)
    const open = unread.filter(({ req }) => !req.socket.destroyed)
    expect(open.reduce((sum, res) => sum + res.writableLength, 0)).toBeLessThan(70_000_000)
    const { replies } = await exchange(`http://127.0.0.1:${port}`, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'])
    expect(statusesOf(replies)).toEqual([200])
  })

  it.runIf(isWhole)(
    'close their connections when too many bytes wait for a response together, while other clients are served',
    async () => {
      const waiting = new Map<Socket, ServerResponse[]>()
      const { server, port } = await serve(({ socket, url }, res) => {
        if (url === '/') return void res.end()
        waiting.set(socket, [...(waiting.get(socket) ?? []), res])
        socket.once('close', () => waiting.delete(socket))
      })
      server.on('connection', (socket) => socket.setMaxListeners(0))
      const sockets: Socket[] = []
      const ask = (count: number) => {
        const socket = createConnection(port, '127.0.0.1')
        socket.on('error', () => {})
        onTestFinished(() => void socket.destroy())
        socket.write(`GET /wait HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(31_000)}\r\n\r\n`.repeat(count))
        sockets.push(socket)
        return socket
      }
      const ended = () => sockets.filter(({ destroyed }) => destroyed).length
      const one = ask(1)
      for (let nth = 0; nth < 140; nth += 1) ask(32)
      await expect.poll(ended, { timeout: 20_000 }).toBeGreaterThan(0)
      const { replies } = await exchange(`http://127.0.0.1:${port}`, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'])
      expect(statusesOf(replies)).toEqual([200])
      expect([...waiting.values()].flat().length * 33_500).toBeLessThan(140_000_000)
      expect(one.destroyed).toBe(false)
      for (const socket of sockets) socket.destroy()
      await expect.poll(() => waiting.size, { timeout: 20_000 }).toBe(0)
      sockets.length = 0
      for (let nth = 0; nth < 100; nth += 1) ask(32)
      await expect.poll(() => [...waiting.values()].flat().length, { timeout: 20_000 }).toBe(3_200)
      for (const res of [...waiting.values()].flat()) res.end()
      expect(ended()).toBe(0)
    },
  )

  it('are all aborted when their connection is closed', async () => {
    const [arrived, left]: [string[], string[]] = [[], []]
    const { port } = await serve(({ url = '' }, res) => {
      arrived.push(url)
      res.once('close', () => left.push(url))
    })
    const socket = createConnection(port, '127.0.0.1')
    socket.write(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
    const other = new AbortController()
    fetch(`http://127.0.0.1:${port}/other`, { signal: other.signal }).catch(() => {})
    await expect.poll(() => arrived).toHaveLength(4)
    other.abort()
    socket.destroy()
    await expect.poll(() => left.toSorted()).toEqual(['/1', '/2', '/3', '/other'])
  })

  it('are answered before a CONNECT, which is refused', async () => {
    const { url, application } = await start()
    const connect = 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'
    const { replies } = await exchange(url, [create(application), connect], { ...untilItEnds, responses: 2 })
    expect(statusesOf(replies)).toEqual([201, 405])
  })

  it('are not handled after one that asks for another protocol, which is answered', async () => {
    const arrived: string[] = []
    const inner = 'GET /inner HTTP/1.1\r\nHost: a\r\n\r\n'
    const { port } = await serve(async ({ url = '', socket }, res) => {
      arrived.push(url)
      const { bytesRead } = socket
      client.write(inner)
      await expect.poll(() => socket.bytesRead).toBeGreaterThan(bytesRead)
      res.end(url)
    })
    const client = createConnection({ port, host: '127.0.0.1', noDelay: true })
    const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk'
    const post = `POST /dropped HTTP/1.1\r\nHost: a\r\nContent-Length: ${inner.length}\r\n\r\n`
    client.write(`GET /first HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n\r\n${post}`)
    const heard = await text(client)
    expect(arrived).toEqual(['/first'])
    expect(heard).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*\/first$/s)
  })

  it('keep the service running if the client closes its side after a CONNECT', async () => {
    const { url } = await start()
    const connect = 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'
    const ends = Array.from({ length: 20 }, (_, nth) =>
      exchange(url, [`${nth % 2 === 0 ? `${health}\r\n` : ''}${connect}`], { responses: 0, end: true }),
    )
    await Promise.all(ends)
    expect(statusesOf((await exchange(url, [`${health}\r\n`])).replies)).toEqual([200])
  })

  it('are answered, or logged as unanswered, if the client closes its side', async () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line))
    const service = await start({}, { log, data: join(await tempFolder(), 'world.json') })
    const { replies } = await exchange(service.url, [create(service.application)], {
      end: true,
      responses: 0,
    })
    await expect.poll(() => lines.length).toBe(1)
    expect(service.world.tables.users.find('username', 'new')).toBeDefined()
    const isUnanswered = lines[0]?.includes('POST /api/application/users unanswered')
    expect(isUnanswered).toBe(replies.length === 0)
  })
})

describe('too many connections', () => {
  it('leave the control API reachable', async () => {
    const { url } = await start({ connections: 1 })
    const first = createConnection(Number(new URL(url).port), '127.0.0.1')
    onTestFinished(() => void first.destroy())
    await once(first, 'connect')
    const paths = ['/_nestbox/health', '/~mine/_nestbox/health', '/api/nothing']
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const { replies } = await exchange(url, requests, { ...untilItEnds, responses: 3 })
    expect(statusesOf(replies)).toEqual([200, 200, 503])
  })
})
