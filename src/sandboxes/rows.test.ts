import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'
import { BadRow } from '../fixtures/bad-row.ts'
import { makeWorld } from '../fixtures/index.ts'
import { startNestbox } from '../nestbox.ts'
import { removeRow } from '../store/remove-row.ts'
import type { BackupRow } from '../store/rows.ts'
import { Table } from '../store/table.ts'
import type { TableName } from '../store/tables.ts'
import { startService } from '../testing/service.ts'
import { isoSeconds } from '../util/clock.ts'
import { nextTurn, timers } from '../util/timers.ts'
import { Events } from './events.ts'
import type { Sandbox } from './sandbox.ts'

async function dataFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nestbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'world.json')
}

describe('a refused row', () => {
  it('has the call of the test in its trace', async () => {
    await using nestbox = await startNestbox()
    const error = await nestbox.add.server({ nam: 'x' } as object).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(BadRow)
    expect((error as Error).stack).toContain('rows.test.ts')
  })
})

describe('a removed row', () => {
  it('is removed with its parts and all references to it', async () => {
    const { remove, state, load } = await startService()
    const before = state()
    await remove('servers', 1)
    const { tables } = state()
    expect(tables.servers).toHaveLength(before.tables.servers.length - 1)
    for (const name of ['backups', 'databases'] as const) {
      expect(before.tables[name].filter(({ server_id }) => server_id === 1)).not.toEqual([])
      expect(tables[name]).toEqual(before.tables[name].filter(({ server_id }) => server_id !== 1))
    }
    const freed = before.tables.allocations.map((row) =>
      row.server_id === 1 ? { ...row, server_id: null } : row,
    )
    expect(tables.allocations).toEqual(freed)
    expect(before.tables.mounts.some(({ server_ids }) => server_ids.includes(1))).toBe(true)
    expect(tables.mounts.some(({ server_ids }) => server_ids.includes(1))).toBe(false)
    // A state is refused if an id in it has no row.
    await load(state())
  })

  it('is removed with its parts from the last one on, since removing a row moves the ids after it', () => {
    const world = makeWorld({ scenario: 'demo' })
    const { changes } = world.transaction(() => removeRow(world, 'servers', 1))
    const ids = changes.flatMap(({ table, before }) => (table === 'backups' ? [before?.id ?? 0] : []))
    expect(ids.length).toBeGreaterThan(100)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
  })

  it('can be any row, in an order in which no remaining row needs it', async () => {
    const { remove, state } = await startService({ scenario: 'edge' })
    const order = ['servers', 'hosts', 'mounts', 'users', 'eggs', 'nodes', 'locations', 'tags'] as const
    for (const table of order) for (const { id } of state().tables[table]) await remove(table, id)
    expect(Object.values(state().tables).flat()).toEqual([])
  })

  it.each<[what: string, table: TableName, id: number, detail: RegExp]>([
    [
      'a user with servers',
      'users',
      3,
      /^User 3 ".+" is needed by server 1 ".+", server \d+ .+; remove or change them first\.$/,
    ],
    [
      'an egg with servers',
      'eggs',
      1,
      /^Egg 1 ".+" is needed by server .+ and \d+ more; remove or change them first\.$/,
    ],
    ['a node with servers', 'nodes', 1, /^Node 1 ".+" is needed by server /],
    ['a location with nodes', 'locations', 1, /^Location 1 ".+" is needed by node /],
    ['a host with databases', 'hosts', 1, /^Database host 1 "db-01" is needed by database 1 /],
    ['the primary allocation of a server', 'allocations', 1, /^Allocation 1 is needed by server 1 /],
  ])('is kept if other rows need it, and nothing changes: %s', async (_, table, id, detail) => {
    const { ask, info } = await startService()
    const { checksum } = info()
    expect(await ask('DELETE', `/_nestbox/rows/${table}/${id}`)).toMatchObject({
      status: 409,
      json: { detail: expect.stringMatching(detail) },
    })
    expect(info().checksum).toBe(checksum)
  })

  it.each([
    ['birds/1', 'There is no table "birds"; there are locations, '],
    ['users/99999', 'There is no row 99999 in users.'],
    ['users/one', 'There is no row "one"; the id of a row is an integer.'],
  ])('must exist: %s', async (path, detail) => {
    const { ask } = await startService()
    const { status, json } = await ask('DELETE', `/_nestbox/rows/${path}`)
    expect([status, json.detail]).toEqual([404, expect.stringContaining(detail)])
  })

  it('is missing in responses, and its id is not assigned again', async () => {
    const service = await startService({ scenario: 'empty' })
    const { id } = await service.add.user({ username: 'jo' })
    expect(await service.ask('DELETE', `/_nestbox/rows/users/${id}`)).toMatchObject({ status: 204, text: '' })
    expect(service.world.tables.users.find('username', 'jo')).toBeUndefined()
    expect((await service.add.user({ username: 'jo' })).id).toBe(id + 1)
  })
})

