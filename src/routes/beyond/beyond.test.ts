import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { type PanelOperationId, panelOperations } from '../../contract/panel-operations.ts'
import { responseSchemaOf } from '../../contract/schemas/index.ts'
import { ownKeywords } from '../../contract/schemas/strict.ts'
import { definitions } from '../../contract/schemas/testing/validator.ts'
import type { NewRow } from '../../fixtures/builder/new-row.ts'
import type { GapChoices } from '../../gaps/gap-settings.ts'
import type { NestboxOptions } from '../../options/nestbox-options.ts'
import { type Json, type Reply, startService } from '../../testing/service.ts'

const ids = Object.keys(panelOperations) as PanelOperationId[]

const now = '2026-06-01T12:00:00+00:00'

/** An own server with two backups, the second one in progress, and a database. */
const arena: NewRow<'servers'> = {
  owner: 3,
  name: 'Arena',
  status: 'normal',
  feature_limits: { backups: 5, databases: 2 },
  backups: [
    { created_at: '2026-05-01T12:00:00+00:00' },
    { created_at: '2026-05-02T12:00:00+00:00', completed_at: null },
  ],
  databases: [{ name: 's2_site' }],
}

interface Arranged {
  readonly server?: NewRow<'servers'>
  readonly gaps?: GapChoices
  readonly options?: NestboxOptions
}

/** A service with the operations of the panel and one server to use them on, and requests to them. */
async function start({ server = {}, gaps = {}, options = {} }: Arranged = {}) {
  const service = await startService({
    scenario: 'empty',
    clock: () => now,
    gaps: { 'operations.beyond': 'panel', ...gaps },
    world: { users: { username: 'idle' }, servers: { ...arena, ...server } },
    ...options,
  })
  const own = service.world.tables.servers.must(2)
  const [backup, running] = service.world.tables.backups.of('server', own.id)
  const named: Readonly<Record<string, string>> = {
    server_uuid: own.uuid,
    server: '2',
    backup_uuid: backup?.uuid ?? '',
    database: String(service.world.tables.databases.rows()[0]?.id),
    user: '4',
  }
  return {
    ...service,
    get world() {
      return service.world
    },
    running: running?.uuid ?? '',
    server: () => service.world.tables.servers.must(2),
    /** Requests an operation. @param names parameters of the path that differ */
    use(id: PanelOperationId, json?: unknown, names: Json = {}, token?: string): Promise<Reply> {
      const { method, path, family } = panelOperations[id]
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => names[name] ?? named[name])
      const usual = family === 'client' ? service.user : service.application
      return service.ask(method, filled + (names['query'] ?? ''), { token: token ?? usual, json })
    },
  }
}

const person = { email: 'jo@example.com', username: 'jo', first_name: 'Jo', last_name: 'March' }

/** A body that each operation takes. */
const bodies: { readonly [I in PanelOperationId]?: object } = {
  createBackup: { name: 'Before the update', ignored: 'logs/\n*.log' },
  restoreBackup: { truncate: false },
  createServerDatabase: { database: 'forum', remote: '10.0.0.%' },
  sendPowerSignal: { signal: 'stop' },
  updateUser: person,
}

describe('every operation of the panel', () => {
  it.each(ids)('%s succeeds with a response that matches its schema', async (id) => {
    const { use } = await start()
    const { status, json, text } = await use(id, bodies[id])
    const schema = responseSchemaOf(panelOperations[id].response, 'shown')
    expect([status, text === '']).toEqual([schema ? 200 : 204, schema === undefined])
    if (!schema) return
    const ajv = new Ajv({ strict: true })
    ajv.addVocabulary(ownKeywords)
    for (const definition of definitions) ajv.addSchema(definition)
    const judge = ajv.compile(schema)
    judge(json)
    expect(judge.errors).toBeNull()
  })

  it.each(ids)('%s is refused without a token, and with a token of the wrong kind', async (id) => {
    const { use, ask, world, user, application } = await start()
    const before = world.checksum()
    const { method, path, family } = panelOperations[id]
    expect((await ask(method, path.replaceAll(/\{\w+\}/g, '1'))).status).toBe(401)
    expect((await use(id, bodies[id], {}, family === 'client' ? application : user)).status).toBe(403)
    expect(world.checksum()).toBe(before)
  })

  it.each(ids)(
    '%s is absent under the other choices, and its refusal explains how to enable it',
    async (id) => {
      for (const choice of ['absent', 'companions'] as const) {
        const { use } = await start({ gaps: { 'operations.beyond': choice } })
        const { status, json } = await use(id, bodies[id])
        expect([404, 405]).toContain(status)
        expect(json.errors[0].detail).toContain('"--gap operations.beyond=panel"')
      }
    },
  )
})

