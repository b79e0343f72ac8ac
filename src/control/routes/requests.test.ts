import { describe, expect, it } from 'vitest'
import { operations } from '../../contract/index.ts'
import { askAllOperations } from '../../testing/all-operations.ts'
import { beginRequest } from '../../testing/begin-request.ts'
import { send } from '../../testing/send.ts'
import { type Json, type Service, startService, upload } from '../../testing/service.ts'
import { createUser, expectRefusal, person, start } from '../testing/control.ts'

const log = async ({ ask }: Service, prefix = '', query = ''): Promise<Json[]> =>
  (await ask('GET', `${prefix}/_nestbox/requests${query}`)).json.requests

const last = async (service: Service): Promise<Json> => (await log(service)).at(-1)

describe('the log', () => {
  it('is empty at first, and records neither the control API nor the page nor preflights', async () => {
    const service = await start()
    await service.ask('GET', '/_nestbox/health')
    await service.ask('GET', '/')
    await service.ask('OPTIONS', '/api/application/users')
    expect(await log(service)).toEqual([])
  })

  it('records a request with its response', async () => {
    const service = await start()
    const before = Date.now()
    const { json } = await createUser(service)
    const told = await last(service)
    expect(told).toEqual({
      id: 1,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      method: 'POST',
      path: '/api/application/users',
      operation: 'createUser',
      status: 201,
      duration: expect.any(Number),
      owner: 'application, made by admin',
      request: {
        headers: expect.objectContaining({ 'content-type': 'application/json', authorization: '[redacted]' }),
        body: person('new'),
      },
      response: { headers: expect.objectContaining({ 'content-type': 'application/json' }), body: json },
      assumed: [],
      fault: null,
      upstream: null,
      end: 'response',
      repeats: 0,
      changes: [{ table: 'users', id: 4, before: null, after: service.world.tables.users.must(4) }],
    })
    expect(Date.parse(told.at)).toBeGreaterThanOrEqual(before)
    expect(told.response.headers).not.toHaveProperty('x-nestbox-assumed')
  })

  it('records each operation with its owner, its gaps and the rows that it changed', async () => {
    const service = await startService({ scale: 3 })
    const before = (await service.ask('GET', '/_nestbox/state')).json.tables
    const replies = await askAllOperations(service)
    const requests = await log(service)
    const after = (await service.ask('GET', '/_nestbox/state')).json.tables
    expect(requests.map(({ operation, status }) => [operation, status])).toEqual(
      replies.map(([id, { status }]) => [id, status]),
    )
    for (const [index, [id, reply]] of replies.entries()) {
      const told = requests[index]
      expect([told.method, told.response.body]).toEqual([operations[id].method, reply.json])
      expect(told.assumed.join(', ') || null).toBe(reply.headers.get('x-nestbox-assumed'))
    }
    const owners = requests.map(({ operation, owner }) => [operation, owner.split(' ')[0].replace(',', '')])
    const ofFamily = { application: 'application', admin: 'root', client: 'ordinary' }
    expect(owners).toEqual(Object.values(operations).map(({ id, family }) => [id, ofFamily[family]]))
    const row = (tables: Json, table: string, id: number) =>
      tables[table].find((each: Json) => each.id === id) ?? null
    const writes = requests.filter(({ changes }) => changes.length > 0).map(({ operation }) => operation)
    expect(writes).toEqual(
      expect.arrayContaining(['updateNode', 'importEgg', 'updateServerStartup', 'createUser']),
    )
    expect(writes).not.toContain('listServerMounts')
    const changes = requests.flatMap((told) => told.changes)
    for (const [index, change] of changes.entries()) {
      const same = (each: Json) => each.table === change.table && each.id === change.id
      const first = changes.findIndex(same) === index
      const latest = changes.findLastIndex(same) === index
      if (first) expect(change.before).toEqual(row(before, change.table, change.id))
      if (latest) expect(change.after).toEqual(row(after, change.table, change.id))
    }
    const tables = (id: string) =>
      new Set(requests.find(({ operation }) => operation === id).changes.map(({ table }: Json) => table))
    expect([...tables('updateNode')]).toEqual(['nodes'])
    expect([...tables('importEgg')]).toEqual(expect.arrayContaining(['eggs', 'variables']))
    expect([...tables('createUser')]).toEqual(['users'])
  })

  it.each<[what: string, request: (service: Service) => Promise<unknown>, expected: object]>([
    [
      'an invalid body',
      (service) =>
        service.ask('POST', '/api/application/users', { token: service.application, json: { email: 'x' } }),
      {
        operation: 'createUser',
        status: 422,
        owner: 'application, made by admin',
        request: { body: { email: 'x' } },
      },
    ],
    [
      'no token',
      ({ ask }) => ask('POST', '/api/application/users', { json: person('x') }),
      { operation: 'createUser', status: 401, owner: null, request: { body: null } },
    ],
    [
      'an unknown token',
      ({ ask }) => ask('GET', '/api/admin/servers/1/mounts', { token: 'unknown' }),
      { operation: 'listServerMounts', status: 401, owner: null },
    ],
    [
      'a token of the wrong kind',
      ({ ask, user }) => ask('GET', '/api/admin/servers/1/mounts', { token: user }),
      { operation: 'listServerMounts', status: 403, owner: 'ordinary user owner' },
    ],
    [
      'a write with a token of the wrong kind',
      ({ ask, user }) => ask('POST', '/api/application/users', { token: user, json: person('x') }),
      {
        operation: 'createUser',
        status: 403,
        owner: 'ordinary user owner',
        request: { body: person('x') },
      },
    ],
    [
      'an unknown resource',
      ({ ask, root }) => ask('GET', '/api/admin/servers/99/mounts', { token: root }),
      { operation: 'listServerMounts', status: 404, owner: 'root administrator admin' },
    ],
    [
      'an unknown path',
      ({ ask }) => ask('GET', '/api/nothing?a=1'),
      { operation: null, status: 404, path: '/api/nothing?a=1' },
    ],
    ['a path outside the API', ({ ask }) => ask('POST', '/nothing'), { operation: null, status: 404 }],
    [
      'a wrong method',
      ({ ask }) => ask('DELETE', '/api/application/users'),
      { operation: null, status: 405 },
    ],
    [
      'a body that is not JSON',
      ({ ask, application }) =>
        ask('POST', '/api/application/users', {
          token: application,
          body: '{',
          headers: { 'content-type': 'application/json' },
        }),
      { operation: 'createUser', status: 400, request: { body: null } },
    ],
    [
      'an applied fault',
      ({ ask, root }) =>
        ask('GET', '/api/admin/servers/1/mounts', { token: root, headers: { prefer: 'code=503' } }),
      { status: 503, fault: 'code=503' },
    ],
    [
      'a broken connection',
      ({ ask, root }) =>
        ask('GET', '/api/admin/servers/1/mounts', { token: root, headers: { prefer: 'fault=reset' } }).catch(
          () => {},
        ),
      { status: null, fault: 'fault=reset' },
    ],
  ])('records refused requests, without changes: %s', async (_, request, expected) => {
    const service = await start()
    await request(service)
    const requests = await log(service)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({ ...expected, changes: [] })
  })

  it('records a write whose response was lost with the connection', async () => {
    const service = await start()
    const { ask, application } = service
    const headers = { prefer: 'fault=after-commit' }
    await ask('POST', '/api/application/users', { token: application, json: person('x'), headers }).catch(
      () => {},
    )
    expect(await last(service)).toMatchObject({
      status: null,
      operation: 'createUser',
      changes: [{ table: 'users' }],
    })
  })

  it('records HEAD as HEAD', async () => {
    const service = await start()
    await service.ask('HEAD', '/api/admin/servers/1/mounts', { token: service.root })
    expect(await last(service)).toMatchObject({ method: 'HEAD', operation: 'listServerMounts', status: 200 })
  })

  it('records the owner of a downgraded token with the downgraded role', async () => {
    const service = await start()
    await service.ask('PATCH', '/_nestbox/tokens', { json: { rootClient: { rootAdministrator: false } } })
    const { uuid } = service.world.tables.servers.must(1)
    await service.ask('GET', `/api/client/servers/${uuid}/backups`, { token: service.root })
    expect((await last(service)).owner).toBe('ordinary user admin')
  })

  it('records the role that an owner had at that time', async () => {
    const service = await startService({ scale: 3 })
    const before = service.world.tables.users.must(3).username
    const backups = () =>
      service.ask('GET', `/api/client/servers/${service.world.tables.servers.must(1).uuid}/backups`, {
        token: service.user,
      })
    await backups()
    await service.ask('POST', '/_nestbox/reset?seed=two')
    await backups()
    const { username } = service.world.tables.users.must(3)
    expect(username).not.toBe(before)
    expect((await log(service)).map(({ owner }) => owner)).toEqual([
      `ordinary user ${before}`,
      `ordinary user ${username}`,
    ])
  })

  it('records a client that disconnects during a delay as a request without a response', async () => {
    const service = await start({ delay: [600_000, 600_000] })
    const asked = await beginRequest(`${service.url}/api/admin/servers/1/mounts`, {})
    asked.destroy()
    await expect
      .poll(() => log(service), { timeout: 30_000 })
      .toMatchObject([{ status: null, operation: 'listServerMounts', end: 'client' }])
  })

  it('of a sandbox has only its own requests, with paths without its prefix', async () => {
    const service = await start()
    for (const prefix of ['', '/~one', '/~two']) await createUser(service, `in${prefix.slice(2)}`, prefix)
    for (const [at, prefix] of ['', '/~one', '/~two'].entries()) {
      const request = { body: { username: `in${prefix.slice(2)}` } }
      expect(await log(service, prefix)).toMatchObject([
        { id: at + 1, path: '/api/application/users', request },
      ])
    }
    expect(await log(service, '', '?sandbox=two')).toEqual(await log(service, '/~two'))
    await service.ask('DELETE', '/~one/_nestbox/requests')
    expect([(await log(service)).length, await log(service, '/~one')]).toEqual([1, []])
  })

  it('can be cleared, and continues its ids', async () => {
    const service = await start()
    await service.ask('GET', '/api/one')
    expect(await service.ask('DELETE', '/_nestbox/requests')).toMatchObject({ status: 204, text: '' })
    expect(await log(service)).toEqual([])
    await service.ask('GET', '/api/two')
    expect(await log(service)).toMatchObject([{ id: 2, path: '/api/two' }])
  })

  it('keeps the latest 1,000 requests', async () => {
    const service = await start()
    for (let batch = 0; batch < 24; batch += 1) {
      await Promise.all(Array.from({ length: 50 }, () => service.ask('GET', '/api/nothing')))
    }
    const requests = await log(service)
    expect([requests.length, requests[0].id, requests.at(-1).id]).toEqual([1_000, 201, 1_200])
    expect((await service.ask('POST', '/_nestbox/requests/count', { json: {} })).json).toEqual({
      count: 1_000,
    })
  })

  it.each([
    ['since=1', [2, 3]],
    ['since=0', [1, 2, 3]],
    ['since=3', []],
  ])('lists requests after an id: %s', async (query, ids) => {
    const service = await start()
    for (const name of ['one', 'two', 'three']) await service.ask('GET', `/api/${name}`)
    expect((await log(service, '', `?${query}`)).map(({ id }) => id)).toEqual(ids)
  })
})