describe('added rows', () => {
  it('are in the responses of the API, in that sandbox alone', async () => {
    const service = await startService({ scenario: 'empty' })
    const sandbox = service.sandbox('one')
    const server = await sandbox.add.server({ owner: 'owner', backups: 2 })
    const backups = await sandbox.add.backups(3, { of: server, is_successful: false })
    expectTypeOf(backups).toEqualTypeOf<BackupRow[]>()
    const path = `/api/client/servers/${server.uuid}/backups`
    const { json } = await service.ask('GET', `/~one${path}`, { token: service.user })
    expect(json.meta).toMatchObject({ pagination: { total: 5 } })
    expect((await service.ask('GET', path, { token: service.user })).status).toBe(404)
  })

  it('have names with the first free number, in several calls as in one', async () => {
    const { add } = await startService({ scenario: 'empty' })
    const calls = [1, 2, 1].map((mounts) => add.rows({ mounts }))
    const names = (await Promise.all(calls)).flatMap((made) => (made.mounts ?? []).map(({ name }) => name))
    expect(names).toEqual(['', ' 2', ' 3', ' 4'].map((end) => `Shared files${end}`))
  })

  it('are removed by a reset, and equal when they are added again', async () => {
    const { add, info, reset } = await startService({ scenario: 'empty' })
    await add.rows({ servers: 2, users: { username: 'jo' } })
    const { checksum } = info()
    await reset()
    expect(info().checksum).not.toBe(checksum)
    await add.rows({ users: { username: 'jo' }, servers: 2 })
    expect(info().checksum).toBe(checksum)
  })

  it('are in the data file', async () => {
    const data = await dataFile()
    const first = await startNestbox({ scenario: 'empty', data, today: '2026-06-01' })
    const { id } = await first.add.user({ username: 'jo' })
    await first.close()
    const second = await startService({ data, today: '2026-06-01' })
    expect(second.world.tables.users.get(id)?.username).toBe('jo')
  })

  it('change the checksum of the world, with an event', async () => {
    const service = await startService({ scenario: 'empty' })
    const stream = await fetch(`${service.url}/_nestbox/events`)
    await service.add.user()
    for await (const chunk of stream.body ?? []) {
      const text = new TextDecoder().decode(chunk)
      if (text.includes('event: world')) break
    }
    await stream.body?.cancel().catch(() => {})
  })

  it('are refused with BadRow, and nothing changes', async () => {
    const { add, info } = await startService({ scenario: 'empty' })
    const before = info()
    const wrong = add.servers(2, { status: 'broken' as 'normal' })
    await expect(wrong).rejects.toThrow(BadRow)
    await expect(wrong).rejects.toMatchObject({ wrong: { field: 'status', rule: 'in' } })
    expect(info()).toEqual(before)
  })
})

