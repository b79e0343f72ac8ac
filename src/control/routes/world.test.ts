import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../store/testing/temp-folder.ts'
import { type Json, type Service, startService } from '../../testing/service.ts'
import { createLog } from '../../util/log.ts'
import { beginUser, createUser, expectProblem, expectRefusal, start, worldOf } from '../testing/control.ts'

const reset = ({ ask }: Service, query = '', prefix = '') => ask('POST', `${prefix}/_nestbox/reset${query}`)

const stateOf = async ({ ask }: Service, prefix = '') => (await ask('GET', `${prefix}/_nestbox/state`)).json

const users = async (service: Service, prefix = ''): Promise<string[]> =>
  (await stateOf(service, prefix)).tables.users.map(({ username }: Json) => username)

describe('a reset', () => {
  it('restores the world from the start, and responds with its description', async () => {
    const service = await start()
    await createUser(service)
    const { status, json } = await reset(service)
    expect([status, json]).toEqual([
      200,
      { seed: 'nestbox', scenario: 'empty', scale: 1, today: '2026-06-01', checksum: service.checksum },
    ])
    expect(await worldOf(service)).toEqual(json)
    expect(service.world.checksum()).toBe(service.checksum)
  })

  it('leads to the same ids and UUIDs again', async () => {
    const service = await start()
    const made = async () => {
      const { id, uuid } = (await createUser(service)).json.attributes
      return [id, uuid]
    }
    const first = await made()
    for (const _ of [1, 2]) {
      await reset(service)
      expect(await made()).toEqual(first)
    }
  })

  it('keeps tokens, gaps, faults, snapshots and the log', async () => {
    const service = await start()
    const { ask } = service
    await ask('PATCH', '/_nestbox/tokens', { json: { rootClient: { status: 'revoked' } } })
    await ask('PATCH', '/_nestbox/gaps', { json: { 'users.case': 'lower' } })
    await ask('POST', '/_nestbox/faults', { json: { code: 503, from: 99 } })
    await ask('POST', '/_nestbox/snapshots', { json: { name: 's' } })
    await createUser(service)
    const all = async () => {
      const paths = ['tokens', 'gaps', 'faults', 'snapshots', 'requests']
      return Promise.all(paths.map(async (path) => (await ask('GET', `/_nestbox/${path}`)).json))
    }
    const before = await all()
    await reset(service)
    expect(await all()).toEqual(before)
  })

  it.each<[query: string, expected: object]>([
    ['?seed=two', { seed: 'two', scenario: 'empty', scale: 1 }],
    ['?scenario=edge', { seed: 'nestbox', scenario: 'edge', scale: 1 }],
    ['?scenario=demo', { seed: 'nestbox', scenario: 'demo', scale: 40 }],
    ['?scale=3', { seed: 'nestbox', scenario: 'demo', scale: 3 }],
    ['?seed=two&scenario=demo&scale=5', { seed: 'two', scenario: 'demo', scale: 5 }],
    ['?today=2026-07-01', { seed: 'nestbox', scenario: 'empty', today: '2026-07-01' }],
    ['?seed=%20', { seed: ' ', scenario: 'empty', scale: 1 }],
  ])(
    'replaces the world by the one that %s selects, as a server does that starts with it',
    async (query, expected) => {
      const service = await start()
      const { json } = await reset(service, query)
      expect(json).toMatchObject(expected)
      const other = await startService(expected)
      expect(json.checksum).toBe(other.checksum)
      expect(await stateOf(service)).toEqual(await stateOf(other))
    },
  )

  it('returns to the selected world from then on', async () => {
    const service = await start()
    const { json: other } = await reset(service, '?seed=two')
    await createUser(service)
    expect((await reset(service)).json).toEqual(other)
  })

  it('keeps settings that are not sent: the scale of a demo world', async () => {
    const service = await startService({ scale: 3 })
    expect((await reset(service, '?seed=two')).json).toMatchObject({
      seed: 'two',
      scenario: 'demo',
      scale: 3,
    })
    expect((await reset(service, '?scale=4')).json).toMatchObject({ seed: 'two', scenario: 'demo', scale: 4 })
    expect((await reset(service, '?scenario=edge')).json).toMatchObject({ seed: 'two', scale: 1 })
  })

  it('leaves a token without an owner in a world without its user, until that user exists', async () => {
    const service = await startService({ scale: 3 })
    const { ask } = service
    const list = async () => (await ask('GET', '/_nestbox/tokens')).json.tokens
    const helper = (await list()).find(({ userId }: Json) => userId === 5)
    const backups = () =>
      ask('GET', `/api/client/servers/${service.world.tables.servers.must(1).uuid}/backups`, {
        token: helper.token,
      })
    expect((await backups()).status).toBe(200)
    await reset(service, '?scenario=empty')
    expect((await backups()).status).toBe(401)
    expect((await list()).find(({ userId }: Json) => userId === 5)).toEqual({
      ...helper,
      who: 'the missing user 5',
      families: { application: false, admin: false, client: false },
    })
    await createUser(service, 'four')
    await createUser(service, 'five')
    expect((await list()).find(({ userId }: Json) => userId === 5).who).toBe('ordinary user five')
    expect((await backups()).status).toBe(404)
  })

  it('responds with the owners of the tokens in the new world', async () => {
    const service = await startService({ scale: 3 })
    await reset(service, '?seed=two')
    const { tokens } = (await service.ask('GET', '/_nestbox/tokens')).json
    const { username } = service.world.tables.users.must(3)
    expect(tokens.find(({ name }: Json) => name === 'userClient').who).toBe(`ordinary user ${username}`)
  })

  it.each([
    ['an unknown setting', '?sead=two', 'sead', 'seed, scenario, scale, today, sandbox'],
    ['an empty seed', '?seed=', 'seed', 'not empty'],
    ['an unknown scenario', '?scenario=none', 'scenario', 'demo, empty, bare, edge'],
    ['a scale that is not a number', '?scale=many', 'scale', 'integer'],
    ['a scale of 0', '?scale=0', 'scale', 'from 1'],
    ['a scale too large', '?scale=10001', 'scale', 'to 10000'],
    ['a scale with a fraction', '?scale=1.5', 'scale', 'integer'],
    ['a scale beyond exact integers', '?scale=99999999999999999999', 'scale', 'integer'],
    ['a scale of another scenario', '?scale=3&scenario=edge', 'scale', 'demo'],
    ['a valid setting and an invalid one', '?seed=two&scale=x', 'scale', 'integer'],
    ['an invalid sandbox', '?sandbox=Mine', 'sandbox', 'a-z'],
  ])('is refused for %s', async (_, query, ...says) => {
    const service = await start()
    await createUser(service)
    await expectRefusal(service, ['POST', `/reset${query}`], 422, ...says)
  })

  it.each<[what: string, json: unknown]>([
    ['settings', { seed: 'two' }],
    ['a list', [1]],
    ['a text', 'x'],
  ])('is refused for a body in an unknown format: %s', async (_, json) => {
    const service = await start()
    await createUser(service)
    await expectRefusal(service, ['POST', '/reset', { json }], 422, 'no body', 'query')
  })

  it.each(['{}', 'null', '', ' \n'])('accepts an empty body: "%s"', async (body) => {
    const { ask } = await start()
    expect((await ask('POST', '/_nestbox/reset', { body })).status).toBe(200)
  })

  it('responds with one sentence if a scenario cannot be generated', async () => {
    const service = await start()
    const { ask } = service
    await ask('PUT', '/_nestbox/state', { json: { ...(await stateOf(service)), scenario: 'mine' } })
    await expectRefusal(service, ['POST', '/reset?seed=two'], 422, 'mine', 'demo, empty, bare, edge')
    expect((await reset(service, '?seed=two&scenario=empty')).status).toBe(200)
  })

  it('of a sandbox affects that sandbox only', async () => {
    const service = await start()
    for (const prefix of ['', '/~one', '/~two']) await createUser(service, 'new', prefix)
    await reset(service, '?sandbox=one')
    expect((await users(service, '/~one')).includes('new')).toBe(false)
    await reset(service, '?seed=other', '/~two')
    expect((await worldOf(service, '/~two')).seed).toBe('other')
    expect(await users(service)).toContain('new')
    await createUser(service, 'newer', '/~one')
    await reset(service)
    expect(await users(service, '/~one')).toContain('newer')
  })

  it('is durable before its response is sent', async () => {
    const data = join(await tempFolder(), 'world.json')
    const service = await start({ data })
    await createUser(service)
    await expect.poll(() => readFile(data, 'utf8')).toContain('new@example.com')
    const back = await reset(service)
    expect(await readFile(data, 'utf8')).not.toContain('new@example.com')
    const { json } = await reset(service, '?seed=other&scenario=edge')
    const held = JSON.parse(await readFile(data, 'utf8'))
    expect([held.seed, held.scenario]).toEqual(['other', 'edge'])
    await service.close()
    const again = await startService({ data })
    expect(await worldOf(again)).toEqual(json)
    expect(again.checksum).not.toBe(back.json.checksum)
  })

  it('discards writes that are being saved', async () => {
    const data = join(await tempFolder(), 'world.json')
    const service = await start({ data })
    for (const round of [1, 2, 3, 4, 5]) {
      const writes = [1, 2, 3, 4, 5].map((count) => createUser(service, `u${round}-${count}`))
      await Promise.race(writes)
      const back = reset(service)
      await Promise.all([...writes, back])
      // Rows written after the reset exist, and rows written before it do not.
      const state = await stateOf(service)
      await expect.poll(async () => JSON.parse(await readFile(data, 'utf8'))).toMatchObject(state)
    }
  })

  it('reports to the client and in the log why the data file cannot be written, and changes nothing', async () => {
    const data = join(await tempFolder(), 'gone', 'world.json')
    const { mkdir, rm } = await import('node:fs/promises')
    await mkdir(join(data, '..'))
    const lines: string[] = []
    const log = createLog('error', (line) => lines.push(line))
    const service = await start({ data, log })
    await createUser(service, 'kept')
    const before = await stateOf(service)
    await rm(join(data, '..'), { recursive: true })
    expectProblem(await reset(service), 507, 'The data file cannot be written: there is no such directory.')
    expect(lines.join()).toContain(`${data} cannot be written: there is no such directory.`)
    expect(await stateOf(service)).toEqual(before)
  })

  it('does not affect requests whose body is still arriving, which write to the new world', async () => {
    const service = await start()
    await createUser(service, 'old')
    const old = service.world
    const slow = await beginUser(service, 'slow')
    await reset(service)
    expect((await slow()).status).toBe(201)
    expect(await users(service)).toEqual(['admin', 'deputy', 'owner', 'slow'])
    expect(old.tables.users.find('username', 'slow')).toBeUndefined()
  })
})

