import { describe, expect, it } from 'vitest'
import { exchange } from '../testing/raw.ts'
import { send, sendBytes } from '../testing/send.ts'
import { type Service, startService } from '../testing/service.ts'

const person = { email: 'new@example.com', username: 'new', first_name: 'New', last_name: 'One' }

const createUser = ({ ask, application }: Service, prefix: string) =>
  ask('POST', `${prefix}/api/application/users`, { token: application, json: person })

const checksum = async ({ ask }: Service, prefix: string): Promise<string> =>
  (await ask('GET', `${prefix}/_nestbox/health`)).json.world.checksum

describe('a sandbox', () => {
  const all = ['', '/~one', '/~two']

  it.each(all)('keeps writes under "%s" from all other sandboxes', async (written) => {
    const service = await startService({ scenario: 'empty' })
    expect((await createUser(service, written)).status).toBe(201)
    expect((await createUser(service, written)).status).toBe(422)
    for (const other of all.filter((prefix) => prefix !== written)) {
      expect(await checksum(service, other)).toBe(service.checksum)
      expect((await createUser(service, other)).status).toBe(201)
    }
  })

  it('keeps every change of a row from all other sandboxes', async () => {
    const service = await startService({ scenario: 'empty' })
    const { ask, application, root } = service
    const names: Record<string, string> = { '': 'main', '/~one': 'first', '/~two': 'second' }
    for (const [prefix, name] of Object.entries(names)) {
      await ask('PATCH', `${prefix}/api/application/nodes/1`, { token: application, json: { name } })
    }
    for (const [prefix, name] of Object.entries(names)) {
      const { json } = await ask('PUT', `${prefix}/api/admin/servers/1/startup`, { token: root, json: {} })
      expect(json.attributes.relationships.node.attributes.name).toBe(name)
    }
  })

  it('starts with the world from the start, not with its current state', async () => {
    const service = await startService({ scenario: 'empty' })
    await createUser(service, '')
    expect(await checksum(service, '')).not.toBe(service.checksum)
    expect(await checksum(service, '/~late')).toBe(service.checksum)
  })

  it('assigns the same ids as every other sandbox', async () => {
    const service = await startService({ scenario: 'empty' })
    const made = []
    for (const prefix of all) made.push((await createUser(service, prefix)).json.attributes)
    const [first] = made
    expect(made.map(({ id, uuid }) => [id, uuid])).toEqual(all.map(() => [first.id, first.uuid]))
  })

  it.each(['application', 'root', 'user'] as const)(
    'accepts the token %s as the main world does',
    async (who) => {
      const service = await startService({ scenario: 'empty' })
      const { ask, world } = service
      const { uuid } = world.tables.servers.must(1)
      const paths = [
        `/api/client/servers/${uuid}/backups`,
        `/api/admin/servers/1/mounts`,
        '/api/application/users/1',
      ]
      for (const path of paths) {
        const main = await ask('GET', path, { token: service[who] })
        const own = await ask('GET', `/~own${path}`, { token: service[who] })
        expect([own.status, own.json.object]).toEqual([main.status, main.json.object])
      }
      expect((await ask('GET', `/~own${paths[0]}`, { token: `${service[who]}x` })).status).toBe(401)
    },
  )

  it('is removed from the beginning of a path only', async () => {
    const { ask, sandbox } = await startService({ scenario: 'empty' })
    sandbox('own').info()
    await ask('GET', '/~own/api/~own?a=1&b')
    expect(
      sandbox('own')
        .requests()
        .map(({ path }) => path),
    ).toEqual(['/api/~own?a=1&b'])
  })

  it('is logged with its path only if the request has an absolute URL', async () => {
    const { url, sandbox, root } = await startService({ scenario: 'empty' })
    const headers = { authorization: `Bearer ${root}` }
    await send(url, 'GET', 'http://panel.test/~own/api/nothing?a=1', { headers })
    await send(url, 'GET', '/~own/api/nothing?a=1', { headers })
    const paths = sandbox('own')
      .requests({ path: '/api/nothing' })
      .map(({ path }) => path)
    expect(paths).toEqual(['/api/nothing?a=1', '/api/nothing?a=1'])
  })

  it('gets no events of a refused write', async () => {
    const service = await startService({ scenario: 'empty' })
    const { ask, application } = service
    await ask('PATCH', '/~own/api/application/nodes/1', { token: application, json: { memory: -5 } })
    expect(await checksum(service, '/~own')).toBe(service.checksum)
  })
})

it.each(['GET', 'HEAD'])('%s requests to the control API create no sandbox', async (method) => {
  const service = await startService({ scenario: 'empty' })
  for (const path of ['/~new/_nestbox/state', '/~new/_nestbox/nothing', '/~new/'])
    await service.ask(method, path, { token: service.root })
  expect((await service.ask('GET', '/_nestbox/sandboxes')).json.sandboxes).toEqual([])
})