describe('a row that a data file could not store', () => {
  it.each([
    [
      'with a part of its last power signal missing',
      { power: { state: 'offline' } as never },
      '`power` of a server must',
    ],
    ['with an invalid part of a power signal', { power: { since: 5 } as never }, '`power'],
  ])('is refused: a server %s', async (_, fields, says) => {
    const service = await startService()
    await expect(service.edit('servers', 1, fields)).rejects.toThrow(says)
    await expect(service.add.server(fields)).rejects.toThrow(says)
  })

  it.each([1e308, -1e308, 2 ** 53, 1.5])(
    'is refused: a number that is not an exact integer: %s',
    async (number) => {
      const service = await startService()
      const before = service.state()
      await expect(service.edit('servers', 1, { limits: { memory: number } })).rejects.toThrow(
        '`limits.memory` of a server must',
      )
      await expect(service.add.server({ feature_limits: { backups: number } })).rejects.toThrow(
        '`feature_limits.backups` of a server must',
      )
      await expect(service.edit('nodes', 1, { disk: number })).rejects.toThrow('`disk` of a node must')
      const [first, ...others] = before.tables.nodes
      const tables = { ...before.tables, nodes: [{ ...first, memory: number }, ...others] }
      await expect(service.load({ ...before, tables })).rejects.toThrow('tables.nodes[0].memory must')
      expect(service.state()).toEqual(before)
    },
  )

  it('is not created from limits that no backup can have', async () => {
    const service = await startService()
    for (const disk of [-5, Number.MAX_SAFE_INTEGER]) {
      await service.add.server({ limits: { disk }, backups: 3 })
      await service.add.server({ limits: { disk }, backups: [{ completed_at: null }] })
    }
    await service.finish()
    await expect(service.sandbox('copy').load(service.state())).resolves.toBeDefined()
  })
})

it.each(['constructor', '__proto__', 'toString'])('a user can have the language %s', async (language) => {
  const { add } = await startService({ scenario: 'empty' })
  expect(await add.user({ language })).toMatchObject({ language, first_name: expect.stringMatching(/./) })
})

describe('rows with a time in another form of ISO 8601', () => {
  it.each([
    '2026-W10-1T10:00+00:00',
    '2026-100T10:00+00',
    '20260101T1000+0000',
    '2026-01-01T24:00+00:00',
    '2026-01-01T10:00:00,5+00:00',
    '2016-12-31T23:59:60+00:00',
    '0000-01-01T00:00:00+00:00',
    '9999-12-31T23:59:59+00:00',
  ])('are created, completed and kept: %s', async (created_at) => {
    const service = await startService({ gaps: 'panel' })
    await service.add.rows({
      locations: { created_at },
      tags: { created_at },
      nodes: { created_at },
      users: { created_at, servers: 1 },
      eggs: { created_at },
      servers: [
        { created_at, backups: 2, databases: 1 },
        { status: 'installing', power: { state: 'running', since: created_at } },
      ],
      backups: [
        { of: 1, created_at },
        { of: 1, created_at, completed_at: null },
      ],
    })
    await service.start(3)
    await service.finish()
    for (const { uuid, user_id } of service.world.tables.servers.rows().slice(-3)) {
      expect(user_id).toBeGreaterThan(0)
      const usage = await service.ask('GET', `/api/client/servers/${uuid}/resources`, { token: service.root })
      expect(usage.json.attributes.resources.uptime).toEqual(expect.any(Number))
    }
    await expect(service.sandbox('copy').load(service.state())).resolves.toBeDefined()
  })
})

