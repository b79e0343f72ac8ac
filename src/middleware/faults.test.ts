import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import Koa from 'koa'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FaultRules } from '../faults/rules.ts'
import type { FaultRule } from '../faults/schemas.ts'
import { GapSettings } from '../gaps/gap-settings.ts'
import { send } from '../testing/send.ts'
import { startService } from '../testing/service.ts'
import { faults } from './faults.ts'
import type { RequestState } from './request-state.ts'

const users = '/api/application/users'
const tags = '/api/admin/nodes/1/tags'
const mounts = '/api/admin/servers/1/mounts'
const nothing = '/api/nothing'
const forever = '/api/forever'
const backup = '/api/client/servers/1/backups/1'
const created = '{"object":"user","attributes":{"id":1}}'
const listed = '{"object":"list","data":[]}'

/** A service of a few lines: what is no GET commits. `ended` has the result of each request. */
async function start(
  rules: readonly FaultRule[] = [],
  more: { gapSettings?: GapSettings; inSandbox?: FaultRule[] } = {},
) {
  const { gapSettings = new GapSettings(), inSandbox = [] } = more
  const app = new Koa<RequestState>()
  const errors: unknown[] = []
  app.on('error', (error) => errors.push(error))
  const told = {
    commits: 0,
    lookups: 0,
    started: 0,
    errors,
    url: '',
    ended: [] as object[],
    seen: [] as string[],
  }
  const shared = new FaultRules('seed')
  shared.add(...rules)
  const own = new FaultRules('seed', shared)
  own.add(...inSandbox)
  app.use(async (ctx, next) => {
    told.started += 1
    const workspace = {
      faults: own,
      get gapSettings() {
        told.lookups += 1
        return gapSettings
      },
    }
    Object.assign(ctx.state, { headers: {}, trace: {}, bearer: { isBearer: false }, workspace, lookUp() {} })
    await next()
    const { fault, brokenOff } = ctx.state
    told.ended.push({ fault, brokenOff })
  })
  app.use(faults(() => true))
  app.use(async (ctx) => {
    told.seen.push(`${ctx.method} ${ctx.url}`)
    const reads = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (!reads) told.commits += 1
    if (ctx.method === 'DELETE') {
      ctx.status = 204
      return
    }
    ctx.status = reads ? 200 : 201
    ctx.type = 'application/json'
    ctx.body = ctx.path === nothing ? '' : reads ? listed : created
    if (ctx.path === forever) await once(ctx.res, 'close')
  })
  const server = createServer(app.callback())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  told.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return told
}

/**
 * Sends bytes on one connection, and returns all received bytes and how it ended: `closed`, or the code of an error.
 */
function speak(
  url: string,
  ...texts: readonly (string | Uint8Array)[]
): Promise<{ heard: string; end: string }> {
  return new Promise((resolve) => {
    const socket = createConnection({ port: Number(new URL(url).port), host: '127.0.0.1' })
    let heard = ''
    let end = 'closed'
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      end = String(error.code)
    })
    socket.on('close', () => resolve({ heard, end }))
    for (const text of texts) socket.write(text)
  })
}

const message = (method: string, path: string, headers: readonly string[] = [], body = ''): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', `Content-Length: ${body.length}`, ...headers, '', body].join(
    '\r\n',
  )

const bodyOf = (heard: string): string => heard.slice(heard.indexOf('\r\n\r\n') + 4)

/** Polls end when their condition is met, even on a busy machine. */
const patient = { timeout: 15_000 }

const after = 'after-commit'

describe('a request without faults', () => {
  it('is served normally', async () => {
    const service = await start()
    const { status, text, headers } = await send(service.url, 'GET', `${mounts}?page=2&a=%20+`)
    expect([status, text]).toEqual([200, listed])
    expect(headers).not.toHaveProperty('preference-applied')
    expect(service.seen).toEqual([`GET ${mounts}?page=2&a=%20+`])
    expect(service.ended).toEqual([{ fault: undefined, brokenOff: undefined }])
  })

  it('is not matched against operations more often than needed', async () => {
    const service = await start()
    await send(service.url, 'POST', users)
    expect(service.lookups).toBe(0)
  })

  it('is served if no rule matches', async () => {
    const service = await start([{ operation: 'updateNode', code: 500 }])
    const { status } = await send(service.url, 'POST', users)
    expect([status, service.commits]).toEqual([201, 1])
  })

  it.each([
    ['OPTIONS', users],
    ['GET', '/'],
    ['GET', '/api'],
    ['GET', '/apis/x'],
    ['GET', '/_nestbox/health'],
  ])('is %s %s, whatever the rules and its preferences are', async (method, path) => {
    const service = await start([{ code: 500 }])
    const { status } = await send(service.url, method, `${path}?__code=503`, {
      headers: { prefer: 'code=503' },
    })
    expect(status).toBeLessThan(300)
    expect(service.seen).toEqual([`${method} ${path}?__code=503`])
  })
})

