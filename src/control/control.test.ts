import type { Context } from 'koa'
import { describe, expect, it } from 'vitest'
import { seedUserIds } from '../fixtures/names.ts'
import { GapSettings } from '../gaps/gap-settings.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { send } from '../testing/send.ts'
import { type Json, type Service, startService, upload } from '../testing/service.ts'
import { refusal } from './guard.ts'

const scenarios = ['demo', 'empty', 'edge'] as const

const start = (options: NestboxOptions = {}) => startService({ scenario: 'empty', ...options })

const readings = ['health', 'target.json', 'state', 'example-egg.json'].map((name) => `/_nestbox/${name}`)

const person = { email: 'new@example.com', username: 'new', first_name: 'New', last_name: 'One' }

const createUser = ({ ask, application }: Service, prefix = '') =>
  ask('POST', `${prefix}/api/application/users`, { token: application, json: person })

describe('health', () => {
  it('describes the world and counts the sandboxes', async () => {
    const { ask, checksum } = await start({ seed: 'seven' })
    await ask('POST', '/~one/_nestbox/finish')
    await ask('POST', '/~two/_nestbox/finish')
    expect((await ask('GET', '/_nestbox/health')).json).toEqual({
      status: 'ok',
      deviations: [],
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      world: { seed: 'seven', scenario: 'empty', scale: 1, today: '2026-06-01', checksum },
      sandboxes: 2,
    })
  })

  it('has another checksum after the world has changed', async () => {
    const service = await start()
    await createUser(service)
    const { checksum } = (await service.ask('GET', '/_nestbox/health')).json.world
    expect(checksum).toBe(service.world.checksum())
    expect(checksum).not.toBe(service.checksum)
  })
})