describe('a backup', () => {
  it('is in progress after its creation, and completed after finish()', async () => {
    const { use, world, finish } = await start()
    const { json } = await use('createBackup', bodies.createBackup)
    const row = () => world.tables.backups.rows().find(({ uuid }) => uuid === json.attributes.uuid)
    expect(row()).toMatchObject({
      server_id: 2,
      name: 'Before the update',
      ignored_files: ['logs/', '*.log'],
      is_locked: false,
      is_successful: false,
      bytes: 0,
      checksum: null,
      created_at: now,
      completed_at: null,
    })
    await finish()
    expect(row()).toMatchObject({ is_successful: true, ignored_files: ['logs/', '*.log'] })
    expect(row()?.completed_at).not.toBeNull()
    expect(row()?.bytes).toBeGreaterThan(0)
  })

  it.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['null for a name', { name: null, ignored: null }],
  ])('has the time in its name if it is created with %s', async (_, body) => {
    const { use } = await start()
    const { json } = await use('createBackup', body)
    expect(json.attributes).toMatchObject({ name: 'Backup at 2026-06-01 12:00:00', ignored_files: [] })
  })

  it('can be created although other backups have later dates', async () => {
    const later = { created_at: '2027-05-01T12:00:00+00:00' }
    const { use } = await start({ server: { backups: [later, later] } })
    expect((await use('createBackup', {})).status).toBe(200)
  })

  it('counts as a recent one after it is deleted', async () => {
    const { use } = await start()
    for (let count = 0; count < 2; count += 1) {
      const { json } = await use('createBackup', {})
      await use('deleteBackup', undefined, { backup_uuid: json.attributes.uuid })
    }
    const { status, headers } = await use('createBackup', {})
    expect([status, headers.get('retry-after')]).toEqual([429, '600'])
  })

  it('does not count as a recent one if it failed', async () => {
    const failed = twoRecent.map((backup) => ({ ...backup, is_successful: false }))
    const { use } = await start({ server: { backups: failed } })
    expect((await use('createBackup', {})).status).toBe(200)
  })

  it('is locked and unlocked alternately', async () => {
    const { use } = await start()
    expect((await use('toggleBackupLock')).json.attributes.is_locked).toBe(true)
    expect((await use('toggleBackupLock')).json.attributes.is_locked).toBe(false)
  })

  it('is restored until finish()', async () => {
    const { use, server, finish } = await start()
    await use('restoreBackup', { truncate: true })
    expect(server().status).toBe('restoring_backup')
    await finish()
    expect(server().status).toBe('normal')
  })

  it('is not found after it is deleted', async () => {
    const { use, world } = await start()
    await use('deleteBackup')
    expect(world.tables.backups.count('server', 2)).toBe(1)
    expect((await use('deleteBackup')).status).toBe(404)
  })

  it('that is locked can be deleted if it failed', async () => {
    const failed = { is_successful: false, is_locked: true, created_at: '2026-05-01T12:00:00+00:00' }
    const { use } = await start({ server: { backups: [failed] } })
    expect((await use('deleteBackup')).status).toBe(204)
  })
})

describe('a database', () => {
  it('has the names that the panel assigns, and its password in its creation and with include', async () => {
    const { use, world } = await start()
    const { json } = await use('createServerDatabase', bodies.createServerDatabase)
    expect(json).toMatchObject({ object: 'server_database' })
    expect(json.attributes).toMatchObject({ name: 's2_forum', connections_from: '10.0.0.%' })
    expect(json.attributes.username).toMatch(/^u2_[a-z]{10}$/)
    const { password } = json.attributes.relationships
    expect(password.attributes.password).toMatch(/^\w{24}$/)
    const plain = await use('listServerDatabases')
    expect(plain.json.data[1].attributes).not.toHaveProperty('relationships')
    const list = await use('listServerDatabases', undefined, { query: '?include=password' })
    expect(list.json.data.map((each: Json) => each.attributes.name)).toEqual(['s2_site', 's2_forum'])
    expect(list.json.data[1].attributes.relationships).toEqual({ password })
    await use('deleteServerDatabase')
    expect(world.tables.databases.rows().map(({ name }) => name)).toEqual(['s2_forum'])
  })
})

