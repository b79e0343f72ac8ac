import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { beginRequest } from '../testing/begin-request.ts'
import { send } from '../testing/send.ts'
import { startService } from '../testing/service.ts'
import { createLog } from '../util/log.ts'
import { longestResponse } from './send-on.ts'
import { person, startOther, startRaw, users } from './testing/servers.ts'

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