describe('a preference', () => {
  it('is ignored if the control API cannot be used', async () => {
    const service = await startService({ control: false })
    for (const [query, headers] of [
      ['', { prefer: 'code=503' }],
      ['?__code=503', {}],
    ] as const) {
      const response = await send(service.url, 'GET', `${mounts}${query}`, {
        headers: { authorization: `Bearer ${service.root}`, ...headers },
      })
      expect([response.status, response.headers['preference-applied']]).toEqual([200, undefined])
    }
    service.faults.add({ code: 502 })
    const { status } = await send(service.url, 'GET', mounts, { headers: { prefer: 'code=503' } })
    expect(status).toBe(502)
  })

  it.each([
    ['the header', '', { prefer: 'code=503' }],
    ['the query', '?__code=503', {}],
    ['an encoded query', '?%5F%5fcode=503', {}],
  ])('in %s is applied and confirmed', async (_, query, headers) => {
    const service = await start()
    const response = await send(service.url, 'POST', users + query, { headers })
    expect(response.status).toBe(503)
    expect(response.headers['preference-applied']).toBe('code=503')
    expect(response.json).toEqual({
      errors: [
        {
          code: 'ServiceUnavailableHttpException',
          status: '503',
          detail: 'A fault of the mock answers this request with 503.',
        },
      ],
    })
    expect(service.commits).toBe(0)
    expect(service.ended).toEqual([{ fault: 'code=503', brokenOff: undefined }])
  })

  it('in the query is removed before later middleware', async () => {
    const service = await start()
    const { status } = await send(service.url, 'GET', `${mounts}?page=2&__delay=0&per_page=%35`)
    expect(status).toBe(200)
    expect(service.seen).toEqual([`GET ${mounts}?page=2&per_page=%35`])
    await send(service.url, 'GET', `${mounts}?__delay=0`)
    expect(service.seen.at(-1)).toBe(`GET ${mounts}`)
  })

  it('has priority over rules, which do not count the call', async () => {
    const service = await start([{ times: 1, code: 500 }])
    const ask = (headers = {}) => send(service.url, 'GET', mounts, { headers })
    expect((await ask({ prefer: 'code=404' })).status).toBe(404)
    expect((await ask()).status).toBe(500)
    expect((await ask()).status).toBe(200)
  })

  it('of another kind leaves rules in effect', async () => {
    const service = await start([{ code: 500 }])
    const { status, headers } = await send(service.url, 'GET', mounts, {
      headers: { prefer: 'return=minimal' },
    })
    expect(status).toBe(500)
    expect(headers).not.toHaveProperty('preference-applied')
  })

  it('that is invalid is refused, and nothing is changed', async () => {
    const service = await start()
    const { status, json } = await send(service.url, 'POST', `${users}?__code=200`)
    expect(status).toBe(422)
    expect(json.errors).toEqual([
      {
        code: 'ValidationException',
        status: '422',
        detail: 'The `__code` must be an integer from 400 to 599, not "200".',
        meta: { source_field: '__code', rule: 'in' },
      },
    ])
    expect(service.commits).toBe(0)
    expect(service.ended).toEqual([{ fault: undefined, brokenOff: undefined }])
  })

  it('gets error bodies that follow the gaps', async () => {
    const gapSettings = new GapSettings().set('error.body', 'problem').set('status.invalid', '400')
    const { url } = await start([], { gapSettings })
    const responses = [
      await send(url, 'GET', `${mounts}?__code=504`),
      await send(url, 'GET', `${mounts}?__code=1`),
    ]
    expect(responses.map(({ status }) => status)).toEqual([504, 400])
    for (const { headers } of responses) expect(headers['content-type']).toBe('application/problem+json')
  })
})

describe('a rule', () => {
  it('matches by operation', async () => {
    const { url } = await start([{ operation: 'createUser', code: 503, retryAfter: 7 }])
    const { status, headers } = await send(url, 'POST', users)
    expect([status, headers['retry-after']]).toEqual([503, '7'])
    expect(headers).not.toHaveProperty('preference-applied')
    expect((await send(url, 'GET', mounts)).status).toBe(200)
  })

  it('matches requests in the order of their arrival', async () => {
    const { url } = await start([{ code: 500 }], { inSandbox: [{ times: 1, code: 503 }] })
    expect((await send(url, 'GET', mounts)).status).toBe(503)
    expect((await send(url, 'GET', mounts)).status).toBe(500)
  })

  it('with a status after the commit responds with it after the write', async () => {
    const service = await start([{ code: 500, when: after }])
    const { status, json } = await send(service.url, 'POST', users)
    expect([status, json.errors[0].status, service.commits]).toEqual([500, '500', 1])
    expect(service.ended).toEqual([{ fault: `code=500, when=${after}`, brokenOff: undefined }])
  })
})