describe('the state', () => {
  it.each(['demo', 'empty', 'bare', 'edge'] as const)(
    'can be exported and imported, in scenario %s',
    async (scenario) => {
      const from = await startService({ scenario, scale: scenario === 'demo' ? 5 : 1 })
      await createUser(from)
      const state = await stateOf(from)
      const into = await start()
      for (const prefix of ['', '/~one']) {
        const { status, json } = await into.ask('PUT', `${prefix}/_nestbox/state`, { json: state })
        expect([status, json]).toEqual([200, await worldOf(from)])
        expect(await stateOf(into, prefix)).toEqual(state)
      }
      expect(await worldOf(into, '/~other')).toMatchObject({ checksum: into.checksum })
    },
  )

  it('continues its ids and UUIDs after the import', async () => {
    const from = await start()
    await createUser(from)
    const into = await start({ seed: 'other' })
    await into.ask('PUT', '/_nestbox/state', { json: await stateOf(from) })
    const [one, other] = [await createUser(from, 'next'), await createUser(into, 'next')]
    expect(other.json.attributes).toMatchObject({
      id: one.json.attributes.id,
      uuid: one.json.attributes.uuid,
    })
  })

  it('is replaced by a reset after the import', async () => {
    const service = await start()
    await createUser(service)
    await service.ask('PUT', '/_nestbox/state', { json: await stateOf(service) })
    expect((await reset(service)).json.checksum).toBe(service.checksum)
  })

  it('is durable before the response to the import is sent', async () => {
    const data = join(await tempFolder(), 'world.json')
    const service = await start({ data })
    const from = await startService({ scenario: 'edge' })
    await service.ask('PUT', '/_nestbox/state', { json: await stateOf(from) })
    expect(JSON.parse(await readFile(data, 'utf8'))).toMatchObject(await stateOf(from))
    await service.close()
    expect(await worldOf(await startService({ data }))).toEqual(await worldOf(from))
  })

  it('can begin with a byte order mark', async () => {
    const service = await start()
    const body = `\uFEFF${JSON.stringify(await stateOf(service))}`
    const { status } = await service.ask('PUT', '/_nestbox/state', {
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(200)
  })

  const damaged: [what: string, damage: (state: Json) => unknown, ...says: string[]][] = [
    ['is not an object', () => [1], 'object'],
    ['is nothing', () => null, 'object'],
    ['has no format', ({ format, ...state }) => state, 'format'],
    ['is of another format', (state) => ({ ...state, format: 'other' }), 'format'],
    ['is of a newer version', (state) => ({ ...state, version: 2 }), 'version'],
    ['has no seed', ({ seed, ...state }) => state, 'seed'],
    [
      'has more servers than a reset can generate',
      (state) => ({ ...state, scale: 10_001 }),
      'The state cannot be used: scale must be an integer from 0 to 10000, not 10001.',
    ],
    [
      'has a map with an invalid value under a name with a line break',
      (state) => ({
        ...state,
        tables: { ...state.tables, eggs: [{ ...state.tables.eggs[0], docker_images: { 'a\nb': 5 } }] },
      }),
      'The state cannot be used: tables.eggs[0].docker_images.a\nb must be a string, not 5.',
    ],
    ['has no tables', ({ tables, ...state }) => state, 'tables'],
    ['is without a table', (state) => ({ ...state, tables: { ...state.tables, nodes: undefined } }), 'nodes'],
    [
      'is nested very deeply',
      (state) => ({ ...state, else: JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`) }),
      'The state cannot be used: it is nested more than 20 levels deep.',
    ],
    ['has a list as a row', (state) => ({ ...state, tables: { ...state.tables, nodes: [[]] } }), 'nodes'],
    [
      'has a row twice',
      (state) => ({
        ...state,
        tables: { ...state.tables, users: [...state.tables.users, state.tables.users[0]] },
      }),
      'The state cannot be used: tables.users[4].id appears twice.',
    ],
    [
      'has a row without a field',
      (state) => ({ ...state, tables: { ...state.tables, hosts: [{ id: 1 }] } }),
      'The state cannot be used: tables.hosts[0] ',
    ],
    [
      'has an e-mail address of millions of characters in quotation marks',
      (state) => {
        const [user, ...users] = state.tables.users
        const email = `"${'a '.repeat(4_500_000)}"@example.com`
        return { ...state, tables: { ...state.tables, users: [{ ...user, email }, ...users] } }
      },
      'The state cannot be used: tables.users[0].email must be an e-mail address, not ',
    ],
    [
      'has a row with a reference to a missing row',
      (state) => ({ ...state, tables: { ...state.tables, nodes: [] } }),
      'The state cannot be used: tables.servers[0].node_id must be the id of a row in nodes.',
    ],
  ]
  it.each(damaged)('is refused if it %s, and nothing changes', async (_, damage, ...says) => {
    const service = await start()
    await createUser(service)
    const json = damage(await stateOf(service))
    await expectRefusal(service, ['PUT', '/state', { json }], 422, ...says)
    service.sandbox('mine').info()
    await expectRefusal(service, ['PUT', '/state?sandbox=mine', { json }], 422, ...says)
  })
})

describe('health', () => {
  it('describes the world of a sandbox', async () => {
    const service = await start()
    await createUser(service, 'new', '/~mine')
    const { checksum } = await worldOf(service)
    expect((await worldOf(service, '/~mine')).checksum).not.toBe(checksum)
    expect((await service.ask('GET', '/_nestbox/health?sandbox=mine')).json.world).toEqual(
      await worldOf(service, '/~mine'),
    )
  })
})

describe('a world without the users that the tokens belong to', () => {
  it('can be imported, kept, and started from again; the tokens are refused', async () => {
    const data = join(await tempFolder(), 'world.json')
    const service = await start({ data })
    const empty = await stateOf(service)
    const tables = Object.fromEntries(Object.keys(empty.tables).map((name) => [name, []]))
    expect((await service.ask('PUT', '/_nestbox/state', { json: { ...empty, tables } })).status).toBe(200)
    await service.close()
    const again = await startService({ data })
    const { status } = await again.ask('GET', '/api/admin/servers/1/mounts', { token: again.root })
    expect(status).toBe(401)
    expect((await again.ask('GET', '/')).status).toBe(200)
    expect((await again.ask('GET', '/_nestbox/target.json')).status).toBe(200)
  })
})