describe('an edited row', () => {
  it('has the new fields, and the other fields unchanged', async () => {
    const service = await startService({ scenario: 'empty' })
    const before = service.world.tables.servers.must(1)
    const { id } = await service.add.allocation()
    const row = await service.edit('servers', 1, {
      status: 'suspended',
      limits: { memory: 512 },
      owner: 'admin',
      allocation: id,
    })
    expect(row).toEqual({
      ...before,
      status: 'suspended',
      limits: { ...before.limits, memory: 512 },
      user_id: 1,
      allocation_id: id,
    })
    expect(service.world.tables.servers.must(1)).toEqual(row)
    expect(service.world.tables.allocations.must(id).server_id).toBe(1)
    await service.edit('users', 1, { username: 'admin', language: 'de' })
  })

  it.each<[what: string, path: string, json: object, status: number, detail: string]>([
    ['an unknown table', 'things/1', {}, 404, 'There is no table "things"; there are locations,'],
    ['an unknown row', 'servers/99', {}, 404, 'There is no row 99 in servers.'],
    ['not a number', 'servers/x', {}, 404, 'There is no row "x"; the id of a row is an integer.'],
    ['with a leading zero', 'servers/01', {}, 404, 'There is no row "01"; the id of a row is an integer.'],
    ['an unknown field', 'servers/1', { nam: 'x' }, 422, 'A server has no field `nam`; did you mean `name`?'],
    ['an id', 'users/1', { id: 2 }, 422, 'The `id` of a user cannot be changed; leave it out.'],
    [
      'null as the server of an assigned allocation',
      'allocations/1',
      { of: null },
      422,
      'The `server_id` of an allocation must stay 1, the server whose primary allocation it is, not null.',
    ],
    [
      'rows of another table',
      'servers/1',
      { backups: 3 },
      422,
      'The `backups` of a server can only be made with',
    ],
    [
      'an object without a field',
      'eggs/1',
      { config: { startup: {} } },
      422,
      'The `config.startup` of an egg must have the field `done`: a list.',
    ],
    ['a name in use', 'users/3', { username: 'Admin' }, 422, 'The `username` of a user must differ from'],
  ])('is refused for %s', async (_, path, json, status, detail) => {
    const service = await startService({ scenario: 'empty' })
    const reply = await service.ask('PATCH', `/_nestbox/rows/${path}`, { json })
    expect([reply.status, reply.json.detail]).toEqual([status, expect.stringContaining(detail)])
    expect(service.info().checksum).toBe(service.checksum)
  })

  it.each<
    [what: string, table: 'backups' | 'variables' | 'nodes', first: object, then: object, says: RegExp]
  >([
    [
      'the end of a backup that succeeded',
      ...([
        'backups',
        {},
        { completed_at: null },
        /`is_successful` of a backup must be false while/,
      ] as const),
    ],
    [
      'an end before the beginning',
      ...([
        'backups',
        {},
        { completed_at: '2001-01-01T00:00:00+00:00' },
        /`completed_at` of a backup must not be before its `created_at`, \d/,
      ] as const),
    ],
    [
      'the name of another variable of the egg',
      ...([
        'variables',
        {},
        { env_variable: 'SERVER_JARFILE' },
        /`env_variable` of a variable must differ from that of the variable \d/,
      ] as const),
    ],
    [
      'a second long field',
      ...([
        'nodes',
        { description: 'x'.repeat(499_000) },
        { name: 'y'.repeat(1_000) },
        /A node may have 500000 characters as JSON\./,
      ] as const),
    ],
  ])('is refused for %s', async (_, table, first, then, says) => {
    const { edit, state, world } = await startService({ scenario: 'demo' })
    const { id } = world.tables[table]
      .rows()
      .find((row) => !('is_successful' in row) || row.is_successful) ?? {
      id: 0,
    }
    await edit(table, id, first)
    const before = state()
    await expect(edit(table, id, then)).rejects.toThrow(says)
    expect(state()).toEqual(before)
  })

  it.each(['a date', 'a map'])('is refused for %s instead of an object', async (what) => {
    const service = await startService({ scenario: 'empty' })
    const environment = what === 'a date' ? new Date(0) : new Map()
    // Programs without types can pass anything.
    const edited = service.edit('servers', 1, {
      environment: environment as object as Record<string, string>,
    })
    await expect(edited).rejects.toThrow('The `environment` of a server must be an object')
  })

  it('keeps its values for undefined fields, so that its data file can be opened again', async () => {
    const { edit, world } = await startService({ scenario: 'empty' })
    const { limits } = world.tables.servers.must(1)
    // Programs without types can pass anything.
    const fields = { limits: { memory: undefined as unknown as number, disk: 7 } }
    expect(await edit('servers', 1, fields)).toMatchObject({ limits: { ...limits, disk: 7 } })
  })

  it('is in the response of the control API', async () => {
    const service = await startService({ scenario: 'empty' })
    const reply = await service.ask('PATCH', '/_nestbox/rows/nodes/1', { json: { name: 'heron' } })
    expect(reply.json.row).toMatchObject({ id: 1, name: 'heron' })
  })
})

