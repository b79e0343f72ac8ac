import { describe, expect, it } from 'vitest'
import { operations } from '../contract/index.ts'
import { scenarioNames } from '../fixtures/names.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { send } from '../testing/send.ts'
import { type Service, startService } from '../testing/service.ts'

const start = (options: NestboxOptions = {}) => startService({ scenario: 'empty', ...options })

/** The text of a page as a reader sees it. */
const seen = (html: string): string =>
  html
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

const tokensOf = ({ tokens }: Service): string[] => [...tokens.list()].map(({ token }) => token)

describe('the page', () => {
  it('is HTML with Cache-Control: no-store', async () => {
    const { ask } = await start()
    const { status, headers, text } = await ask('GET', '/')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).toMatch(/^<!doctype html>/)
  })

  it('responds to HEAD as to GET, without a body', async () => {
    const { url } = await start()
    const [get, head] = [await send(url, 'GET', '/'), await send(url, 'HEAD', '/')]
    expect(head).toMatchObject({ status: 200, text: '' })
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
  })

  it.each(['POST', 'PUT', 'DELETE', 'TRACE'])('does not respond to %s', async (method) => {
    const { url } = await start()
    expect((await send(url, method, '/')).status).toBe(404)
  })

  it('lists every operation and describes the world', async () => {
    const { ask, url } = await start({ seed: 'seven' })
    const text = seen((await ask('GET', '/')).text)
    for (const { method, path, summary } of Object.values(operations)) {
      expect(text).toContain(`${method} ${path}`)
      expect(text).toContain(summary)
    }
    for (const fact of ['seven', 'empty', url]) expect(text).toContain(fact)
  })

  it('formats counts with a thousands separator', async () => {
    const { ask } = await start({ scenario: 'demo', scale: 1200 })
    expect(seen((await ask('GET', '/')).text)).toContain('demo, 1,200 servers')
  })

  it.each(scenarioNames)('shows a curl command that works, in scenario %s', async (scenario) => {
    const service = await start({ scenario })
    const text = seen((await service.ask('GET', '/')).text)
    const [, token, data, url = ''] =
      /^curl -H 'Authorization: Bearer (\S+)'(?: -H 'Content-Type: application\/json' -d '(.+)')? '(\S+)'$/m.exec(
        text,
      ) ?? []
    expect(url.startsWith(service.url)).toBe(true)
    const path = url.slice(service.url.length)
    const json = data === undefined ? undefined : JSON.parse(data)
    const { status } = await service.ask(json ? 'POST' : 'GET', path, { token, json })
    expect(status).toBe(json ? 201 : 200)
  })

  it.each(['localhost', 'localhost:80', '[::1]:80', '127.0.0.1'])('shows tokens under %s', async (host) => {
    const service = await start({ scenario: 'demo' })
    const { text } = await send(service.url, 'GET', '/', { headers: { host } })
    for (const token of tokensOf(service)) expect(seen(text)).toContain(token)
    expect(seen(text)).toContain('curl ')
  })

  it('shows tokens under an allowed host name', async () => {
    const service = await start({ allowedHosts: ['mock.test'] })
    const { text } = await send(service.url, 'GET', '/', { headers: { host: 'mock.test' } })
    expect(seen(text)).toContain(service.user)
  })

  it.each<[string, NestboxOptions, Record<string, string>]>([
    ['under a foreign name', {}, { host: 'evil.example' }],
    ['to a foreign origin', {}, { origin: 'https://evil.example' }],
    ['with the control API off', { control: false }, {}],
    ['without the control token', { controlToken: 'secret' }, {}],
    ['with a wrong control token', { controlToken: 'secret' }, { 'x-nestbox-control': 'wrong' }],
  ])('hides tokens, curl and links to the control API %s', async (_, options, headers) => {
    const service = await start({ scenario: 'demo', ...options })
    const { status, text } = await send(service.url, 'GET', '/', { headers })
    expect(status).toBe(200)
    for (const token of tokensOf(service)) expect(text).not.toContain(token)
    for (const hidden of ['curl ', '_nestbox/', 'secret']) expect(text).not.toContain(hidden)
    expect(seen(text)).toContain(operations.createUser.path)
  })

  it.each<[string, NestboxOptions, Record<string, string>, string]>([
    ['under a foreign name', {}, { host: 'evil.example' }, 'start with --allowed-host to allow it.'],
    [
      'to a foreign origin',
      {},
      { origin: 'https://evil.example' },
      'cannot be used by pages of https://evil.example.',
    ],
    ['with the control API off', { control: false }, {}, 'The control API is disabled (--no-control).'],
  ])('explains why the console is not available %s', async (_, options, headers, why) => {
    const { url } = await start(options)
    const { text } = await send(url, 'GET', '/', { headers })
    expect(seen(text)).toContain('Console not available')
    expect(seen(text)).toContain(why)
  })

  it.each(['/~mine', '/~mine/'])(
    'of a sandbox has only links and commands of that sandbox: %s',
    async (path) => {
      const { ask, url } = await start()
      const { text } = await ask('GET', path)
      expect(text).toContain('<title>Nestbox · mine</title>')
      expect(seen(text)).toContain(`'${url}/~mine/api/client/servers/`)
      const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link)
      expect(links).toHaveLength(4)
      for (const link of links) {
        expect(link).toMatch(/^\/~mine\/_nestbox\//)
        expect((await ask('GET', link)).status).toBe(200)
      }
    },
  )

  it.each(['/', '/~mine'])(
    'names the URL of a separate world below the base URL, even if that ends like a sandbox: %s',
    async (path) => {
      const { ask } = await start({ baseUrl: 'http://x/~mock' })
      expect(seen((await ask('GET', path)).text)).toContain(
        'before /api for a separate world: http://x/~mock/~name',
      )
    },
  )

  it('has no broken links', async () => {
    const { ask } = await start()
    const { text } = await ask('GET', '/')
    const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link)
    expect(links).toHaveLength(4)
    for (const link of links) expect((await ask('GET', link)).status).toBe(200)
  })
})