describe('the state of a server', () => {
  it('follows the power signals', async () => {
    const { use } = await start()
    const state = async () => (await use('showServerUsage')).json.attributes
    expect(await state()).toMatchObject({ current_state: 'running', is_suspended: false })
    for (const [signal, expected] of [
      ['stop', 'offline'],
      ['start', 'running'],
      ['kill', 'offline'],
      ['restart', 'running'],
    ]) {
      await use('sendPowerSignal', { signal })
      const { current_state, resources } = await state()
      expect([signal, current_state]).toEqual([signal, expected])
      expect(resources).toMatchObject(expected === 'offline' ? { memory_bytes: 0, uptime: 0 } : { uptime: 0 })
    }
  })

  it('is offline while the server is suspended, and running afterwards', async () => {
    const { use, server } = await start()
    await use('suspendServer')
    expect((await use('showServerUsage')).json.attributes).toMatchObject({
      current_state: 'offline',
      is_suspended: true,
    })
    await use('unsuspendServer')
    expect(server().status).toBe('normal')
  })
})

describe('an administrator', () => {
  it('replaces the fields of a user, but not its id and UUID', async () => {
    const { use, world } = await start()
    const before = world.tables.users.must(4)
    const { json } = await use('updateUser', { ...person, root_admin: true })
    expect(json.attributes).toMatchObject({ id: 4, uuid: before.uuid, ...person, root_admin: true })
    expect(world.tables.users.must(4)).toMatchObject({ ...person, updated_at: now })
    expect(world.tables.users.must(4).created_at).toBe(before.created_at)
    expect((await use('updateUser', person)).status).toBe(200)
  })

  it.each([3, 4])(
    'cannot give user %i an address that another user has, even if both have it already',
    async (id) => {
      const { use, world, ask } = await start({ gaps: { 'users.duplicate': 'accept' } })
      for (const user of ['3', '4']) await use('updateUser', { ...person, username: `jo${user}` }, { user })
      await ask('PATCH', '/_nestbox/gaps', { json: { 'users.duplicate': 'refuse' } })
      const before = world.checksum()
      const { status, json } = await use('updateUser', { ...person, username: `jo${id}` }, { user: `${id}` })
      expect([status, json.errors[0].detail]).toEqual([422, 'The `email` must be new: another user has it.'])
      expect(world.checksum()).toBe(before)
    },
  )

  it('deletes a user, who is removed from subusers', async () => {
    const { use, world, server } = await start({ server: { subusers: ['idle'] } })
    expect(server().subuser_ids).toEqual([4])
    await use('deleteUser')
    expect(world.tables.users.get(4)).toBeUndefined()
    expect(server().subuser_ids).toEqual([])
  })

  it('reinstalls a server, until finish()', async () => {
    const { use, server, finish } = await start()
    await use('reinstallServer')
    expect(server().status).toBe('installing')
    await finish()
    expect(server().status).toBe('normal')
  })

  it('deletes a server with its rows', async () => {
    const { use, world } = await start()
    const { allocation_id } = world.tables.servers.must(2)
    await use('deleteServer')
    const { servers, backups, databases, allocations } = world.tables
    expect([servers.size, backups.size, databases.size]).toEqual([1, 0, 0])
    expect(allocations.must(allocation_id).server_id).toBeNull()
  })
})

const nothing = '00000000-0000-4000-8000-000000000000'
const twoRecent = [{ created_at: '2026-06-01T11:55:00+00:00' }, { created_at: '2026-06-01T11:56:00+00:00' }]
const locked = { created_at: '2026-05-01T12:00:00+00:00', is_locked: true }
const conflict: GapChoices = { 'server.unavailable': 'conflict' }

