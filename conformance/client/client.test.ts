import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isWhole } from '../../src/testing/sample.ts'
import { receptionOf } from '../judge/reception.ts'
import { selfSigned } from '../testing/self-signed.ts'
import { type Ask, Client, type ClientOptions, type Exchange, reason } from './client.ts'
import { isTokenName } from './credentials.ts'
import { Busy } from './retry-budget.ts'

/** Starts any server on a free port until the test ends. */
async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener))

/** A server that speaks no HTTP: what it does with a connection as soon as a request comes. */
const tcp = (react: (socket: Socket) => void): Promise<string> =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => react(socket))
    }),
  )

function client(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const made = new Client({
    baseUrl,
    tokens: { application: 'app-token', rootClient: 'root-token' },
    headers: {},
    timeout: 5000,
    rate: undefined,
    ca: undefined,
    insecure: false,
    ...options,
  })
  onTestFinished(() => made.close())
  return made
}

const look: Ask = {
  operation: 'listServerMounts',
  method: 'GET',
  path: '/api/admin/servers/1/mounts?page=1',
  credential: 'rootClient',
  token: 'rootClient',
}

const tooLong = (bytes: number): string =>
  `its body has more than the ${bytes.toLocaleString('en')} bytes that the kit reads`

const outcome = ({ reply, failure }: Exchange) => ({ status: reply?.status, failure })

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server that remembers what it was sent. */
async function recorder(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const url = await serve(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ method: request.method, url: request.url, headers: request.headers, body })
    response.end('{}')
  })
  return { url, received }
}

/** A server that refuses before it has read: in a thread of its own, or it would not come before the body. */
async function startHasty(): Promise<string> {
  const worker = new Worker(
    `const server = require('node:http').createServer((_, response) => {
      response.writeHead(401, { connection: 'close' }).end('{}')
    })
    server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port))`,
    { eval: true },
  )
  onTestFinished(async () => void (await worker.terminate()))
  const [port] = await once(worker, 'message')
  return `http://127.0.0.1:${port}`
}