describe('a secret', () => {
  it('is not in the log: tokens in headers and queries, passwords in bodies', async () => {
    const service = await start({ tokens: { userClient: 'a-token-of-my-own' } })
    const { ask, application, url, user } = service
    await ask('POST', '/api/application/users', {
      token: application,
      json: { ...person('x'), password: 'a-password', nested: [{ Password: 'a-password' }] },
      headers: { cookie: 'a-cookie', referer: `${url}/?token=${user}`, 'x-api-key': 'a-key' },
    })
    await ask('GET', `/api/nothing?access_token=${user}&x=${application}&page=2`)
    await send(url, 'GET', '/api/nothing', {
      headers: { authorization: `Basic ${user}`, 'x-nestbox-control': 'c-token' },
    })
    await ask('POST', '/api/application/users', {
      headers: { authorization: `Bearer ${application}` },
      json: [user],
    })
    const { text } = await ask('GET', '/_nestbox/requests')
    for (const secret of [application, 'a-password', 'a-cookie', 'a-key', 'c-token']) {
      expect(text).not.toContain(secret)
    }
    expect(text.replaceAll('["a-token-of-my-own"]', '')).not.toContain(user)
    expect(text).toContain('/api/nothing?access_token=[redacted]&x=[redacted]&page=2')
    const found = await ask('POST', '/_nestbox/requests/find', { json: { body: { password: 'a-password' } } })
    expect(found.json.requests).toHaveLength(1)
    expect(found.text).not.toContain('a-password')
  })
})

