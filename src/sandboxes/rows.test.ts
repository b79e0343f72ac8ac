import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import { BadRow } from '../fixtures/builder/bad-row.ts'
import { startNestbox } from '../nestbox.ts'
import type { BackupRow } from '../store/rows.ts'
import { startService } from '../testing/service.ts'

async function dataFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nestbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'world.json')
}

describe('rows that a test adds', () => {
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

  it('go with a reset, and come again the same', async () => {
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

  it('are announced as another state of the world', async () => {
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

describe('the option world', () => {
  it('adds rows to the world at the start, which a reset keeps', async () => {
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

  it('makes the same world from a function and from a plan', async () => {
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
      'The option "world" must be a function that makes rows, or an object such as { servers: 3 }.',
    ],
    ['an unknown field', { users: { nick: 'jo' } }, 'BadRow', 'A user has no field `nick`'],
  ])('is refused where it is wrong: %s', async (_, world, name, message) => {
    const start = startNestbox({ scenario: 'empty', world: world as object })
    await expect(start).rejects.toMatchObject({ name, message: expect.stringContaining(message) })
  })
})

describe('POST /_nestbox/rows', () => {
  it('returns the rows that it made', async () => {
    const service = await startService({ scenario: 'empty' })
    const json = { servers: [{ owner: 'jo', backups: 2 }], users: 1 }
    const reply = await service.ask('POST', '/_nestbox/rows?sandbox=one', { json })
    expect(reply.status).toBe(201)
    expect(reply.json.rows.servers).toHaveLength(1)
    expect(Object.keys(reply.json.rows)).toEqual(['users', 'servers'])
    expect(service.sandbox('one').state().tables.backups).toHaveLength(2)
  })

  it('names the wrong field', async () => {
    const { ask } = await startService({ scenario: 'empty' })
    const reply = await ask('POST', '/_nestbox/rows', { json: { servers: [{ status: 'x' }] } })
    expect(reply.status).toBe(422)
    expect(reply.json.errors[0]).toMatchObject({ field: 'status', rule: 'in' })
    expect(reply.json.detail).toMatch(/^The `status` of a server must be one of normal,/)
  })
})
