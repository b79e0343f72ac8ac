import { describe, expect, it } from 'vitest'
import { exchange } from '../testing/raw.ts'
import { send } from '../testing/send.ts'
import { routes } from './routes/index.ts'
import { start } from './testing/control.ts'

type Headers = Readonly<Record<string, string>>

const fetched = (site: string, mode: string, dest: string): Headers => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
})

describe('a page of this server', () => {
  it.each([
    ['over plain HTTP', undefined, 'http:', 200],
    ['behind a proxy with TLS', 'https://panel.test', 'https:', 200],
    ['of the configured host under another port', 'https://panel.test:8443', 'https:', 403],
    ['over TLS without a sign of it in the configuration', undefined, 'https:', 403],
  ])('can use the control API with its own origin: %s', async (_, baseUrl, scheme, status) => {
    const service = await start({ baseUrl, allowedHosts: ['panel.test'] })
    const headers = { host: 'panel.test', origin: `${scheme}//panel.test`, 'sec-fetch-site': 'same-origin' }
    expect((await send(service.url, 'GET', '/_nestbox/health', { headers })).status).toBe(status)
  })
})

describe('a request of a browser', () => {
  it.each<[what: string, method: string, headers: Headers]>([
    ['a script of another site', 'GET', fetched('cross-site', 'no-cors', 'script')],
    ['a script of another port', 'GET', fetched('same-site', 'no-cors', 'script')],
    ['an image', 'GET', fetched('cross-site', 'no-cors', 'image')],
    ['a stylesheet', 'GET', fetched('same-site', 'no-cors', 'style')],
    ['a fetch in no-cors mode', 'POST', fetched('cross-site', 'no-cors', 'empty')],
    ['a fetch', 'GET', fetched('same-site', 'cors', 'empty')],
    ['an event source', 'GET', fetched('cross-site', 'cors', 'empty')],
    ['a frame', 'GET', fetched('cross-site', 'navigate', 'iframe')],
    ['an object', 'GET', fetched('same-site', 'navigate', 'object')],
    ['a form', 'POST', fetched('cross-site', 'navigate', 'document')],
    ['a browser that sends only the site', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['navigation by a script of another origin', 'DELETE', fetched('same-site', 'navigate', 'document')],
  ])('is refused for a page of another origin: %s', async (_, method, headers) => {
    const service = await start()
    for (const path of [
      '/_nestbox/tokens',
      '/_nestbox/reset',
      '/~mine/_nestbox/state',
      '/_nestbox/nothing',
    ]) {
      const { status, json, text } = await send(service.url, method, path, { headers })
      expect([status, json.status]).toEqual([403, 403])
      expect(json.detail).toBe('The control API cannot be used by pages of other origins.')
      expect(text).not.toContain(service.user)
    }
  })

  it.each<[what: string, headers: Headers]>([
    ['a link that a user follows', fetched('cross-site', 'navigate', 'document')],
    ['a link from another port', fetched('same-site', 'navigate', 'document')],
    ['an address that a user enters', fetched('none', 'navigate', 'document')],
    ['its own page', fetched('same-origin', 'cors', 'empty')],
    ['a script of its own page', fetched('same-origin', 'no-cors', 'script')],
    ['no browser', {}],
  ])('is served: %s', async (_, headers) => {
    const { url } = await start()
    for (const method of ['GET', 'HEAD']) {
      expect((await send(url, method, '/_nestbox/health', { headers })).status).toBe(200)
    }
  })

  it('gets a response that other pages cannot embed', async () => {
    const { url } = await start()
    for (const path of ['/_nestbox/tokens', '/_nestbox/example-egg.json', '/_nestbox/nothing']) {
      const { headers } = await send(url, 'GET', path)
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    }
  })
})

describe('a host name', () => {
  it.each(['localhost', 'LOCALHOST:1', 'localhost.', '127.0.0.1', '127.0.0.2:4141', '[::1]:4141'])(
    'of the loopback interface is accepted: %s',
    async (host) => {
      const { url } = await start()
      expect((await send(url, 'GET', '/_nestbox/health', { headers: { host } })).status).toBe(200)
    },
  )

  it.each([
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example', 403],
    ['0.0.0.0', 403],
    ['127.0.0.256.1', 400],
    ['1270.0.0.1', 400],
  ])('that resembles a loopback name is refused: %s', async (host, status) => {
    const { url } = await start()
    expect((await send(url, 'GET', '/_nestbox/health', { headers: { host } })).status).toBe(status)
  })

  it('is required', async () => {
    const { url } = await start()
    const { replies } = await exchange(url, ['POST /_nestbox/reset HTTP/1.0\r\n\r\n'])
    expect(replies[0]?.status).toBe(403)
    expect(replies[0]?.body.toString()).toContain('The control API needs the header \\"Host\\".')
  })

  it('is accepted if it is the configured address of the server', async () => {
    const { url } = await start({ host: '127.0.0.3' })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.3:/)
    expect((await send(url, 'GET', '/_nestbox/health')).status).toBe(200)
    const told = await start({ host: 'localhost', allowedHosts: ['a.test'] })
    const headers = { host: 'a.test' }
    expect((await send(told.url, 'GET', '/_nestbox/health', { headers })).status).toBe(200)
  })

  it.each([
    ['192.0.2.2:34151', '192.0.2.2'],
    ['Evil.example', 'evil.example'],
    ['[2001:db8::1]:4141', '[2001:db8::1]'],
    ['nestbox:', 'nestbox'],
  ])('is reported in the form that --allowed-host accepts: %s', async (host, name) => {
    const { url } = await start()
    const { status, json } = await send(url, 'GET', '/_nestbox/health', { headers: { host } })
    expect([status, json.detail]).toEqual([
      403,
      `The control API is not served under the name "${name}"; start with --allowed-host to allow it.`,
    ])
    const { url: open } = await start({ allowedHosts: [name] })
    expect((await send(open, 'GET', '/_nestbox/health', { headers: { host } })).status).toBe(200)
  })

  it.each([
    ['without brackets', '2001:DB8::1', '[2001:db8::1]:4141'],
    ['with all of its zeros', '2001:db8:0:0:0:0:0:1', '[2001:db8::1]'],
    ['with an IPv4 address in it, which browsers rewrite', '::ffff:127.0.0.1', '[::ffff:7f00:1]'],
  ])('can be an IPv6 address %s', async (_, allowed, host) => {
    const { url } = await start({ allowedHosts: [allowed] })
    expect((await send(url, 'GET', '/_nestbox/health', { headers: { host } })).status).toBe(200)
  })
})