describe('a request', () => {
  it('is sent below the base URL, and the response is complete', async () => {
    const { url, received } = await recorder()
    const { ask, reply, failure, milliseconds } = await client(`${url}/~check`).send(look)
    expect(received).toMatchObject([{ method: 'GET', url: `/~check${look.path}`, body: '' }])
    expect(received[0]?.headers).toMatchObject({
      accept: 'application/json',
      'user-agent': 'nestbox',
      authorization: 'Bearer root-token',
    })
    expect(received[0]?.headers).not.toHaveProperty('content-type')
    expect({ ask, failure }).toEqual({ ask: look, failure: undefined })
    expect(reply).toMatchObject({ status: 200, text: '{}', json: {} })
    expect(milliseconds).toBeGreaterThan(0)
  })

  it.each<[credential: Ask['credential'], authorization: string | undefined]>([
    ['no-header', undefined],
    ['empty-bearer', 'Bearer'],
    ['no-scheme', 'root-token'],
    ['token-cut-short', 'Bearer root-toke'],
    ['token-in-query', undefined],
    ['application', 'Bearer app-token'],
    ['userClient', 'Bearer'],
  ])('with the credential %s has the header %s', async (credential, authorization) => {
    const { url, received } = await recorder()
    const token = isTokenName(credential) ? credential : 'rootClient'
    await client(url).send({ ...look, credential, token })
    expect(received[0]?.headers.authorization?.trim()).toBe(authorization)
  })

  it('with the token in its query has it percent-encoded', async () => {
    const { url, received } = await recorder()
    const tokens = { rootClient: 'a/b+c' }
    await client(url, { tokens }).send({
      ...look,
      path: '/mounts?token=$NESTBOX_ROOT_TOKEN',
      credential: 'token-in-query',
    })
    expect(received[0]?.url).toBe('/mounts?token=a%2Fb%2Bc')
  })

  it('with the token in other headers has the cookies of the server, and no Authorization', async () => {
    let cookie: string | undefined
    const url = await serve((request, response) => {
      cookie = request.headers.cookie
      response.setHeader('set-cookie', ['session=one; Path=/', 'theme=dark']).end('{}')
    })
    const asking = client(url)
    await asking.send(look)
    expect(cookie).toBeUndefined()
    await asking.send({ ...look, credential: 'token-in-other-header' })
    expect(cookie).toMatch(/^session=one; theme=dark; .*token=root-token/)
  })

  it('has a limited number of cookies of a server, and none that are invalid in a header', async () => {
    let cookie: string | undefined
    let count = 0
    const url = await serve((request, response) => {
      cookie = request.headers.cookie
      count += 1
      response.setHeader('set-cookie', [
        `c${count}=${'x'.repeat(900)}`,
        Buffer.from('a=ł').toString('latin1'),
      ])
      response.end('{}')
    })
    const asking = client(url)
    for (let times = 0; times < 5; times += 1) await asking.send(look)
    const { reply } = await asking.send({ ...look, credential: 'token-in-other-header' })
    expect(reply?.status).toBe(200)
    expect(cookie?.match(/\w+(?==)/g)?.slice(0, 3)).toEqual(['c4', 'c5', 'token'])
  })

  it.each([0, 40])('does not take long for a thousand cookies each with %i characters', async (length) => {
    const cookies = Array.from({ length: 1000 }, (_, at) => `c${at}=${'x'.repeat(length)}`)
    const url = await serve((_, response) => response.setHeader('set-cookie', cookies).end('{}'))
    const asking = client(url)
    const { user } = process.cpuUsage()
    for (let times = 0; times < 20; times += 1) await asking.send(look)
    expect(process.cpuUsage().user - user).toBeLessThan(700_000)
  })

  it('with JSON has a JSON body', async () => {
    const { url, received } = await recorder()
    await client(url).send({ ...look, method: 'PUT', json: { name: 'ä' } })
    expect(received).toMatchObject([
      { method: 'PUT', body: '{"name":"ä"}', headers: { 'content-type': 'application/json' } },
    ])
  })

  it('with a file has a multipart body whose part is `import_file`', async () => {
    const { url, received } = await recorder()
    await client(url).send({ ...look, method: 'POST', file: '{"an":"egg"}' })
    expect(received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(received[0]?.body).toMatch(/name="import_file"; filename="egg\.json"/)
    expect(received[0]?.body).toContain('{"an":"egg"}')
    expect(received[0]?.headers['content-length']).toBe(String(received[0]?.body.length))
  })

  it('with a file gets the refusal of a server that closes the connection without reading it', async () => {
    const asking = client(await startHasty())
    for (let time = 0; time < 40; time += 1) {
      const exchange = await asking.send({ ...look, method: 'POST', file: '{"an":"egg"}' })
      expect(outcome(exchange)).toEqual({ status: 401, failure: undefined })
    }
  })

  it('accepts only responses without a content coding, and none from a cache', async () => {
    const { url, received } = await recorder()
    await client(url).send(look)
    expect(received[0]?.headers).toMatchObject({
      'accept-encoding': 'identity',
      'cache-control': 'no-cache',
    })
  })

  it('has the headers of the target, but accepts JSON and keeps its own credential', async () => {
    const { url, received } = await recorder()
    const headers = { 'X-Tenant': 'one', 'User-Agent': 'mine', Accept: 'text/html' }
    await client(url, { headers }).send(look)
    expect(received[0]?.headers).toMatchObject({
      'x-tenant': 'one',
      'user-agent': 'mine',
      accept: 'application/json',
      authorization: 'Bearer root-token',
    })
  })
})

describe('a response', () => {
  it.each<[what: string, body: string | Buffer, json: unknown]>([
    ['nothing', '', undefined],
    ['a web page', '<!doctype html>', undefined],
    ['half of a JSON text', '{"object":"list","data":[', undefined],
    ['bytes that are not text', Buffer.from([0xff, 0xfe, 0x00, 0x80]), undefined],
    ['null as JSON', 'null', null],
    ['a number as JSON', '5', 5],
  ])('of %s is read', async (_, body, json) => {
    const url = await serve((_, response) => response.end(body))
    const { reply, failure } = await client(url).send(look)
    expect({ status: reply?.status, json: reply?.json, failure }).toEqual({
      status: 200,
      json,
      failure: undefined,
    })
  })

  it('that redirects is not followed', async () => {
    let elsewhere = 0
    const url = await serve((request, response) => {
      if (request.url === '/elsewhere') elsewhere += 1
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    const exchange = await client(url).send(look)
    expect(outcome(exchange)).toEqual({ status: 302, failure: undefined })
    expect(receptionOf(look, exchange.reply)).toBe('refused')
    expect(elsewhere).toBe(0)
  })

  it('without an end is aborted after 20 million bytes, and nothing is concluded from it', async () => {
    const chunk = Buffer.alloc(1_000_000, 'x')
    const url = await serve((_, response) => {
      response.on('error', () => {})
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', pour)
      }
      response.write('"')
      pour()
    })
    const { reply, failure } = await client(url).send(look)
    expect({ reply, failure }).toEqual({ reply: undefined, failure: tooLong(20_000_000) })
  })

  it.each<[coding: string, coded: (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['gzip, gzip', (text) => gzipSync(gzipSync(text))],
    ['identity, br , gzip', (text) => gzipSync(brotliCompressSync(text))],
  ])('with a content coding is decoded, by %s', async (coding, coded) => {
    const url = await serve((_, response) =>
      response.setHeader('content-encoding', coding).end(coded('{"a":"root-token"}')),
    )
    const { reply, failure } = await client(url).send(look)
    expect({ json: reply?.json, failure }).toEqual({ json: { a: 'root-token' }, failure: undefined })
  })

  it.each<[what: string, coding: string, body: string]>([
    ['has the coding identity', 'identity', '{"a":1}'],
    ['has an unknown coding', 'constructor', '{"a":1}'],
    ['has no body', 'gzip', ''],
  ])('that %s is kept unchanged', async (_, coding, body) => {
    const url = await serve((_, response) => response.setHeader('content-encoding', coding).end(body))
    const { reply, failure } = await client(url).send(look)
    expect({ text: reply?.text, failure }).toEqual({ text: body, failure: undefined })
  })

  it('with a transfer coding is decoded', async () => {
    const coded = gzipSync('{"a":1}')
    const head = `HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n${coded.length.toString(16)}\r\n`
    const url = await tcp((socket) =>
      socket.end(Buffer.concat([Buffer.from(head), coded, Buffer.from('\r\n0\r\n\r\n')])),
    )
    const { reply, failure } = await client(url).send(look)
    expect({ json: reply?.json, failure }).toEqual({ json: { a: 1 }, failure: undefined })
  })

  it.each<[coding: string, body: Buffer]>([
    ['zstd', Buffer.from('28b52ffd2007390000', 'hex')],
    [Array(5).fill('gzip').join(', '), gzipSync('{}')],
  ])('with the content coding %s is ignored, because the kit cannot decode it', async (coding, body) => {
    const url = await serve((_, response) => response.setHeader('content-encoding', coding).end(body))
    const { reply, failure } = await client(url).send(look)
    expect({ reply, failure }).toEqual({
      reply: undefined,
      failure: `the kit cannot decode the coding of its body, ${coding.replaceAll(' ', '')}`,
    })
  })

  it('can have headers of a hundred thousand bytes', async () => {
    const url = await serve((_, response) =>
      response.setHeader('content-security-policy', 'x'.repeat(100_000)).end('{"a":1}'),
    )
    const { reply, failure } = await client(url).send(look)
    expect({ json: reply?.json, failure }).toEqual({ json: { a: 1 }, failure: undefined })
  })

  it.runIf(isWhole)(
    'can only have a million bytes after too many long ones, so that a run does not need gigabytes',
    async () => {
      const long = JSON.stringify({ a: 'x'.repeat(19_000_000) })
      const url = await serve((request, response) => response.end(request.url === '/' ? '{"a":1}' : long))
      const asking = client(url)
      const failures: unknown[] = []
      for (let time = 0; time < 8; time += 1) failures.push((await asking.send(look)).failure)
      expect(failures.slice(0, 5)).toEqual(Array(5).fill(undefined))
      expect(failures.slice(6)).toEqual(Array(2).fill(tooLong(1_000_000)))
      expect((await asking.send({ ...look, path: '/' })).reply?.json).toEqual({ a: 1 })
    },
  )

  it('is not requested after too many others, except to restore resources', async () => {
    const url = await serve((_, response) => response.end(JSON.stringify(Array(1000).fill([]))))
    const asking = client(url, { roomForReplies: 300_000 })
    await asking.send(look)
    await asking.send(look)
    await expect(asking.send(look)).rejects.toThrow('the responses of the run are longer together')
    asking.beginRestoring()
    expect((await asking.send(look)).reply?.status).toBe(200)
  })

  it.each([
    [
      'a string of wide characters, which takes two bytes for each, twice',
      JSON.stringify('Ā'.repeat(40_000)),
      3,
    ],
    ['a string of other characters', JSON.stringify('a'.repeat(40_000)), 5],
  ])('counts towards the limit as much as it takes in memory: %s', async (_, body, most) => {
    const url = await serve((_, response) => response.end(body))
    const asking = client(url, { roomForReplies: 400_000 })
    for (let time = 1; time <= most; time += 1) await asking.send(look)
    await expect(asking.send(look)).rejects.toThrow('the responses of the run are longer together')
  })

  it('of too many values is treated as too long, because each would be checked by many rules', async () => {
    const url = await serve((request, response) =>
      response.end(`[${Array(request.url === '/' ? 500_000 : 700_000).fill(1)}]`),
    )
    const asking = client(url)
    expect((await asking.send({ ...look, path: '/' })).reply?.json).toHaveLength(500_000)
    expect((await asking.send(look)).failure).toBe('its body has more values than the kit reads')
  })

  it('that is too long after decoding is ignored too', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'x'))
    const url = await serve((_, response) => response.setHeader('content-encoding', 'gzip').end(bomb))
    const { reply, failure } = await client(url).send(look)
    expect({ reply, failure }).toEqual({ reply: undefined, failure: tooLong(20_000_000) })
  })

  it('is checked unchanged, even if it contains a token as a word', async () => {
    const tokens = { application: 'admin', rootClient: 'user', userClient: 'true' }
    const body = '{"object":"user","attributes":{"root_admin":true,"username":"admin","user":"user"}}'
    const url = await serve((request, response) => {
      response.setHeader('x-echo', String(request.headers.authorization))
      response.end(body)
    })
    const { reply } = await client(url, { tokens }).send(look)
    expect(reply?.text).toBe(body)
    expect(reply?.json).toEqual(JSON.parse(body))
    expect(reply?.headers['x-echo']).toBe('Bearer user')
  })
})