describe('requests without a valid token', () => {
  const flood = Array.from({ length: 1_100 }, (_, number) => number)

  it.each([
    ['no token', ''],
    ['an unknown token', 'Authorization: Bearer nobody\r\n'],
    ['a token in front of another page', 'Origin: https://elsewhere.example\r\n'],
  ])('create no sandbox and delete none: %s', async (_, header) => {
    const service = await startService({ scenario: 'empty' })
    await createUser(service, '/~mine')
    const requests = flood.map((number) => `GET /~z${number}/anything HTTP/1.1\r\nHost: a\r\n${header}\r\n`)
    await exchange(service.url, [requests.join('')], { responses: flood.length })
    expect((await service.ask('GET', '/_nestbox/sandboxes')).json.sandboxes).toEqual([
      { name: 'mine', requests: 1 },
    ])
    expect((await createUser(service, '/~mine')).status).toBe(422)
  })

  it('are not a use of a sandbox', async () => {
    const service = await startService({ scenario: 'empty' })
    for (const name of ['one', 'two']) await createUser(service, `/~${name}`)
    await service.ask('GET', '/~one/api/admin/servers/1/mounts')
    const { sandboxes } = (await service.ask('GET', '/_nestbox/sandboxes')).json
    expect(sandboxes).toEqual([
      { name: 'one', requests: 2 },
      { name: 'two', requests: 1 },
    ])
  })
})

describe('the name of a sandbox', () => {
  it.each(['a', '0', '-', 'check', 'test-1', 'a'.repeat(32)])('can be %s', async (name) => {
    const { ask, root } = await startService({ scenario: 'empty' })
    expect((await ask('GET', `/~${name}/api/admin/servers/1/mounts`, { token: root })).status).toBe(200)
  })

  it.each([
    ['nothing', '/~'],
    ['capitals', '/~Mine'],
    ['33 characters', `/~${'a'.repeat(33)}`],
    ['an underscore', '/~a_b'],
    ['a dot', '/~a.b'],
    ['letters beyond a to z', '/~%C3%A9'],
    ['an encoded letter', '/~%61'],
    ['an encoded tilde', '/%7Emine'],
    ['a second tilde', '/~~mine'],
    ['a sandbox in a sandbox', '/~one/~two'],
    ['a sandbox after another path segment', '/x/~mine'],
    ['an additional slash', '/~mine/'],
  ])('cannot be invalid: %s', async (_, prefix) => {
    const { url, root } = await startService({ scenario: 'empty' })
    const headers = { authorization: `Bearer ${root}` }
    const { status, json } = await send(url, 'GET', `${prefix}/api/admin/servers/1/mounts`, { headers })
    expect([status, json.errors[0].code]).toEqual([404, 'NotFoundHttpException'])
  })

  it('creates no sandbox if it is invalid', async () => {
    const { ask, root } = await startService({ scenario: 'empty' })
    for (const bad of ['~', '~Mine', '~a_b', '~a.b', '~a~', '~%61', `~${'a'.repeat(33)}`]) {
      await ask('GET', `/${bad}/api/client`, { token: root })
    }
    expect((await ask('GET', '/_nestbox/health')).json.sandboxes).toBe(0)
    await ask('GET', '/~mine/api/client', { token: root })
    expect((await ask('GET', '/_nestbox/health')).json.sandboxes).toBe(1)
  })
})