/** The timer of a service with `liveEvery: 7`, which the test steps. */
function steppedLive(): { step: () => void } {
  const live = { step: () => {} }
  vi.spyOn(timers, 'setInterval').mockImplementation(((work: () => void, ms: number) => {
    if (ms === 7_000) live.step = work
    return { unref: () => ({}) }
    // Only what the service uses of a timer.
  }) as never)
  onTestFinished(() => void vi.restoreAllMocks())
  return live
}

describe('processes in progress', () => {
  const running = ({ tables }: ReturnType<Sandbox['state']>) => [
    ...tables.backups.filter(({ completed_at }) => completed_at === null),
    ...tables.servers.filter(({ status }) => status === 'installing' || status === 'restoring_backup'),
  ]

  it('complete on request, with the same result in each run', async () => {
    const clock = () => '2026-06-01T12:00:00+00:00'
    const [one, other] = [await startService({ clock }), await startService({ clock })]
    const before = running(one.state())
    expect(before.length).toBeGreaterThan(1)
    expect(await one.finish()).toBe(before.length)
    expect(running(one.state())).toEqual([])
    const backup = one.state().tables.backups.find(({ id }) => id === before[0]?.id)
    expect(backup).toMatchObject({ is_successful: true, completed_at: clock() })
    expect(backup?.bytes).toBeGreaterThan(0)
    expect((await other.ask('POST', '/_nestbox/finish')).json).toEqual({ count: before.length })
    expect(one.info()).toEqual(other.info())
    expect(await one.finish()).toBe(0)
  })

  it('do not change unless the service is live', async () => {
    const service = await startService()
    expect(running(service.state())).toEqual(running((await startService()).state()))
  })

  it('start on request, with the same result in each run, and complete again', async () => {
    const clock = () => '2026-06-01T12:00:00+00:00'
    const [one, other] = [await startService({ clock }), await startService({ clock })]
    await Promise.all([one.finish(), other.finish()])
    expect(await one.start()).toBe(1)
    expect(await one.start(4)).toBe(4)
    // A refused write leaves the result as it is.
    await expect(other.add.rows({ servers: 1, backups: { of: 9_999 } })).rejects.toThrow()
    expect((await other.ask('POST', '/_nestbox/start')).json).toEqual({ count: 1 })
    expect((await other.ask('POST', '/_nestbox/start', { json: { count: 4 } })).json).toEqual({ count: 4 })
    expect(one.info()).toEqual(other.info())
    expect(running(one.state())).toHaveLength(5)
    const begun = one.state().tables.backups.filter(({ completed_at }) => completed_at === null)
    expect(begun[0]).toMatchObject({ created_at: clock(), checksum: null, bytes: 0, is_successful: false })
    expect(await one.finish()).toBe(5)
  })

  it('do not start if no server has room for a backup', async () => {
    const service = await startService({ scenario: 'empty' })
    await service.edit('servers', 1, { feature_limits: { backups: 0 } })
    const before = service.info()
    expect(await service.start(3)).toBe(0)
    expect(service.info()).toEqual(before)
  })

  it.each([0, 101, 1.5, '2', null])('cannot be started for %j rows', async (count) => {
    const service = await startService({ scenario: 'empty' })
    const before = service.info()
    const detail = `The \`count\` must be an integer from 1 to 100, not ${JSON.stringify(count)}.`
    await expect(service.start(count as number)).rejects.toThrow(detail)
    const reply = await service.ask('POST', '/_nestbox/start', { json: { count } })
    expect([reply.status, reply.json.detail]).toEqual([422, detail])
    expect(service.info()).toEqual(before)
  })

  it('never give a server more backups than its limit', async () => {
    const service = await startService({ scenario: 'empty', world: (make) => make.servers(3) })
    const many = () =>
      service.world.tables.servers.rows().map(({ id, feature_limits }) => {
        const own = service.world.tables.backups.of('server', id)
        return own.length <= Math.max(feature_limits.backups, 0)
      })
    for (let turn = 0; turn < 40; turn += 1) {
      await service.start()
      await service.finish()
    }
    expect(many()).toEqual([true, true, true, true])
  })

  it('continue in a live service, in sandboxes too, until the service closes', async () => {
    let step = () => {}
    let isCleared = false
    vi.spyOn(timers, 'setInterval').mockImplementation(((work: () => void, ms: number) => {
      if (ms === 7_000) step = work
      return { unref: () => ({}) }
      // Only what the service uses of a timer.
    }) as never)
    vi.spyOn(timers, 'clearInterval').mockImplementation(() => {
      isCleared = true
    })
    onTestFinished(() => void vi.restoreAllMocks())
    let seconds = Date.UTC(2026, 5, 1) / 1_000
    // The steps of the two worlds can be in different seconds of the system clock.
    const service = await startService({ liveEvery: 7, clock: () => isoSeconds(seconds * 1_000) })
    const sandbox = service.sandbox('one')
    const counts = new Set<number>()
    const failed = () =>
      sandbox.state().tables.backups.filter(({ bytes, completed_at }) => !bytes && completed_at)
    const before = failed().length
    for (let turn = 0; turn < 60; turn += 1) {
      const { checksum } = sandbox.info()
      seconds += 7
      step()
      await expect.poll(() => sandbox.info().checksum).not.toBe(checksum)
      counts.add(running(sandbox.state()).length)
    }
    expect([...counts].sort().slice(0, 4)).toEqual([0, 1, 2, 3])
    expect(failed().length).toBeGreaterThan(before)
    expect(sandbox.info()).toEqual(service.info())
    await service.close()
    expect(isCleared).toBe(true)
  })

  it('continue in the sandboxes while the data file of the main world cannot be written', async () => {
    const live = steppedLive()
    const data = await dataFile()
    const service = await startService({ liveEvery: 7, data })
    const sandbox = service.sandbox('one')
    const { checksum } = sandbox.info()
    // A folder in its place.
    await rm(data)
    await mkdir(data)
    live.step()
    await expect.poll(() => sandbox.info().checksum).not.toBe(checksum)
    expect(service.info().checksum).toBe(checksum)
  })

  it('continue in one sandbox after another, with requests in between', async () => {
    const live = steppedLive()
    // The steps of the worlds can be in different seconds of the system clock.
    const service = await startService({ liveEvery: 7, clock: () => '2026-06-01T12:00:00+00:00' })
    const sandboxes = Array.from({ length: 30 }, (_, nth) => service.sandbox(`s${nth}`))
    const changed = (before: string) => sandboxes.filter((each) => each.info().checksum !== before).length
    const { checksum } = service.info()
    expect(changed(checksum)).toBe(0)
    live.step()
    // A second step does not begin before the end of the first.
    live.step()
    await expect.poll(() => changed(checksum)).toBe(30)
    const after = service.info().checksum
    expect(changed(after)).toBe(0)
    live.step()
    await nextTurn()
    await nextTurn()
    expect(changed(after)).toBeLessThan(10)
    await expect.poll(() => changed(after)).toBe(30)
  })

  it('do not continue in a sandbox that is deleted during a step', async () => {
    const live = steppedLive()
    const service = await startService({ liveEvery: 7 })
    service.sandbox('gone').info()
    service.sandbox('last').info()
    const publish = vi.spyOn(Events.prototype, 'publish')
    live.step()
    service.deleteSandbox('gone')
    const eventsOf = (name: string) => publish.mock.calls.filter(([, workspace]) => workspace === name)
    await expect.poll(() => eventsOf('last')).toHaveLength(1)
    // The one of the deletion.
    expect(eventsOf('gone')).toHaveLength(1)
  })
})