describe('a missing response', () => {
  it('of a silent server ends after the timeout', async () => {
    const url = await serve(() => {})
    const exchange = await client(url, { timeout: 150 }).send(look)
    expect(outcome(exchange)).toEqual({ status: undefined, failure: 'no complete response within 150 ms' })
    expect(exchange.milliseconds).toBeLessThan(3000)
  })

  it('of a server that sends very slowly ends after the timeout too', async () => {
    const url = await serve((_, response) => {
      const drip = setInterval(() => response.write(' '), 30)
      response.on('close', () => clearInterval(drip))
    })
    const exchange = await client(url, { timeout: 300 }).send(look)
    expect(outcome(exchange)).toEqual({ status: undefined, failure: 'no complete response within 300 ms' })
    expect(exchange.milliseconds).toBeLessThan(3000)
  })

  it.each<[what: string, react: (socket: Socket) => void, failure: string]>([
    ['hangs up', (socket) => socket.destroy(), 'the connection broke off'],
    ['resets the connection', (socket) => socket.resetAndDestroy(), 'the connection broke off'],
    ['does not send HTTP', (socket) => socket.end('hello there\r\n\r\n'), 'the response is not HTTP'],
    [
      'has an impossible status',
      (socket) => socket.end('HTTP/1.1 000 OK\r\ncontent-length: 2\r\n\r\n{}'),
      'the response is not HTTP',
    ],
    [
      'sends two lengths',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\ntransfer-encoding: x\r\n\r\n{}'),
      'its `Content-Length` is not that of its body',
    ],
    [
      'sends long headers',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n{}`),
      'its headers are too long',
    ],
    [
      'switches to another protocol',
      (socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      'it switched to another protocol, which the kit does not ask for',
    ],
    [
      'closes the connection in the middle',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"object"'),
      'the connection broke off',
    ],
  ])('of a server that %s is described', async (_, react, failure) => {
    const url = await tcp(react)
    expect(outcome(await client(url).send(look))).toEqual({ status: undefined, failure })
  })

  it.each<[what: string, pieces: readonly string[]]>([
    ['100 Continue', ['HTTP/1.1 100 Continue\r\n\r\n']],
    ['103 Early Hints and 100 Continue', ['HTTP/1.1 103\r\nlink: </x>\r\n\r\n', 'HTTP/1.1 100\r\n\r\n']],
    ['two of them at once', ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(2)]],
    ['one in pieces', ['HTTP', '/1.1 100 Cont', 'inue\r\n\r', '\n']],
  ])('is read after informational responses: %s', async (_, pieces) => {
    const body = '{"a":"HTTP/1.1 100 Continue"}'
    const final = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`
    const url = await tcp(async (socket) => {
      socket.setNoDelay()
      for (const piece of [...pieces, final + body.slice(0, 6), body.slice(6)]) {
        socket.write(piece)
        await sleep(5)
      }
    })
    const one = client(url)
    expect((await one.send(look)).reply).toMatchObject({ status: 200, text: body })
  })

  it.each<[coding: string, body: string | Buffer]>([
    ['gzip', '{"a":1}'],
    ['gzip', gzipSync('{"a":1}').subarray(0, -9)],
    ['deflate', '{"a":1}'],
    ['br', '{"a":1}'],
  ])('that cannot be decoded as %s is described, and requested once more', async (coding, body) => {
    const url = await serve((_, response) => response.setHeader('content-encoding', coding).end(body))
    const asking = client(url)
    expect(outcome(await asking.send(look))).toEqual({
      status: undefined,
      failure: `the connection broke off: the response cannot be decoded as ${coding}`,
    })
    expect(asking.exchanges).toHaveLength(2)
  })

  it('because of a broken pipe is described', () => {
    const error = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
    expect(reason(error, 1000)).toBe('the connection broke off')
  })

  it.each<[what: string, options: Partial<ClientOptions>, host: string, failure: string | undefined]>([
    [
      'that is self-signed',
      {},
      '127.0.0.1',
      'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); trust it with --ca <file>, or any with --insecure',
    ],
    [
      'for another host',
      { ca: selfSigned.cert },
      'localhost',
      'its certificate is not accepted (ERR_TLS_CERT_ALTNAME_INVALID); --insecure accepts any',
    ],
    ['that is trusted', { ca: selfSigned.cert }, '127.0.0.1', undefined],
    ['with --insecure', { insecure: true }, 'localhost', undefined],
  ])('with a certificate %s is described with a suggestion', async (_, options, host, failure) => {
    const { port } = new URL(await listen(createTlsServer(selfSigned, (_, response) => response.end('{}'))))
    const exchange = await client(`https://${host}:${port}`, options).send(look)
    expect(outcome(exchange)).toEqual({ status: failure === undefined ? 200 : undefined, failure })
  })

  it('without a listening server is described', async () => {
    const exchange = await client('http://127.0.0.1:1').send(look)
    expect(outcome(exchange)).toEqual({ status: undefined, failure: 'no server listens there' })
  })

  it('ends a run after the first ten requests', async () => {
    const asking = client('http://127.0.0.1:1')
    for (let time = 1; time <= 9; time += 1) await asking.send(look)
    await expect(asking.send(look)).rejects.toThrow('the server responded to none of the first 10 requests')
    expect(asking.exchanges).toHaveLength(10)
  })

  it('does not affect the next request', async () => {
    let requests = 0
    const url = await serve((request, response) => {
      requests += 1
      if (requests === 1) request.socket.destroy()
      else response.end('{}')
    })
    const asking = client(url)
    expect((await asking.send({ ...look, method: 'PUT', json: {} })).reply).toBeUndefined()
    expect(outcome(await asking.send(look))).toEqual({ status: 200, failure: undefined })
  })

  it.each<[what: string, react: RequestListener]>([
    ['a broken connection', (request) => request.socket.destroy()],
    ...[408, 502, 503, 504, 522].map((status): [string, RequestListener] => [
      String(status),
      (_, response) => response.writeHead(status).end(),
    ]),
  ])(
    'because of %s leads to a second request for a read, and for writes only to restore resources',
    async (_, react) => {
      let requests = 0
      const url = await serve((request, response) => {
        requests += 1
        react(request, response)
      })
      const asking = client(url)
      await asking.send(look)
      expect({ requests, exchanges: asking.exchanges.length }).toEqual({ requests: 2, exchanges: 2 })
      await asking.send({ ...look, method: 'POST', json: {} })
      expect({ requests, exchanges: asking.exchanges.length }).toEqual({ requests: 3, exchanges: 3 })
      asking.beginRestoring()
      await asking.send({ ...look, method: 'PATCH', json: {} })
      expect({ requests, exchanges: asking.exchanges.length }).toEqual({ requests: 5, exchanges: 5 })
    },
  )
})

describe('a busy server', () => {
  it('is asked again at the requested time, and only the last response counts', async () => {
    const at: number[] = []
    const url = await serve((_, response) => {
      at.push(performance.now())
      if (at.length === 1) response.writeHead(429, { 'retry-after': '1' }).end()
      else response.end('{}')
    })
    const asking = client(url)
    expect(outcome(await asking.send(look))).toEqual({ status: 200, failure: undefined })
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(950)
    expect(asking.exchanges.map(({ reply }) => reply?.status)).toEqual([429, 200])
  })

  it('can name a date, and a past date means no wait', async () => {
    let requests = 0
    const url = await serve((_, response) => {
      requests += 1
      if (requests === 1) response.writeHead(429, { 'retry-after': new Date(0).toUTCString() }).end()
      else response.end('{}')
    })
    const exchange = await client(url).send(look)
    expect(outcome(exchange)).toEqual({ status: 200, failure: undefined })
  })

  it('is asked until the retry budget is exhausted, and then has not responded', async () => {
    const url = await serve((_, response) => response.writeHead(429, { 'retry-after': '30' }).end())
    const waits: number[] = []
    const pause = async (milliseconds: number): Promise<void> => {
      waits.push(milliseconds)
    }
    const asking = client(url, { pause })
    await expect(asking.send(look)).rejects.toBeInstanceOf(Busy)
    expect(waits).toEqual([30_000, 30_000, 30_000])
    expect(asking.exchanges.map(({ reply }) => reply?.status)).toEqual([429, 429, 429, 429])
    await expect(asking.send(look)).rejects.toBeInstanceOf(Busy)
    expect(asking.exchanges).toHaveLength(5)
  })

  it('in maintenance has responded', async () => {
    const url = await serve((_, response) => response.writeHead(503, { 'retry-after': '3600' }).end())
    const asking = client(url)
    expect(outcome(await asking.send(look))).toEqual({ status: 503, failure: undefined })
    expect(asking.exchanges).toHaveLength(1)
  })
})

describe('the rate limit of the client', () => {
  it('is kept', async () => {
    const { url } = await recorder()
    const asking = client(url, { rate: 20 })
    const started = performance.now()
    for (let time = 0; time < 6; time += 1) await asking.send(look)
    // Six requests are five pauses of 50 ms; timers may be a little early.
    expect(performance.now() - started).toBeGreaterThan(5 * 50 - 20)
  })

  it('is off by default', async () => {
    const { url } = await recorder()
    const asking = client(url)
    for (let time = 0; time < 6; time += 1) await asking.send(look)
    expect(asking.exchanges).toHaveLength(6)
  })
})