describe('bodies in the log', () => {
  it('are replaced by a sentence if they are too long', async () => {
    const service = await start()
    const { ask, application } = service
    const json = { ...person('x'), first_name: 'x'.repeat(17_000) }
    await ask('POST', '/api/application/users', { token: application, json })
    const { length } = JSON.stringify(json)
    expect((await last(service)).request.body).toBe(
      `(${length} characters, which is more than the log keeps)`,
    )
  })

  it('are replaced by a sentence if they are too long and were sent in chunks or compressed', async () => {
    const service = await start()
    const { gzipSync } = await import('node:zlib')
    const body = gzipSync(JSON.stringify({ ...person('x'), first_name: 'x'.repeat(100_000) }))
    const headers = {
      authorization: `Bearer ${service.application}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    }
    await send(service.url, 'POST', '/api/application/users', { headers, body })
    await send(service.url, 'POST', '/api/application/users', { headers, body: [body] })
    for (const { request } of await log(service)) expect(request.body).toMatch(/^\(1000\d\d characters/)
  })

  it('can be deeply nested', async () => {
    const service = await start()
    const body = `${'['.repeat(7_000)}${']'.repeat(7_000)}`
    await service.ask('POST', '/api/application/users', {
      token: service.application,
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect((await last(service)).request.body).toMatch(/^\(nested/)
  })

  it('of uploads are listed by part', async () => {
    const service = await start()
    await service.ask('POST', '/api/admin/eggs/1/import', { token: service.root, body: upload('{"a":1}') })
    expect((await last(service)).request.body).toEqual({ import_file: '{"a":1}' })
  })

  it('do not match a search if they were not kept', async () => {
    const service = await start()
    await createUser(service, 'one')
    await createUser(service, 'x'.repeat(17_000))
    await service.ask('GET', '/api/nothing')
    const body = { username: 'one' }
    for (const path of ['/requests/find', '/requests/count'])
      await expectRefusal(service, ['POST', path, { json: { body } }], 409, 'body of request 2', 'since')
    expect(() => service.requests({ body })).toThrow(/^The log does not have the body of request 2 \(/)
    expect(service.requests({ status: 201, body })).toHaveLength(1)
    expect(service.requests({ since: 2, body })).toEqual([])
  })

  it('that are too large for the server are missing', async () => {
    const service = await start()
    await service.ask('POST', '/api/application/users', {
      token: service.application,
      json: { x: 'x'.repeat(1_100_000) },
    })
    expect(await last(service)).toMatchObject({ status: 413, request: { body: null } })
  })
})

describe('criteria', () => {
  it.each<[criteria: object, ids: number[]]>([
    [{}, [1, 2, 3, 4]],
    [{ operation: 'createUser' }, [1, 2]],
    [{ method: 'get' }, [3, 4]],
    [{ path: '/api/*/users' }, [1, 2]],
    [{ path: '/api/*/users?*' }, []],
    [{ status: 201 }, [1]],
    [{ since: 3 }, [4]],
    [{ body: { username: 'one' } }, [1, 2]],
    [
      {
        operation: 'createUser',
        method: 'POST',
        path: '*users',
        status: 422,
        since: 1,
        body: { email: 'one@example.com' },
      },
      [2],
    ],
    [{ operation: 'createUser', status: 404 }, []],
  ])('%j find and count %j', async (json, ids) => {
    const service = await start()
    await createUser(service, 'one')
    await createUser(service, 'one')
    await service.ask('GET', '/api/admin/servers/1/mounts', { token: service.root })
    await service.ask('GET', '/api/nothing')
    const { json: found } = await service.ask('POST', '/_nestbox/requests/find', { json })
    expect(found.requests.map(({ id }: Json) => id)).toEqual(ids)
    expect(found.requests).toEqual((await log(service)).filter(({ id }) => ids.includes(id)))
    expect((await service.ask('POST', '/_nestbox/requests/count', { json })).json).toEqual({
      count: ids.length,
    })
  })

  it.each<[what: string, json: unknown, ...says: string[]]>([
    ['an unknown name', { operator: 'x' }, '`operator`', 'did you mean `operation`?'],
    ['an operation that is not a string', { operation: 1 }, '`operation`', 'createUser'],
    ['a status that is a string', { status: '201' }, '`status`', 'integer'],
    ['an id before the first', { since: -1 }, '`since`', 'from 0'],
    ['several', { method: null, path: [] }, '`method`', 'POST'],
    ['a list', [], 'object'],
    ['nothing', null, 'object'],
  ])('are refused: %s', async (_, json, ...says) => {
    const service = await start()
    await service.ask('GET', '/api/nothing')
    for (const path of ['/requests/find', '/requests/count'])
      await expectRefusal(service, ['POST', path, { json }], 422, ...says)
  })

  it.each([
    ['an unknown parameter', '?sinc=1', 'sinc', 'since, sandbox'],
    ['no number', '?since=x', 'since', 'integer'],
    ['an id before the first', '?since=-1', 'since', 'from 0'],
  ])('of the list are refused: %s', async (_, query, ...says) => {
    await expectRefusal(await start(), ['GET', `/requests${query}`], 422, ...says)
  })
})