describe('the option world', () => {
  it('adds rows to the initial world, which a reset keeps', async () => {
    const service = await startService({
      scenario: 'empty',
      world: (make) => make.server({ name: 'arena', backups: 3 }),
    })
    const names = () => service.world.tables.servers.rows().map(({ name }) => name)
    expect(names()).toEqual(['First server', 'arena'])
    await service.reset()
    expect(names()).toEqual(['First server', 'arena'])
    await service.reset({ seed: 'other' })
    expect(names()).toEqual(['First server', 'arena'])
  })

  it('creates the same world with a function and with a plan', async () => {
    const fields = { owner: 'jo', status: 'suspended' } as const
    const one = await startService({ world: (make) => make.servers(2, fields) })
    const other = await startService({ world: { servers: { count: 2, ...fields } } })
    expect(one.checksum).toBe(other.checksum)
  })

  it.each<[what: string, world: unknown, name: string, message: string]>([
    [
      'a number',
      3,
      'BadOption',
      'The option "world" must be a function that makes rows, or an object such as { servers: 3 }, not',
    ],
    ['an unknown field', { users: { nick: 'jo' } }, 'BadRow', 'A user has no field `nick`'],
  ])('is refused if it is invalid: %s', async (_, world, name, message) => {
    const start = startNestbox({ scenario: 'empty', world: world as object })
    await expect(start).rejects.toMatchObject({ name, message: expect.stringContaining(message) })
  })
})

