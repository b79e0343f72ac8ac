import { describe, expect, it } from 'vitest'
import { type Json, type Service, startService } from '../../testing/service.ts'
import { createUser, expectRefusal, start } from '../testing/control.ts'

type Families = Record<'application' | 'admin' | 'client', boolean>

const list = async ({ ask }: Service, prefix = ''): Promise<Json[]> =>
  (await ask('GET', `${prefix}/_nestbox/tokens`)).json.tokens

const change = ({ ask }: Service, json: object, prefix = '') =>
  ask('PATCH', `${prefix}/_nestbox/tokens`, { json })

const issue = ({ ask }: Service, json: object, prefix = '') =>
  ask('POST', `${prefix}/_nestbox/tokens`, { json })

/** The statuses that a token gets of the three families. */
async function statuses({ ask, world }: Service, token: string, prefix = '') {
  const { uuid } = world.tables.servers.must(1)
  const paths = {
    application: ['PATCH', '/api/application/nodes/1'],
    admin: ['GET', '/api/admin/servers/1/mounts'],
    client: ['GET', `/api/client/servers/${uuid}/backups`],
  } as const
  const entries = Object.entries(paths).map(async ([family, [method, path]]) => {
    const { status } = await ask(method, prefix + path, { token, ...(method === 'PATCH' && { json: {} }) })
    return [family, status] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Record<keyof Families, number>
}

/** The list agrees with the families. */
async function expectFamilies(service: Service, name: string, expected: Families, prefix = '') {
  const info = (await list(service, prefix)).find((token) => token.name === name)
  expect(info.families).toEqual(expected)
  const got = await statuses(service, info.token, prefix)
  const taken = Object.fromEntries(
    Object.entries(got).map(([family, status]) => [family, status < 401 || status === 404]),
  )
  expect(taken).toEqual(expected)
  return got
}

const all = { application: true, admin: true, client: true }
const none = { application: false, admin: false, client: false }
const onlyApplication = { ...none, application: true }
const onlyClient = { ...none, client: true }

describe('the list of tokens', () => {
  it('has the three tokens of every world, and one for each further user with a role', async () => {
    const service = await startService({ scale: 3 })
    const tokens = await list(service)
    expect(tokens.map(({ name }) => name)).toEqual([
      'application',
      'rootClient',
      'userClient',
      'deputy',
      'neighbour',
      'helper',
    ])
    expect(tokens[0]).toEqual({
      name: 'application',
      token: service.application,
      kind: 'application',
      status: 'active',
      rootAdministrator: true,
      downgraded: false,
      userId: 1,
      who: 'application, made by admin',
      families: onlyApplication,
    })
    expect(tokens.map(({ families }) => families)).toEqual([
      onlyApplication,
      all,
      onlyClient,
      all,
      onlyClient,
      onlyClient,
    ])
  })
})

describe('a change of tokens', () => {
  it.each<[what: string, name: string, json: object, expected: Families, refused: number]>([
    ['revoked', 'rootClient', { status: 'revoked' }, none, 401],
    ['expired', 'rootClient', { status: 'expired' }, none, 401],
    ['revoked', 'application', { status: 'revoked' }, none, 401],
    ['revoked', 'userClient', { status: 'revoked' }, none, 401],
    ['downgraded', 'rootClient', { rootAdministrator: false }, onlyClient, 403],
    ['downgraded', 'application', { rootAdministrator: false }, onlyApplication, 403],
    ['changed to an application token', 'rootClient', { kind: 'application' }, onlyApplication, 403],
    ['changed to an application token', 'userClient', { kind: 'application' }, onlyApplication, 403],
    ['changed to a client token', 'application', { kind: 'client' }, all, 403],
    [
      'changed to another kind and downgraded',
      'application',
      { kind: 'client', rootAdministrator: false },
      onlyClient,
      403,
    ],
    ['changed to another kind and revoked', 'application', { kind: 'client', status: 'revoked' }, none, 401],
    [
      'set to its current values',
      'rootClient',
      { status: 'active', kind: 'client', rootAdministrator: true },
      all,
      0,
    ],
    ['told nothing', 'rootClient', {}, all, 0],
    ['set to its current role', 'userClient', { rootAdministrator: false }, onlyClient, 403],
  ])('decides which families accept a token that is %s: %s', async (_, name, json, expected, refused) => {
    const service = await start()
    const { status, json: response } = await change(service, { [name]: json })
    expect([status, response.tokens]).toEqual([200, await list(service)])
    const got = await expectFamilies(service, name, expected)
    for (const family of ['application', 'admin', 'client'] as const) {
      if (!expected[family]) expect(got[family]).toBe(refused)
    }
  })

  it.each(['revoked', 'expired'])('is explained to the caller: %s', async (status) => {
    const service = await start()
    await change(service, { rootClient: { status } })
    const { json } = await service.ask('GET', '/api/admin/servers/1/mounts', { token: service.root })
    expect(json.errors[0]).toMatchObject({ status: '401', detail: `That token is ${status}.` })
  })

  it('is checked under a name with a line break too', async () => {
    const service = await start()
    const name = 'of\ntwo lines'
    await service.ask('POST', '/_nestbox/tokens', { json: { kind: 'client', user: 1, name } })
    const before = await list(service)
    for (const wrong of [5, { status: 'lost' }, { kind: {} }])
      expect(await change(service, { [name]: wrong })).toMatchObject({ status: 422 })
    expect(await list(service)).toEqual(before)
  })

  it('can be undone', async () => {
    const service = await start()
    const before = await list(service)
    await change(service, {
      rootClient: { status: 'revoked', rootAdministrator: false, kind: 'application' },
    })
    await change(service, { rootClient: { status: 'active', rootAdministrator: true, kind: 'client' } })
    expect(await list(service)).toEqual(before)
    await expectFamilies(service, 'rootClient', all)
  })

  it('of the role does not mark the token of an ordinary user as downgraded', async () => {
    const service = await start()
    await change(service, { userClient: { rootAdministrator: false } })
    const token = (await list(service)).find(({ name }) => name === 'userClient')
    expect(token).toMatchObject({ rootAdministrator: false, downgraded: false })
  })

  it('is undone by null, by name and by token, and restores the settings of the server in a sandbox', async () => {
    const service = await start()
    const before = await list(service)
    const spoilt = { status: 'revoked', rootAdministrator: false, kind: 'application' }
    await change(service, { rootClient: spoilt, userClient: { status: 'expired' } })
    expect((await change(service, { rootClient: null, [service.user]: null })).json.tokens).toEqual(before)
    expect((await change(service, { application: null })).json.tokens).toEqual(before)
    await change(service, { rootClient: { rootAdministrator: false } })
    await change(service, { rootClient: { status: 'revoked' } }, '/~one')
    await expectFamilies(service, 'rootClient', none, '/~one')
    await change(service, { rootClient: null }, '/~one')
    await expectFamilies(service, 'rootClient', onlyClient, '/~one')
    await issue(service, { kind: 'client', user: 3, name: 'mine' })
    await change(service, { mine: { status: 'revoked' } })
    await change(service, { mine: null })
    await expectFamilies(service, 'mine', onlyClient)
  })

  it('accepts the token as well as its name, and combines both', async () => {
    const service = await start()
    await change(service, { [service.root]: { status: 'expired' }, rootClient: { rootAdministrator: false } })
    const token = (await list(service)).find(({ name }) => name === 'rootClient')
    expect(token).toMatchObject({ status: 'expired', rootAdministrator: false, downgraded: true })
  })

  it('of a sandbox applies to that sandbox only, and has priority over one of the server', async () => {
    const service = await start()
    await change(service, { rootClient: { rootAdministrator: false } }, '/~one')
    await expectFamilies(service, 'rootClient', onlyClient, '/~one')
    await expectFamilies(service, 'rootClient', all)
    await expectFamilies(service, 'rootClient', all, '/~two')
    await change(service, { rootClient: { status: 'revoked' } })
    for (const prefix of ['', '/~one', '/~two']) await expectFamilies(service, 'rootClient', none, prefix)
    await service.ask('PATCH', '/_nestbox/tokens?sandbox=one', { json: { rootClient: { status: 'active' } } })
    await expectFamilies(service, 'rootClient', onlyClient, '/~one')
    await expectFamilies(service, 'rootClient', none, '/~two')
  })

  it('of a name that is the text of another token changes the token with that name', async () => {
    const service = await startService({ tokens: { application: 'rootClient' } })
    expect(service.tokens.rootClient).not.toBe('rootClient')
    await change(service, { rootClient: { status: 'revoked' } })
    const { application, rootClient } = service.tokens
    expect((await statuses(service, application)).application).toBe(200)
    expect((await statuses(service, rootClient)).application).toBe(401)
  })

  it('of a name that the server gave later too changes the token of the sandbox', async () => {
    const service = await start()
    const { json: own } = await issue(service, { kind: 'client', user: 3, name: 'jo' }, '/~a')
    await issue(service, { kind: 'client', user: 1, name: 'jo' })
    await change(service, { jo: { status: 'revoked' } }, '/~a')
    expect((await statuses(service, own.token, '/~a')).client).toBe(401)
  })

  it('is discarded with its sandbox', async () => {
    const service = await start()
    await change(service, { rootClient: { status: 'revoked' } }, '/~one')
    await service.ask('DELETE', '/_nestbox/sandboxes/one')
    await expectFamilies(service, 'rootClient', all, '/~one')
  })

  it.each<[what: string, status: number, json: unknown, ...says: string[]]>([
    [
      'an unknown token',
      404,
      { nobody: { status: 'revoked' } },
      '"nobody"',
      'application, rootClient, userClient',
    ],
    ['a known token and an unknown one', 404, { rootClient: { status: 'revoked' }, nobody: {} }, '"nobody"'],
    ['a name like that of an Object.prototype property', 404, { constructor: {} }, '"constructor"'],
    [
      'an ordinary user as a root administrator',
      422,
      { userClient: { rootAdministrator: true } },
      'userClient',
      'ordinary user',
    ],
    [
      'an unknown status',
      422,
      { rootClient: { status: 'lost' } },
      '`rootClient.status`',
      'active, revoked, expired',
    ],
    ['an unknown kind', 422, { rootClient: { kind: 'x' } }, '`rootClient.kind`', 'application, client'],
    [
      'an unknown field',
      422,
      { rootClient: { state: 'revoked' } },
      'The `rootClient` has no field `state`',
      'did you mean `status`?',
    ],
    ['null for an unknown token', 404, { nobody: null }, '"nobody"'],
    ['a text', 422, { rootClient: 'revoked' }, '`rootClient`', 'object or null'],
    ['a list', 422, [], 'object'],
  ])('is refused as a whole for %s', async (_, status, json, ...says) => {
    await expectRefusal(await start(), ['PATCH', '/tokens', { json }], status, ...says)
  })
})

describe('a new token', () => {
  it('can belong to a user that was just created, and grants access to the resources of that user', async () => {
    const service = await start()
    const { id } = (await createUser(service)).json.attributes
    const { status, json } = await issue(service, { kind: 'client', user: id })
    expect([status, json]).toEqual([
      201,
      {
        name: `client-${id}`,
        token: expect.stringMatching(/^ptlc_\w{43}$/),
        kind: 'client',
        status: 'active',
        rootAdministrator: false,
        downgraded: false,
        userId: id,
        who: 'ordinary user new',
        families: onlyClient,
      },
    ])
    expect((await list(service)).at(-1)).toEqual(json)
    // The user has no server, but is authorized.
    expect(await statuses(service, json.token)).toEqual({ application: 403, admin: 403, client: 404 })
  })

  it.each<[kind: string, user: number, expected: Families]>([
    ['application', 1, onlyApplication],
    ['application', 3, onlyApplication],
    ['client', 1, all],
    ['client', 3, onlyClient],
  ])('of kind %s for the user %i is accepted by its families', async (kind, user, expected) => {
    const service = await start()
    const { json } = await issue(service, { kind, user, name: 'mine' })
    expect(json.token).toMatch(kind === 'client' ? /^ptlc_/ : /^ptla_/)
    await expectFamilies(service, 'mine', expected)
  })

  it('is the same in every run, and unique', async () => {
    const texts = async () => {
      const service = await start()
      const made = []
      for (const user of [3, 3, 1, 3]) made.push((await issue(service, { kind: 'client', user })).json)
      return made.map(({ name, token }) => [name, token])
    }
    const first = await texts()
    expect(await texts()).toEqual(first)
    expect(first.map(([name]) => name)).toEqual(['client-3', 'client-3-2', 'client-1', 'client-3-3'])
    expect(new Set(first.map(([, token]) => token)).size).toBe(4)
  })

  it('never replaces an existing token, even a changed one', async () => {
    const service = await start()
    const { json: one } = await issue(service, { kind: 'client', user: 3 })
    await change(service, { [one.name]: { kind: 'application' } })
    for (const name of [undefined, 'other', undefined]) {
      const { status, json } = await issue(service, { kind: 'client', user: 3, name })
      expect(status).toBe(201)
      expect(json.token).not.toBe(one.token)
    }
    const tokens = await list(service)
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(tokens.length)
    expect(new Set(tokens.map(({ name }) => name)).size).toBe(tokens.length)
    expect(tokens.find(({ name }) => name === one.name)).toMatchObject({
      token: one.token,
      kind: 'application',
    })
  })

  it('can be changed by its name', async () => {
    const service = await start()
    await issue(service, { kind: 'client', user: 1, name: 'mine' })
    await change(service, { mine: { status: 'revoked' } })
    await expectFamilies(service, 'mine', none)
  })

  it('of a sandbox is valid in that sandbox only, and one of the server everywhere', async () => {
    const service = await start()
    await issue(service, { kind: 'client', user: 1, name: 'own' }, '/~one')
    await issue(service, { kind: 'application', user: 1, name: 'shared' })
    const names = async (prefix: string) => (await list(service, prefix)).slice(4).map(({ name }) => name)
    expect(await Promise.all(['', '/~one', '/~two'].map(names))).toEqual([
      ['shared'],
      ['shared', 'own'],
      ['shared'],
    ])
    const own = (await list(service, '/~one')).at(-1).token
    expect((await statuses(service, own, '/~one')).admin).toBe(200)
    expect((await statuses(service, own, '/~two')).admin).toBe(401)
  })

  it('is valid after a reset, for the user with its id', async () => {
    const service = await start()
    const { id } = (await createUser(service)).json.attributes
    const { token } = (await issue(service, { kind: 'client', user: id })).json
    await service.ask('POST', '/_nestbox/reset')
    expect((await statuses(service, token)).client).toBe(401)
    await createUser(service, 'other')
    expect((await statuses(service, token)).client).toBe(404)
    expect((await list(service)).at(-1).who).toBe('ordinary user other')
  })

  it.each([1, '1', 'admin', 'ADMIN', 'admin@example.com'])('is issued for the user %j', async (user) => {
    const service = await start({ world: { users: [] } })
    const { username, email, id } = service.world.tables.users.must(1)
    const named = { admin: username, ADMIN: username.toUpperCase(), 'admin@example.com': email }
    const { json } = await issue(service, { kind: 'client', user: named[user as 'admin'] ?? user })
    expect(json).toMatchObject({ kind: 'client', userId: id })
  })

  it('is issued for the user whose name has only digits rather than for the one with that id', async () => {
    const service = await start({ world: { users: { username: '001', email: 'digits@example.com' } } })
    const { id } = service.world.tables.users.find('username', '001') ?? {}
    expect((await issue(service, { kind: 'client', user: '001' })).json.userId).toBe(id)
  })

  it('is issued for a row with the library', async () => {
    const service = await start()
    const user = await service.add.user({ username: 'jo' })
    expect(service.tokens.issue({ kind: 'client', user })).toMatchObject({ userId: user.id })
  })

  it.each<[what: string, status: number, json: unknown, ...says: string[]]>([
    ['an unknown user id', 422, { kind: 'client', user: 99 }, 'no user 99'],
    ['no user', 422, { kind: 'client' }, '`user`', 'id'],
    ['an unknown user name', 422, { kind: 'client', user: 'nobody' }, 'There is no user "nobody".'],
    ['another number than an id', 422, { kind: 'client', user: '0x1' }, 'There is no user "0x1".'],
    ['true as a user', 422, { kind: 'client', user: true }, '`user`', 'e-mail'],
    ['a user id below 1', 422, { kind: 'client', user: 0 }, '`user`', 'the id, user name'],
    ['no kind', 422, { user: 1 }, '`kind`', 'application, client'],
    ['an unknown kind', 422, { kind: 'root', user: 1 }, '`kind`', 'application, client'],
    ['an empty name', 422, { kind: 'client', user: 1, name: '' }, '`name`', 'empty'],
    ['a name too long', 422, { kind: 'client', user: 1, name: 'x'.repeat(65) }, '`name`', '64'],
    ['an unknown field', 422, { kind: 'client', user: 1, text: 'x' }, 'no field `text`', 'kind, user, name'],
    ['a name in use', 409, { kind: 'client', user: 1, name: 'rootClient' }, '"rootClient"'],
    ['a list', 422, [], 'object'],
  ])('is refused for %s', async (_, status, json, ...says) => {
    await expectRefusal(await start(), ['POST', '/tokens', { json }], status, ...says)
  })

  it('is refused if its name is the text of another token', async () => {
    const service = await start()
    const asked = { kind: 'client', user: 1, name: service.root }
    await expectRefusal(service, ['POST', '/tokens', { json: asked }], 409, 'already')
  })
})