it.each(['999.999.999.999', '1.2.3.4.5'])(
  'an allowed name that no request can have lets no other name in: %s',
  async (name) => {
    const { url } = await start({ allowedHosts: [name] })
    const statusFor = async (host?: string) =>
      (await send(url, 'GET', '/_nestbox/health', { headers: { ...(host && { host }) } })).status
    expect([await statusFor(), await statusFor('evil.example')]).toEqual([200, 403])
  },
)

describe('every route', () => {
  it.each<[what: string, status: number, headers: Headers]>([
    ['a foreign name', 403, { host: 'evil.example', 'x-nestbox-control': 'secret' }],
    ['a foreign origin', 403, { origin: 'https://evil.example', 'x-nestbox-control': 'secret' }],
    ['a null origin', 403, { origin: 'null', 'x-nestbox-control': 'secret' }],
    [
      'a script of another origin',
      403,
      { ...fetched('same-site', 'no-cors', 'script'), 'x-nestbox-control': 'secret' },
    ],
    ['no control token', 401, {}],
    ['a wrong control token', 401, { 'x-nestbox-control': 'secre' }],
  ])('refuses %s, and changes nothing', async (_, status, headers) => {
    const service = await start({ controlToken: 'secret' })
    const before = [service.world, service.gaps.list(), service.tokens.list()]
    for (const { method, path, params = {}, body } of routes) {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? '')
      const reply = await send(service.url, method, `/_nestbox${filled}`, {
        headers: { 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body.example) }),
      })
      expect([reply.status, reply.json.status]).toEqual([status, status])
    }
    expect([service.world, service.gaps.list(), service.tokens.list()]).toEqual(before)
    expect(service.world).toBe(before[0])
    expect([service.snapshots(), service.faults.list()]).toEqual([[], []])
  })
})