describe('a refused request changes nothing and gets a reason', () => {
  it.each<
    [
      what: string,
      id: PanelOperationId,
      request: { body?: object; names?: Json } & Arranged,
      status: number,
      detail: string,
    ]
  >([
    ['a name that is too long', 'createBackup', { body: { name: 'x'.repeat(192) } }, 422, '`name` must'],
    ['a lock that is a string', 'createBackup', { body: { is_locked: 'yes' } }, 422, '`is_locked` must'],
    ['patterns in a list', 'createBackup', { body: { ignored: ['logs'] } }, 422, '`ignored` must'],
    [
      'the third backup within ten minutes',
      'createBackup',
      { server: { backups: twoRecent } },
      429,
      'Only 2 backups of a server can be created within 600 seconds; try again in 300.',
    ],
    [
      'the fourth backup within ten minutes',
      'createBackup',
      { server: { backups: [{ created_at: '2026-06-01T11:51:00+00:00' }, ...twoRecent] } },
      429,
      'Only 2 backups of a server can be created within 600 seconds; try again in 300.',
    ],
    [
      'the limit of backups',
      'createBackup',
      { server: { feature_limits: { backups: 2 } } },
      400,
      'The server "Arena" cannot have another backup: its limit is 2.',
    ],
    [
      'a limit of no backups',
      'createBackup',
      { server: { backups: [], feature_limits: { backups: 0 } } },
      400,
      'The server "Arena" cannot have another backup: its limit is 0.',
    ],
    [
      'a suspended server',
      'createBackup',
      { server: { status: 'suspended' }, gaps: conflict },
      409,
      'suspended',
    ],
    ['an unknown server', 'createBackup', { names: { server_uuid: nothing } }, 404, 'There is no server'],
    ['an unknown backup', 'toggleBackupLock', { names: { backup_uuid: nothing } }, 404, 'There is no backup'],
    ['no value for `truncate`', 'restoreBackup', { body: {} }, 422, '`truncate` must'],
    [
      'a restore while the server is installed',
      'restoreBackup',
      {
        body: { truncate: false },
        server: { status: 'installing' },
        gaps: { 'server.unavailable': 'ignore' },
      },
      400,
      'No backup can be restored while the server is installing.',
    ],
    [
      'a restore of a backup in progress',
      'restoreBackup',
      { body: { truncate: false }, names: { backup_uuid: 'running' } },
      400,
      'A backup in progress cannot be restored; wait until it is done.',
    ],
    [
      'the deletion of a locked backup',
      'deleteBackup',
      { server: { backups: [locked] } },
      400,
      'A locked backup cannot be deleted; unlock it first.',
    ],
    [
      'a short database name',
      'createServerDatabase',
      { body: { database: 'ab', remote: '%' } },
      422,
      '3 to 48',
    ],
    [
      'a database name with a dot',
      'createServerDatabase',
      { body: { database: 'a.bc', remote: '%' } },
      422,
      '3 to 48',
    ],
    [
      'hosts with spaces',
      'createServerDatabase',
      { body: { database: 'abc', remote: 'a b' } },
      422,
      'a pattern of',
    ],
    ['no hosts', 'createServerDatabase', { body: { database: 'abc' } }, 422, '`remote` must'],
    [
      'a database name in use',
      'createServerDatabase',
      { body: { database: 'site', remote: '%' } },
      422,
      'The `database` must be new: the server has a database of that name.',
    ],
    [
      'the limit of databases',
      'createServerDatabase',
      { body: { database: 'abc', remote: '%' }, server: { feature_limits: { databases: 1 } } },
      400,
      'The server "Arena" cannot have another database: its limit is 1.',
    ],
    [
      'an unknown database',
      'deleteServerDatabase',
      { names: { database: '99' } },
      404,
      'There is no database "99"',
    ],
    [
      'a database id that is not a number',
      'deleteServerDatabase',
      { names: { database: 'x' } },
      404,
      'There is no database',
    ],
    ['an unknown signal', 'sendPowerSignal', { body: { signal: 'boot' } }, 422, 'start, stop, restart, kill'],
    [
      'a user without a name',
      'updateUser',
      { body: { ...person, username: undefined } },
      422,
      '`username` must',
    ],
    [
      'the e-mail address of another user',
      'updateUser',
      { body: { ...person, email: 'admin@example.com' } },
      422,
      'must be new',
    ],
    ['an unknown user', 'deleteUser', { names: { user: '99' } }, 404, 'There is no user "99"'],
    [
      'the deletion of a user with servers',
      'deleteUser',
      { names: { user: '3' } },
      400,
      'The user owner owns servers: "First server", "Arena".',
    ],
    ['an unknown server', 'suspendServer', { names: { server: '99' } }, 404, 'There is no server "99"'],
    ['an unknown server', 'deleteServer', { names: { server: '99' } }, 404, 'There is no server "99"'],
  ])('for %s (%s)', async (_, id, { body, names = {}, ...arranged }, status, detail) => {
    const service = await start(arranged)
    const before = service.world.checksum()
    const named = names['backup_uuid'] === 'running' ? { backup_uuid: service.running } : names
    const { json, headers, ...reply } = await service.use(id, body ?? bodies[id], named)
    expect(json.errors.map((error: Json) => error.detail).join(' ')).toContain(detail)
    expect(reply.status).toBe(status)
    if (status === 429) expect(headers.get('retry-after')).toBe('300')
    expect(service.world.checksum()).toBe(before)
  })

  it.each(ids.filter((id) => panelOperations[id].family === 'client'))(
    'for a server of another user (%s)',
    async (id) => {
      const service = await start({ server: { owner: 1 } })
      const before = service.world.checksum()
      expect((await service.use(id, bodies[id])).status).toBe(404)
      expect(service.world.checksum()).toBe(before)
    },
  )
})