describe('the target file', () => {
  it.each(scenarios)('has format 1 and names the sandbox for checks, in scenario %s', async (scenario) => {
    const { ask, url, tokens, application, root, user } = await start({ scenario })
    const { status, headers, json } = await ask('GET', '/_nestbox/target.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json\b/)
    expect(json).toMatchObject({ format: 1, baseUrl: `${url}/~check`, disposable: true })
    const neighbour = tokens.list().find(({ name }) => name === 'neighbour')?.token
    expect(json.tokens).toEqual({
      application,
      rootClient: root,
      userClient: user,
      ...(neighbour !== undefined && { otherUserClient: neighbour }),
    })
    const names = ['format', 'baseUrl', 'disposable', 'tokens', 'resources', 'requests', 'files', 'headers']
    expect(Object.keys(json).filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(scenarios)('is true about the server, in scenario %s', async (scenario) => {
    const { ask, tokens } = await start({ scenario })
    const { json: target } = await ask('GET', '/_nestbox/target.json')
    const { tables } = (await ask('GET', '/~check/_nestbox/state')).json
    const row = (table: string, id: unknown) => tables[table].find((each: Json) => each.id === id)
    const { resources } = target
    const owner = row('users', tokens.list().find(({ name }) => name === 'userClient')?.userId)
    const server = row('servers', resources.server.id)
    expect(owner).toMatchObject({ id: seedUserIds.owner, root_admin: false })
    expect(server).toMatchObject({
      uuid: resources.server.uuid,
      user_id: owner.id,
      node_id: resources.node,
      egg_id: resources.egg,
    })
    expect(row('nodes', resources.node)).toMatchObject({
      location_id: resources.location,
      tag_ids: resources.tags ?? [],
    })
    expect(row('hosts', Number(resources.databaseHost))).toBeDefined()
    expect(resources.databaseHost).toEqual(expect.any(String))
    expect(resources.otherEgg).not.toBe(resources.egg)
  })

  it('names another egg that the node accepts, with any tags on the node', async () => {
    const { ask, root, world } = await start({ scenario: 'demo' })
    const { eggs, tags } = world.tables
    const { resources } = (await ask('GET', '/_nestbox/target.json')).json
    for (const { id: tag } of tags.rows()) {
      const accepted = eggs.rows().filter(({ id, tag_ids }) => tag_ids.includes(tag) && id !== resources.egg)
      await ask('PUT', `/~mine/api/admin/nodes/${resources.node}/tags`, {
        token: root,
        json: { tags: [tag] },
      })
      const { json } = await ask('GET', '/~mine/_nestbox/target.json')
      expect(json.resources.tags).toEqual([tag])
      expect(json.resources.otherEgg).toBe(accepted[0]?.id)
    }
  })

  it('names resources in the sandbox for checks, even if the main world was changed', async () => {
    const { ask, root } = await start({ scenario: 'demo' })
    const { json: before } = await ask('GET', '/_nestbox/target.json')
    const tags = `/api/admin/nodes/${before.resources.node}/tags`
    await ask('PUT', tags, { token: root, json: { tags: ['a tag of the main world'] } })
    expect((await ask('GET', '/_nestbox/target.json')).json).toEqual(before)
    await ask('PUT', `/~check${tags}`, { token: root, json: { tag_ids: [before.resources.tags[0]] } })
    const { resources } = (await ask('GET', '/_nestbox/target.json')).json
    expect(resources.tags).toEqual(before.resources.tags.slice(0, 1))
    expect(resources.node).toBe(before.resources.node)
  })

  it('is sent without creating a sandbox', async () => {
    const { ask } = await start()
    await ask('GET', '/_nestbox/target.json')
    expect((await ask('GET', '/_nestbox/health')).json.sandboxes).toBe(0)
  })

  it('names tags and another egg where they exist', async () => {
    for (const scenario of ['demo', 'edge'] as const) {
      const { resources } = (await (await start({ scenario })).ask('GET', '/_nestbox/target.json')).json
      expect(resources).toMatchObject({ tags: expect.any(Array), otherEgg: expect.any(Number) })
    }
    const { resources } = (await (await start()).ask('GET', '/_nestbox/target.json')).json
    expect(resources).not.toHaveProperty('tags')
    expect(resources).not.toHaveProperty('otherEgg')
  })

  const picky = new GapSettings().set('body.unknown-fields', 'refuse')
  const dials = [
    picky,
    picky.set('tags.body', 'strings'),
    picky.set('startup.fields', 'variables-skip_install'),
  ]
  it.each(
    scenarios.flatMap((scenario) =>
      dials.map((gapSettings, index) => [scenario, index, gapSettings] as const),
    ),
  )('has bodies that are accepted, in scenario %s with gap settings %i', async (scenario, _, gapSettings) => {
    const { ask, url, world } = await start({ scenario, gapSettings })
    const before = world.checksum()
    const { json: target } = await ask('GET', '/_nestbox/target.json')
    const { tokens, resources, requests } = target
    const prefix = target.baseUrl.slice(url.length)
    const { node, server, egg, otherEgg = egg, tags = [] } = resources
    const client = await ask('GET', `${prefix}/api/client/servers/${server.uuid}/backups`, {
      token: tokens.userClient,
    })
    const root = { token: tokens.rootClient }
    const text = JSON.stringify(requests.syncTags)
    expect(text).toMatch(/\{\{tagId(?:s|Strings)\}\}/)
    const filled = text
      .replace('"{{tagIds}}"', JSON.stringify(tags))
      .replace('"{{tagIdStrings}}"', JSON.stringify(tags.map(String)))
    const sync = await ask('PUT', `${prefix}/api/admin/nodes/${node}/tags`, {
      ...root,
      json: JSON.parse(filled),
    })
    const startup = { startup: './run', docker_image: 'example/image:1', ...requests.startup }
    const moves = []
    for (const egg_id of [egg, otherEgg]) {
      moves.push(
        await ask('PUT', `${prefix}/api/admin/servers/${server.id}/startup`, {
          ...root,
          json: { ...startup, egg_id },
        }),
      )
    }
    const hosts = await ask(
      'GET',
      `${prefix}/api/admin/database-hosts/${resources.databaseHost}/databases`,
      root,
    )
    const responses = [client, sync, ...moves, hosts]
    expect(responses.filter(({ status }) => status !== 200).map(({ text: said }) => said)).toEqual([])
    expect(world.checksum()).toBe(before)
  })

  it.each([
    ['through a sandbox', '/~mine/_nestbox/target.json', '/~mine'],
    ['for a sandbox', '/_nestbox/target.json?sandbox=mine', '/~mine'],
    ['for a sandbox through itself', '/~mine/_nestbox/target.json?sandbox=mine', '/~mine'],
    ['for none', '/_nestbox/target.json', '/~check'],
  ])('names the requested sandbox %s', async (_, path, expected) => {
    const { ask, url } = await start()
    expect((await ask('GET', path)).json.baseUrl).toBe(url + expected)
  })

  it('starts with the configured base URL', async () => {
    const { ask } = await start({ baseUrl: 'https://panel.example/mock' })
    expect((await ask('GET', '/_nestbox/target.json')).json.baseUrl).toBe('https://panel.example/mock/~check')
  })

  it('names the configured tokens', async () => {
    const { ask } = await start({ tokens: { userClient: 'mine' } })
    expect((await ask('GET', '/_nestbox/target.json')).json.tokens.userClient).toBe('mine')
  })
})

describe('the state', () => {
  it.each(scenarios)('has the format of a data file, in scenario %s', async (scenario) => {
    const { ask, world } = await start({ scenario, seed: 'seven' })
    const { json } = await ask('GET', '/_nestbox/state')
    expect(json).toMatchObject({ format: 'nestbox-world', version: 1, seed: 'seven', scenario })
    for (const [name, table] of Object.entries(world.tables)) expect(json.tables[name]).toEqual(table.rows())
  })

  it('has no tokens', async () => {
    const { ask, application, root, user } = await start()
    const { text } = await ask('GET', '/_nestbox/state')
    for (const token of [application, root, user]) expect(text).not.toContain(token)
  })

  it.each([
    ['the main world', '', '/~mine/_nestbox/state', '/_nestbox/state'],
    ['a sandbox by its path', '/~mine', '/_nestbox/state', '/~mine/_nestbox/state'],
    ['a sandbox by the query', '/~mine', '/_nestbox/state', '/_nestbox/state?sandbox=mine'],
  ])('is the state of %s', async (_, prefix, other, own) => {
    const service = await start()
    await createUser(service, prefix)
    const users = async (path: string) => (await service.ask('GET', path)).json.tables.users.length
    expect((await users(own)) - (await users(other))).toBe(1)
  })
})

describe('the example egg', () => {
  it.each(scenarios)('can be imported into an egg of scenario %s', async (scenario) => {
    const { ask, root } = await start({ scenario })
    const { status, text } = await ask('GET', '/_nestbox/example-egg.json')
    expect(status).toBe(200)
    const response = await ask('POST', '/api/admin/eggs/1/import', { token: root, body: upload(text) })
    expect([response.status, response.json.attributes?.name]).toEqual([200, JSON.parse(text).name])
  })
})

describe('the name of a sandbox', () => {
  it.each(['', 'Mine', 'a_b', '../x', 'a'.repeat(33), 'é', 'a b', '~a'])(
    'is refused with 422 if it is "%s"',
    async (name) => {
      const { ask } = await start()
      const path = `/_nestbox/state?sandbox=${encodeURIComponent(name)}`
      const { status, headers, json } = await ask('GET', path)
      expect(status).toBe(422)
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json\b/)
      expect(json).toMatchObject({ status: 422, detail: expect.stringContaining('`sandbox`') })
      expect((await ask('GET', '/_nestbox/health')).json.sandboxes).toBe(0)
    },
  )
})

describe('an unknown request to the control API', () => {
  it.each([
    '/_nestbox',
    '/_nestbox/',
    '/_nestbox/nothing',
    '/_nestbox/health/',
    '/_nestbox/Health',
    '/_nestbox/constructor',
    '/_nestbox/__proto__',
    '/_nestbox//health',
    '/~mine/_nestbox/nothing',
  ])('is refused with 404 and the names of what exists: %s', async (path) => {
    const { ask } = await start()
    const { status, headers, json } = await ask('GET', path)
    expect(status).toBe(404)
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json\b/)
    for (const known of readings) expect(json.detail).toContain(known)
  })

  it.each(['/_nestboxes', '/_Nestbox/health', '//_nestbox/health', '/x/_nestbox/health'])(
    'is not a request to the control API: %s',
    async (path) => {
      const { url } = await start()
      const { status, json } = await send(url, 'GET', path)
      expect([status, json.errors[0].code]).toEqual([404, 'NotFoundHttpException'])
    },
  )

  it.each(['POST', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'is refused with 405 and the allowed methods: %s',
    async (method) => {
      const { url } = await start()
      for (const path of readings) {
        const { status, headers } = await send(url, method, path)
        const allow = path === '/_nestbox/state' ? 'GET, HEAD, PUT' : 'GET, HEAD'
        expect([status, headers.allow]).toEqual([405, allow])
        expect(headers['content-type']).toMatch(/^application\/problem\+json\b/)
      }
    },
  )

  it.each(readings)('with HEAD is served as GET without a body: %s', async (path) => {
    const { url } = await start()
    const [get, head] = [await send(url, 'GET', path), await send(url, 'HEAD', path)]
    expect(head).toMatchObject({ status: 200, text: '' })
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
  })
})

describe('the control API', () => {
  const own = (url: string): string => new URL(url).host

  it.each([
    ['a foreign name', { host: 'evil.example' }],
    ['a foreign name with the right port', { host: 'evil.example:{port}' }],
    ['a name that starts like an allowed name', { host: 'localhost.evil.example' }],
    ['a name that ends like an allowed name', { host: 'evil-localhost' }],
    ['another address', { host: '192.0.2.1' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['the origin of another port', { origin: 'http://127.0.0.1:1' }],
    ['its own origin under another protocol', { origin: 'https://127.0.0.1:{port}' }],
    ['a null origin', { origin: 'null' }],
  ])('refuses %s with 403 and sends no data', async (_, headers: Record<string, string>) => {
    const { url, user, checksum } = await start()
    const { port } = new URL(url)
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('{port}', port)]),
    )
    for (const path of [...readings, '/_nestbox/nothing', '/~mine/_nestbox/state']) {
      const { status, headers: told, text, json } = await send(url, 'GET', path, { headers: filled })
      expect(status).toBe(403)
      expect(told['content-type']).toMatch(/^application\/problem\+json\b/)
      expect(json).toMatchObject({ type: 'about:blank', status: 403, detail: expect.any(String) })
      expect(text).not.toContain(user)
      expect(text).not.toContain(checksum)
    }
  })

  it.each([
    ['localhost', { host: 'localhost:{port}' }],
    ['LOCALHOST', { host: 'LOCALHOST' }],
    ['127.0.0.1', { host: '127.0.0.1' }],
    ['[::1]', { host: '[::1]:{port}' }],
    ['no name', { host: '' }],
    ['its own page', { host: '127.0.0.1:{port}', origin: 'http://127.0.0.1:{port}' }],
    ['its own page by name', { host: 'localhost:{port}', origin: 'http://localhost:{port}' }],
  ])('serves %s', async (_, headers: Record<string, string>) => {
    const { url } = await start()
    const { port } = new URL(url)
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('{port}', port)]),
    )
    expect((await send(url, 'GET', '/_nestbox/health', { headers: filled })).status).toBe(200)
  })

  it.each(['mock.test', 'mock.test:8080', 'MOCK.test'])('serves %s if that is allowed', async (host) => {
    const ask = async (allowedHosts: readonly string[]) => {
      const { url } = await start({ allowedHosts })
      return (await send(url, 'GET', '/_nestbox/health', { headers: { host } })).status
    }
    expect(await ask(['mock.test'])).toBe(200)
    expect(await ask(['Mock.Test'])).toBe(200)
    expect(await ask(['other.test'])).toBe(403)
  })

  it.each([
    ['none', {}, 401],
    ['a wrong token', { 'x-nestbox-control': 'wrong' }, 401],
    ['an empty token', { 'x-nestbox-control': '' }, 401],
    ['a bearer token', { authorization: 'Bearer secret' }, 401],
    ['the right token', { 'x-nestbox-control': 'secret' }, 200],
    [
      'the right token from a foreign origin',
      { 'x-nestbox-control': 'secret', origin: 'http://evil.test' },
      403,
    ],
    ['the right token under a foreign name', { 'x-nestbox-control': 'secret', host: 'evil.test' }, 403],
  ])('requires the control token if one is configured: %s', async (_, headers, expected) => {
    const { url } = await start({ controlToken: 'secret' })
    for (const path of readings) {
      const { status, text } = await send(url, 'GET', path, { headers })
      expect(status).toBe(expected)
      expect(text).not.toContain('secret')
    }
  })

  it.each([
    ['a success', '/_nestbox/health', 200],
    ['an unknown path', '/_nestbox/nothing', 404],
    ['an invalid sandbox', '/_nestbox/health?sandbox=A', 422],
  ])('sends no CORS headers with %s', async (_, path, expected) => {
    const { url } = await start()
    const host = own(url)
    const { status, headers } = await send(url, 'GET', path, { headers: { host, origin: `http://${host}` } })
    expect(status).toBe(expected)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('does not respond to preflights', async () => {
    const { url } = await start()
    const preflight = { origin: 'https://app.example', 'access-control-request-method': 'GET' }
    const { status, headers } = await send(url, 'OPTIONS', '/_nestbox/health', { headers: preflight })
    expect(status).toBe(403)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('is an unknown path if it is disabled', async () => {
    const { ask } = await start({ control: false })
    for (const path of ['/_nestbox', ...readings, '/~mine/_nestbox/state']) {
      const { status, headers, json } = await ask('GET', path, { headers: { 'x-nestbox-control': 'secret' } })
      expect([status, headers.get('content-type')]).toEqual([404, 'application/json'])
      expect(json.errors[0].code).toBe('NotFoundHttpException')
    }
  })

  it('is not delayed by --delay', async () => {
    const { ask } = await start({ delay: [600_000, 600_000] })
    expect((await ask('GET', '/_nestbox/health')).status).toBe(200)
  })
})

describe('the guard', () => {
  /** The response to a client with this address and an allowed host name. */
  function told(remoteAddress: string | undefined, controlToken?: string, sent = ''): number | undefined {
    const headers: Record<string, string> = { Host: 'localhost', 'X-Nestbox-Control': sent }
    // As much of a context as it reads.
    const ctx = {
      get: (name: string) => headers[name] ?? '',
      protocol: 'http',
      socket: { remoteAddress },
    } as unknown as Context
    const options = { controlToken, allowedHosts: [] } as unknown as Parameters<typeof refusal>[1]
    return refusal(ctx, options)?.status
  }

  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
    'accepts a request from this machine as %s',
    (address) => {
      expect(told(address)).toBeUndefined()
    },
  )

  it.each([
    '192.168.0.7',
    '10.0.0.1',
    '::ffff:192.168.0.7',
    'fe80::1',
    '2001:db8::1',
    '1.127.0.0',
    '',
    undefined,
  ])('refuses %s, unless it has the control token', (address) => {
    expect(told(address)).toBe(403)
    expect(told(address, 'secret')).toBe(401)
    expect(told(address, 'secret', 'secret')).toBeUndefined()
  })
})