describe('the icon', () => {
  it.each(['/favicon.ico', '/~mine/favicon.ico'])(
    'is served outside the API, without an entry in the request log: %s',
    async (path) => {
      const service = await start()
      const { status, headers, text } = await service.ask('GET', path)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
      expect(text).toMatch(/^<svg /)
      expect(service.requests()).toEqual([])
    },
  )
})

describe('text from outside in the page', () => {
  const markup = `<script>alert("x")</script><b>&amp;'`

  it.each<[string, NestboxOptions, said?: string]>([
    ['a seed', { seed: markup }],
    ['a base URL', { baseUrl: `http://x/${markup}` }, new URL(`http://x/${markup}`).href],
    ['a token', { tokens: { userClient: markup } }],
  ])('is escaped: %s', async (_, options, said = markup) => {
    const service = await start(options)
    const { status, text } = await send(service.url, 'GET', '/')
    expect(status).toBe(200)
    expect(text).not.toMatch(/<script>|<b>&|a<b|alert\("/)
    expect(seen(text)).toContain(said)
  })

  it('is not sent back for an invalid Host header', async () => {
    const service = await start()
    const { status, text } = await send(service.url, 'GET', '/', { headers: { host: 'a<b>&"\'.example' } })
    expect(status).toBe(400)
    expect(text).not.toContain('<b>')
  })

  it('is escaped in the edge world', async () => {
    const service = await start({ scenario: 'edge' })
    const { text } = await service.ask('GET', '/')
    const elements = new Set([...text.matchAll(/<\/?([^\s>]*)/g)].map(([, name]) => name))
    expect([...elements].filter((name = '') => !/^(?:!doctype|[a-z]+\d?)$/.test(name))).toEqual([])
    expect(text.match(/<script\b[^>]*>/g)).toEqual([
      '<script type="module" src="./_nestbox-assets/console.js">',
    ])
    for (const { who } of service.tokens.list()) expect(seen(text)).toContain(who)
  })
})

describe('the page and other origins', () => {
  it.each(['/', '/~mine'])('loads nothing from other origins: %s', async (path) => {
    const { ask } = await start({ scenario: 'demo' })
    const { headers, text } = await ask('GET', path)
    const loaded = [...text.matchAll(/\b(?:src|href|action|srcset|data|poster)\s*=\s*["']?([^"'\s>]*)/gi)]
    expect(loaded.length).toBeGreaterThan(0)
    for (const [, link = ''] of loaded) expect(link).toMatch(/^(?:\.?\/(?!\/)|data:)/)
    expect(text).not.toMatch(/@import|url\(|<(?:iframe|object|embed|img|base)\b|http-equiv/i)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
    expect(headers.get('content-security-policy')).not.toMatch(/https?:|\*/)
  })

  it('has an icon that its Content-Security-Policy allows', async () => {
    const { ask } = await start()
    const { headers, text } = await ask('GET', '/')
    expect(text).toContain('<link rel="icon" href="data:image/svg+xml,')
    expect(headers.get('content-security-policy')).toContain('img-src data:')
  })

  it('sends no CORS headers, so that pages of other origins cannot read it', async () => {
    const { url } = await start()
    const { headers } = await send(url, 'GET', '/', { headers: { origin: 'https://evil.example' } })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the files of the console', () => {
  const folder = '_nestbox-assets/'

  it.each<[string, NestboxOptions, boolean]>([
    ['exist for a client on this machine', {}, true],
    ['exist for a client without the control token', { controlToken: 'secret' }, true],
    ['do not exist without a control API', { control: false }, false],
  ])('%s', async (_, options, isThere) => {
    const { ask } = await start(options)
    const { text } = await ask('GET', '/')
    expect(text.includes('<div id="app">')).toBe(isThere)
    expect(text.includes(folder)).toBe(isThere)
    expect((await ask('GET', `/${folder}console.js`)).status).toBe(isThere ? 200 : 404)
  })

  it('respond with nosniff for a missing file', async () => {
    const { url } = await start()
    const { status, headers } = await send(url, 'GET', `/${folder}<b>`)
    expect([status, headers['x-content-type-options']]).toEqual([404, 'nosniff'])
  })

  it('are not linked under a foreign host name', async () => {
    const { url } = await start()
    const { text } = await send(url, 'GET', '/', { headers: { host: 'evil.example' } })
    expect(text).not.toContain(folder)
  })

  it.each(['/', '/~mine', '/~mine/', '/~mine?a=b'])('are found from %s', async (path) => {
    const { ask, url } = await start()
    const { text } = await ask('GET', path)
    const found = [...text.matchAll(/(?:src|href)="(\.[^"]*)"/g)].map(([, link = '']) => link)
    expect(found).toHaveLength(2)
    for (const link of found) {
      const { pathname } = new URL(link, url + path)
      expect(pathname.startsWith(path.startsWith('/~mine') ? '/~mine/' : '/_')).toBe(true)
      expect((await ask('GET', pathname)).status).toBe(200)
    }
  })

  it.each([
    ['console.js', 'text/javascript; charset=utf-8'],
    ['console.css', 'text/css; charset=utf-8'],
    ['reference.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
  ])('include %s, which browsers revalidate with an ETag', async (name, type) => {
    // Also without the control token: the files are the same for all clients.
    const { url } = await start({ controlToken: 'secret' })
    const first = await send(url, 'GET', `/${folder}${name}`)
    expect(first).toMatchObject({
      status: 200,
      headers: { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': 'no-cache' },
    })
    const headers = { 'if-none-match': first.headers.etag ?? '' }
    expect(await send(url, 'GET', `/${folder}${name}`, { headers })).toMatchObject({ status: 304, text: '' })
  })

  it.each(['', 'other.js', 'reference.js/', 'toString', '..%2f..%2fpackage.json'])(
    'do not include %j',
    async (name) => {
      const { url } = await start()
      expect((await send(url, 'GET', `/${folder}${name}`)).status).toBe(404)
    },
  )
})