it.each([
  ['a challenge', 'POST', 'json', 'www-authenticate'],
  ['the allowed methods', 'DELETE', 'json', 'allow'],
  ['the page to log in', 'POST', 'html', 'location'],
])(
  'an error after the commit has no header of the response that it replaces: %s',
  async (_, method, form, name) => {
    const service = await startService({ gapSettings: new GapSettings().set('error.negotiation', form) })
    const ask = () =>
      send(service.url, method, users, { headers: { accept: '*/*', origin: 'http://a.test' } })
    expect((await ask()).headers).toHaveProperty(name)
    for (const rule of [{ code: 504 }, { code: 504, body: 'no' }]) {
      service.faults.clear()
      service.faults.add({ ...rule, when: after })
      const { status, headers } = await ask()
      expect([status, name in headers, headers['access-control-allow-origin']]).toEqual([
        504,
        false,
        'http://a.test',
      ])
    }
  },
)

describe('a delay', () => {
  it('holds back the response', async () => {
    const service = await start([{ delay: 60 }])
    const started = performance.now()
    const { status } = await send(service.url, 'POST', users)
    expect(performance.now() - started).toBeGreaterThanOrEqual(55)
    expect([status, service.commits]).toEqual([201, 1])
    expect(service.ended).toEqual([{ fault: 'delay=60', brokenOff: undefined }])
  })

  it('of a range is chosen at random, and logged', async () => {
    const service = await start()
    await send(service.url, 'GET', `${mounts}?__delay=1..3`)
    expect(service.ended).toMatchObject([{ fault: expect.stringMatching(/^delay=[123]$/) }])
  })

  it.each([
    ['before the operation', 'before', 0],
    ['after the operation', after, 1],
  ] as const)('ends when the client disconnects: %s', async (_, when, commits) => {
    const service = await start([{ delay: 600_000, code: 500, when }])
    const socket = createConnection({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
    socket.write(message('POST', users))
    await expect.poll(() => service.started, patient).toBe(1)
    socket.destroy()
    await expect.poll(() => service.ended, patient).toMatchObject([{ brokenOff: true }])
    expect([service.commits, service.errors]).toEqual([commits, []])
  })
})

it('a response is not delayed for a client that has disconnected', async () => {
  const service = await start([{ delay: 600_000, when: after }])
  const socket = createConnection({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
  socket.write(message('GET', forever))
  await expect.poll(() => service.seen.length, patient).toBe(1)
  socket.destroy()
  await expect.poll(() => service.ended, patient).toMatchObject([{ brokenOff: true }])
})

describe('a broken connection', () => {
  it.each([
    ['reset', 'before', 'ECONNRESET', 0],
    ['reset', after, 'ECONNRESET', 1],
    ['empty', 'before', 'closed', 0],
    ['empty', after, 'closed', 1],
  ] as const)('by %s, %s: no byte, then %s', async (fault, when, expected, commits) => {
    const service = await start([{ fault, when }])
    expect(await speak(service.url, message('POST', users))).toEqual({ heard: '', end: expected })
    await expect.poll(() => service.ended.length, patient).toBe(1)
    const label = when === after ? `fault=${fault}, when=${when}` : `fault=${fault}`
    expect(service.ended).toEqual([{ fault: label, brokenOff: true }])
    expect([service.commits, service.errors]).toEqual([commits, []])
  })

  it.each([
    ['reset', 'ECONNRESET'],
    ['empty', 'closed'],
    ['truncated', 'closed'],
  ] as const)('by %s also ends other requests on the connection', async (fault, expected) => {
    const service = await start([{ from: 2, fault }])
    const socket = createConnection({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
    const ends: string[] = []
    socket.on('error', (error: NodeJS.ErrnoException) => ends.push(String(error.code)))
    socket.on('close', (failed) => failed || ends.push('closed'))
    socket.write(message('GET', mounts))
    const [first] = await once(socket.setEncoding('utf8'), 'data')
    expect(bodyOf(first)).toBe(listed)
    expect(ends).toEqual([])
    socket.write(message('GET', mounts))
    await expect.poll(() => ends, patient).toEqual([expected])
  })

  it.each([
    ['reset', '', 'ECONNRESET'],
    ['empty', '', 'closed'],
    ['truncated', created.slice(0, created.length >> 1), 'closed'],
  ] as const)('by %s leaves the responses to earlier requests whole', async (fault, part, expected) => {
    const service = await start([
      { delay: 40, times: 1 },
      { operation: 'createUser', fault, when: after },
    ])
    const { heard, end } = await speak(
      service.url,
      message('GET', mounts) + message('GET', mounts) + message('POST', users),
    )
    const bodies = heard.split(/HTTP\/1\.1 [\s\S]*?\r\n\r\n/)
    expect([bodies, end]).toEqual([['', listed, listed, ...(part ? [part] : [])], expected])
  })

  it.each(['empty', 'truncated'] as const)(
    'by %s reads a large body to its end, and is closed cleanly',
    async (fault) => {
      const service = await start([{ fault }])
      const size = 5_000_000
      const head = `POST ${users} HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`
      expect(await speak(service.url, head, Buffer.alloc(size, 32))).toMatchObject({ end: 'closed' })
      expect(service.commits).toBe(0)
    },
  )

  it.each([
    ['before', listed],
    [after, listed],
  ] as const)('by truncation of a read, %s, has half of the response', async (when, whole) => {
    const service = await start([{ fault: 'truncated', when }])
    const { heard, end } = await speak(service.url, message('GET', mounts))
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(heard).toMatch(new RegExp(`\r\nContent-Length: ${whole.length}\r\n`, 'i'))
    expect([bodyOf(heard), end]).toEqual([whole.slice(0, Math.floor(whole.length / 2)), 'closed'])
    expect(service.ended).toMatchObject([{ brokenOff: true }])
  })

  it('by truncation after a write has half of the response, and the write is done', async () => {
    const service = await start([{ fault: 'truncated', when: after }])
    const { heard } = await speak(service.url, message('POST', users))
    expect(bodyOf(heard)).toBe(created.slice(0, Math.floor(created.length / 2)))
    expect(service.commits).toBe(1)
  })

  it.each([
    ['POST', users, '201 Created', '{"object":"user","attributes":{"id":'],
    ['PUT', tags, '200 OK', '{"object":"list","data":[{"object":"tag","attributes":{"id":'],
  ])(
    'by truncation before the write of %s %s has the beginning of an envelope',
    async (method, path, status, begins) => {
      const service = await start([{ fault: 'truncated' }])
      const { heard, end } = await speak(service.url, message(method, path))
      expect(heard.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
      const [, length] = /content-length: (\d+)/i.exec(heard) ?? []
      expect(Number(length)).toBeGreaterThan(begins.length)
      expect([bodyOf(heard), end, service.commits]).toEqual([begins, 'closed', 0])
    },
  )

  it('by truncation of a response to HEAD has its headers', async () => {
    const service = await start([{ fault: 'truncated' }])
    const { heard, end } = await speak(service.url, message('HEAD', mounts))
    expect(heard).toMatch(new RegExp(`\r\nContent-Length: ${listed.length}\r\n`, 'i'))
    expect([bodyOf(heard), end]).toEqual(['', 'closed'])
  })

  it.each([
    ['before', 0],
    [after, 1],
  ] as const)('by truncation, %s, cuts a 204 within its head', async (when, commits) => {
    const service = await start([{ fault: 'truncated', when }])
    const { heard, end } = await speak(service.url, message('DELETE', backup))
    expect([heard, end]).toEqual(['HTTP/1.1 204 No Content\r\nDate:', 'closed'])
    expect([service.commits, service.ended]).toMatchObject([commits, [{ brokenOff: true }]])
    await expect(fetch(service.url + backup, { method: 'DELETE' })).rejects.toThrow()
  })

  it('by truncation of an empty response announces a byte that it does not send', async () => {
    const service = await start([{ fault: 'truncated' }])
    const { heard } = await speak(service.url, message('GET', nothing))
    expect(heard).toMatch(/\r\nContent-Length: 1\r\n/i)
    expect(bodyOf(heard)).toBe('')
  })

  it('can be requested with a preference', async () => {
    const service = await start()
    const path = `${users}?__fault=after-commit`
    expect(await speak(service.url, message('POST', path))).toEqual({ heard: '', end: 'ECONNRESET' })
    expect(service.commits).toBe(1)
    const cut = await speak(service.url, message('GET', mounts, ['Prefer: fault=truncated']))
    expect(cut.heard).toMatch(/\r\nPreference-Applied: fault=truncated\r\n/)
  })
})