describe('a response of a sandbox', () => {
  const backups = (service: Service): string =>
    `/api/client/servers/${service.world.tables.servers.must(1).uuid}/backups`

  /** Starts with enough backups for a previous and a next page. */
  const startEdge = (baseUrl?: string) => startService({ scenario: 'edge', baseUrl })

  it.each([
    ['the main world', '', undefined],
    ['a sandbox', '/~mine', undefined],
    ['the main world behind a base URL', '', 'https://panel.example/mock'],
    ['a sandbox behind a base URL', '/~mine', 'https://panel.example/mock'],
  ])('has its prefix in links: %s', async (_, prefix, baseUrl) => {
    const service = await startEdge(baseUrl)
    const path = backups(service)
    const query = 'per_page=10&page=2'
    const { json } = await service.ask('GET', `${prefix}${path}?${query}`, { token: service.user })
    const start = `${baseUrl ?? service.url}${prefix}${path}?per_page=10&page=`
    expect(json.meta.pagination.links).toEqual({ previous: `${start}1`, next: `${start}3` })
  })

  it('has links that stay within the sandbox', async () => {
    const service = await startEdge()
    const seen = new Set<string>()
    let next: string | undefined = `${service.url}/~mine${backups(service)}?per_page=10`
    while (next !== undefined) {
      const path: string = next.slice(service.url.length)
      const { json } = await service.ask('GET', path, { token: service.user })
      for (const { attributes } of json.data) seen.add(attributes.uuid)
      next = json.meta.pagination.links.next
    }
    expect(seen.size).toBeGreaterThan(20)
  })

  it.each(['', '/~mine'])('has its prefix in meta.resource: "%s"', async (prefix) => {
    const service = await startService({ scenario: 'empty' })
    const { json } = await createUser(service, prefix)
    expect(json.meta.resource).toBe(`${service.url}${prefix}/api/application/users/${json.attributes.id}`)
  })

  it('has the host name of the request', async () => {
    const service = await startService({ scenario: 'empty' })
    const headers = {
      host: 'panel.test:8080',
      authorization: `Bearer ${service.application}`,
      'content-type': 'application/json',
    }
    const body = JSON.stringify(person)
    const { json } = await send(service.url, 'POST', '/~mine/api/application/users', { headers, body })
    expect(json.meta.resource).toMatch('http://panel.test:8080/~mine/api/application/users/')
  })

  it('has the address of the server if the request has no host name', async () => {
    const service = await startService({ scenario: 'empty' })
    const body = JSON.stringify(person)
    const lines = [
      'POST /~mine/api/application/users HTTP/1.0',
      `Authorization: Bearer ${service.application}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    const heard = await sendBytes(service.url, `${lines.join('\r\n')}\r\n\r\n${body}`)
    expect(heard).toContain(`"resource":"${service.url}/~mine/api/application/users/`)
  })
})

describe('the path of a sandbox without a further path', () => {
  it.each(['/~mine', '/~mine/'])('is the page of that sandbox: %s', async (path) => {
    const { ask, url } = await startService({ scenario: 'empty' })
    const { status, headers, text } = await ask('GET', path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain(`<dd><code>${url}/~mine</code></dd>`)
  })
})

describe('a sandbox in the header X-Nestbox-Sandbox', () => {
  const nodes = '/api/application/nodes/1'
  const inHeader = (name: string) => ({ headers: { 'X-Nestbox-Sandbox': name } })
  const rename = ({ ask, application }: Service, prefix: string, more: object) =>
    ask('PATCH', `${prefix}${nodes}`, { token: application, json: { name: 'renamed' }, ...more })

  it('has the effect of the path, without a prefix in URLs', async () => {
    const service = await startService({ scenario: 'empty' })
    expect((await rename(service, '', inHeader('mine'))).status).toBe(200)
    expect((await rename(service, '/~mine', inHeader('mine'))).status).toBe(200)
    const { json } = await service.ask('POST', '/api/application/users', {
      ...{ token: service.application, json: person, ...inHeader('mine') },
    })
    expect(json.meta.resource).toBe(`${service.url}/api/application/users/${json.attributes.id}`)
    expect(service.sandbox('mine').requests()).toHaveLength(3)
    expect(service.requests()).toEqual([])
    expect(await checksum(service, '')).toBe(service.checksum)
  })

  it.each([
    ['an invalid name', '', 'Mine!', 'be the name of a sandbox: 1 to 32 of a-z, 0-9 and hyphens'],
    ['two names', '', 'one, two', 'be the name of a sandbox: 1 to 32 of a-z, 0-9 and hyphens'],
    ['a name other than that in the path', '/~one', 'two', 'be "one", which the path names, or be left out'],
  ])('is refused with %s, and nothing changes', async (_, prefix, name, must) => {
    const service = await startService({ scenario: 'empty' })
    const { status, json, headers } = await rename(service, prefix, {
      headers: { ...inHeader(name).headers, Origin: 'http://app.test' },
    })
    expect(status).toBe(422)
    expect(json.errors[0].detail).toBe(`The header \`X-Nestbox-Sandbox\` must ${must}.`)
    expect(headers.get('access-control-allow-origin')).toBe('http://app.test')
    expect(await checksum(service, '')).toBe(service.checksum)
    expect(await checksum(service, '/~one')).toBe(service.checksum)
  })

  it('is refused for OPTIONS too, which is not in the log', async () => {
    const service = await startService({ scenario: 'empty' })
    expect((await service.ask('OPTIONS', nodes, inHeader('Mine!'))).status).toBe(422)
    expect((await service.ask('OPTIONS', `${nodes}?${'x'.repeat(9_000)}`)).status).toBe(414)
    expect(service.requests()).toEqual([])
  })

  it('applies to control requests too, so that a test with the header does not reset the main world', async () => {
    const service = await startService({ scenario: 'empty' })
    await rename(service, '', {})
    const before = service.world.checksum()
    const { json } = await service.ask('POST', '/_nestbox/reset?seed=other', inHeader('mine'))
    expect(json).toEqual(service.sandbox('mine').info())
    expect([json.seed, service.world.checksum()]).toEqual(['other', before])
  })
})