describe('POST /_nestbox/rows', () => {
  it('returns the rows that it has created', async () => {
    const service = await startService({ scenario: 'empty' })
    const json = { servers: [{ owner: 'jo', backups: 2 }], users: 1 }
    const reply = await service.ask('POST', '/_nestbox/rows?sandbox=one', { json })
    expect(reply.status).toBe(201)
    expect(reply.json.rows.servers).toHaveLength(1)
    expect(Object.keys(reply.json.rows)).toEqual(['users', 'servers'])
    expect(service.sandbox('one').state().tables.backups).toHaveLength(2)
  })

  it.each([
    ['the eggs of many servers', { servers: 300 }],
    ['the last backup of a server before many new ones', { backups: { count: 300, of: 1 } }],
  ])('does not read a whole table again for each row: %s', async (_, json) => {
    const { ask } = await startService()
    await ask('POST', '/_nestbox/rows', { json: { eggs: 300, backups: { count: 300, of: 1 } } })
    const rows = vi.spyOn(Table.prototype, 'rows')
    onTestFinished(() => rows.mockRestore())
    expect((await ask('POST', '/_nestbox/rows', { json })).status).toBe(201)
    const read = rows.mock.results.reduce((sum, { value }) => sum + value.length, 0)
    expect(read).toBeLessThan(10_000)
  })

  it('looks for the free name of a variable from the one of the variable before', async () => {
    const { ask } = await startService()
    const taken = Array.from({ length: 500 }, (_, at) => ({ egg_id: 1, env_variable: `SETTING_${500 + at}` }))
    await ask('POST', '/_nestbox/rows', { json: { variables: taken } })
    const find = vi.spyOn(Table.prototype, 'find')
    onTestFinished(() => find.mockRestore())
    const json = { variables: { count: 300, egg_id: 1 } }
    const reply = await ask('POST', '/_nestbox/rows', { json })
    expect(reply.json.rows.variables.at(-1).env_variable).toBe('SETTING_1299')
    expect(find.mock.calls.length).toBeLessThan(5_000)
  })

  it('refuses servers whose eggs have very many different sets of tags', async () => {
    const { ask } = await startService({ scenario: 'empty' })
    const eggs = Array.from({ length: 2_700 }, (_, at) => ({ tags: [at + 1], variables: 0 }))
    const servers = Array.from({ length: 2_700 }, (_, at) => ({ egg: at + 2 }))
    await ask('POST', '/_nestbox/rows', { json: { tags: 2_700, eggs } })
    await ask('POST', '/_nestbox/rows', { json: { nodes: 6_000 } })
    const { status, json } = await ask('POST', '/_nestbox/rows', { json: { servers } })
    expect([status, json.detail]).toEqual([422, expect.stringContaining('too many different sets of tags')])
  })

  it('names the invalid field', async () => {
    const { ask } = await startService({ scenario: 'empty' })
    const reply = await ask('POST', '/_nestbox/rows', { json: { servers: [{ status: 'x' }] } })
    expect(reply.status).toBe(422)
    expect(reply.json.errors[0]).toMatchObject({ field: 'status', rule: 'in' })
    expect(reply.json.detail).toMatch(/^The `status` of a server must be one of normal,/)
  })
})
