import { describe, expect, it } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { startService } from '../testing/service.ts'
import { type ReadonlyWorld, readonlyWorld } from './readonly-world.ts'

type Row = { email: string }

describe('a read-only world', () => {
  it.each<[name: string, read: (world: ReadonlyWorld) => unknown]>([
    ['get', ({ tables }) => tables.users.get(1)],
    ['must', ({ tables }) => tables.users.must(1)],
    ['find', ({ tables }) => tables.users.find('username', tables.users.must(1).username)],
    ['rows', ({ tables }) => tables.users.rows()[0]],
  ])('returns rows that cannot be changed: %s', (_, read) => {
    const row = read(readonlyWorld(makeWorld({}))) as Row
    expect(() => {
      row.email = 'other@example.com'
    }).toThrow(TypeError)
  })

  it('returns rows whose lists and objects cannot be changed', () => {
    const { tables } = readonlyWorld(makeWorld({}))
    const ids = tables.nodes.must(1).tag_ids as number[]
    const limits = tables.servers.of('node', 1)[0]?.limits as { memory: number }
    expect(() => ids.push(99)).toThrow(TypeError)
    expect(() => {
      limits.memory = 0
    }).toThrow(TypeError)
  })

  it.each<[name: string, read: (world: ReadonlyWorld) => readonly unknown[]]>([
    ['ids', ({ tables }) => tables.users.ids()],
    ['idsOf', ({ tables }) => tables.backups.idsOf('server', 1)],
    ['rows', ({ tables }) => tables.users.rows()],
    ['of', ({ tables }) => tables.backups.of('server', 1)],
  ])('returns lists that belong to the caller: %s', (_, read) => {
    const world = readonlyWorld(makeWorld({}))
    const before = read(world).length
    ;(read(world) as unknown[]).length = 0
    expect(read(world)).toHaveLength(before)
  })

  it('reflects changes of the world, and has no methods that write', () => {
    const world = makeWorld({})
    const { tables, checksum } = readonlyWorld(world)
    const { size, lastId } = tables.locations
    const { id: _, ...location } = world.tables.locations.must(1)
    world.tables.locations.insert(location)
    expect([tables.locations.size, tables.locations.lastId]).toEqual([size + 1, lastId + 1])
    expect(checksum()).toBe(world.checksum())
    expect(Object.keys(tables.locations)).not.toContain('insert')
  })

  it('is part of a service, which can still change the returned rows', async () => {
    const service = await startService()
    const { tables } = service.world
    const { uuid } = tables.servers.must(1)
    expect(await service.edit('servers', 1, { name: 'renamed' })).toMatchObject({ uuid, name: 'renamed' })
    expect(tables.servers.must(1).name).toBe('renamed')
    expect(service.world).toBe(service.world)
  })
})
