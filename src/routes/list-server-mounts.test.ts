import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import type { MountRow, ServerRow } from '../store/rows.ts'
import { type Json, startService } from '../testing/service.ts'

const names = (json: Json): string[] => json.data.map((mount: Json) => mount.attributes.name)

describe('the mount list', () => {
  it('has the mounts with the egg and the node of the server, and whether they are mounted', async () => {
    const { ask, root } = await startService()
    const { status, json } = await ask('GET', '/api/admin/servers/1/mounts', { token: root })
    const mounted = json.data.map(({ attributes }: Json) => [attributes.name, attributes.mounted])
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual(['object', 'data'])
    expect(mounted).toEqual([
      ['Plugin library', true],
      ['World archive', false],
    ])
  })

  it('is the same by id, by UUID and by UUID in upper case', async () => {
    const { ask, root, world } = await startService()
    const { uuid } = world.tables.servers.must(1)
    const [byId, byUuid, byCapitals] = await Promise.all(
      ['1', uuid, uuid.toUpperCase()].map((id) =>
        ask('GET', `/api/admin/servers/${id}/mounts`, { token: root }),
      ),
    )
    expect(byUuid?.json).toEqual(byId?.json)
    expect(byCapitals?.json).toEqual(byId?.json)
  })

  it('counts the relationships of a mount and lists them one level deep', async () => {
    const { ask, root } = await startService()
    const { json } = await ask('GET', '/api/admin/servers/1/mounts', { token: root })
    const { attributes } = json.data[0]
    const { eggs, nodes, servers } = attributes.relationships
    expect([eggs, nodes, servers].map((list) => list.data.length)).toEqual([
      attributes.eggs_count,
      attributes.nodes_count,
      attributes.servers_count,
    ])
    expect(eggs.data[0].attributes.relationships.variables).toEqual({ object: 'list', data: [] })
  })

  it('has empty lists for longer relationships below the first level, so that the response of a large world is small', async () => {
    const gapSettings = new GapSettings().set('nesting.cut', 'two-levels').set('mounts.eligible', 'all')
    const { ask, root, world } = await startService({ scale: 800, gapSettings })
    const { tables } = world
    const { status, json, text } = await ask('GET', '/api/admin/servers/1/mounts', { token: root })
    expect([status, json.data.length]).toEqual([200, tables.mounts.size])
    const eggs = json.data.flatMap(({ attributes }: Json) => attributes.relationships.eggs.data)
    const told = new Map<number, number>(
      eggs.map(({ attributes }: Json) => [attributes.id, attributes.relationships.servers.data.length]),
    )
    const counts = [...told].map(([id]) => tables.servers.count('egg', id))
    expect([...told.values()]).toEqual(counts.map((count) => (count > 100 ? 0 : count)))
    expect(Math.min(...counts)).toBeLessThan(100)
    expect(Math.max(...counts)).toBeGreaterThan(100)
    expect(text.length).toBeLessThan(100_000_000)
  })

  it('changes with the egg of the server', async () => {
    const { ask, root } = await startService()
    await ask('PUT', '/api/admin/servers/1/startup', { token: root, json: { egg_id: 2 } })
    const { json } = await ask('GET', '/api/admin/servers/1/mounts', { token: root })
    expect(names(json)).toEqual(['World archive'])
  })

  it.each(['0', '999', 'nil', '00000000-0000-4000-8000-000000000000', '%00', '1%2F2'])(
    'responds with 404 for %s',
    async (id) => {
      const { ask, root } = await startService()
      const { status, json } = await ask('GET', `/api/admin/servers/${id}/mounts`, { token: root })
      expect([status, json.errors[0].detail]).toEqual([
        404,
        `There is no server "${decodeURIComponent(id)}".`,
      ])
    },
  )

  it.each<[choice: string, status: number]>([
    ['refuse', 404],
    ['accept', 200],
  ])('accepts short identifiers according to the choice %s: %i', async (choice, status) => {
    const { ask, root, world } = await startService({
      gapSettings: new GapSettings().set('path.short-identifier', choice),
    })
    const short = world.tables.servers.must(1).uuid.slice(0, 8)
    expect((await ask('GET', `/api/admin/servers/${short}/mounts`, { token: root })).status).toBe(status)
  })

  it.each<[choice: string, isEligible: (mount: MountRow, server: ServerRow) => boolean]>([
    [
      'egg-and-node',
      ({ egg_ids, node_ids }, { egg_id, node_id }) => egg_ids.includes(egg_id) && node_ids.includes(node_id),
    ],
    ['egg', ({ egg_ids }, { egg_id }) => egg_ids.includes(egg_id)],
    ['all', () => true],
  ])('has %s as eligible mounts', async (choice, isEligible) => {
    const { ask, root, world } = await startService({
      gapSettings: new GapSettings().set('mounts.eligible', choice),
    })
    for (const server of world.tables.servers.rows().slice(0, 12)) {
      const { json } = await ask('GET', `/api/admin/servers/${server.id}/mounts`, { token: root })
      const mounts = world.tables.mounts.rows().filter((mount) => isEligible(mount, server))
      expect(names(json)).toEqual(mounts.map(({ name }) => name))
    }
  })

  it.each<[choice: string, query: string, status: number]>([
    ['refuse', 'per_page=0', 200],
    ['refuse-everywhere', 'per_page=0', 422],
    ['refuse-everywhere', 'per_page=101', 422],
    ['refuse-everywhere', 'page=x', 422],
    ['refuse-everywhere', 'page=1&per_page=100', 200],
    ['refuse-everywhere', 'other=0', 200],
  ])('has pages with the rules that %s says: %s', async (choice, query, status) => {
    const gapSettings = new GapSettings().set('page.invalid', choice)
    const { ask, root } = await startService({ gapSettings })
    const reply = await ask('GET', `/api/admin/servers/1/mounts?${query}`, { token: root })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('x-nestbox-assumed')?.includes('page.invalid') ?? false).toBe(
      /page=/.test(query),
    )
  })

  it.each<[choice: string, shut: number]>([
    ['ignore', 200],
    ['conflict', 403],
  ])(
    'is served or refused while the server is installing, according to the choice: %s',
    async (choice, shut) => {
      const { ask, root, world } = await startService({
        gapSettings: new GapSettings().set('server.unavailable', choice),
      })
      for (const [id, expected] of [
        [1, 200],
        [4, 200],
        [5, shut],
        [7, shut],
      ] as const) {
        const { status, json } = await ask('GET', `/api/admin/servers/${id}/mounts`, { token: root })
        expect(status).toBe(expected)
        if (status === 200) continue
        const { name } = world.tables.servers.must(id)
        expect(json.errors[0].detail).toBe(`The server "${name}" is not installed yet.`)
      }
    },
  )
})
