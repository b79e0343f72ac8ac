import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import { tableOf } from '../store/tables.ts'
import { World } from '../store/world.ts'
import { send } from '../testing/send.ts'
import { type Service, startService } from '../testing/service.ts'
import { keptPerRow, textOf } from './kept-resources.ts'
import { resourceOf } from './resource.ts'
import { specs } from './specs.ts'
import { list, type View } from './view.ts'

interface Named {
  readonly name: string
}

// Each kind in `specs` is one of a table.
const kinds = Object.keys(specs) as (keyof typeof specs)[]

it.each(kinds)(
  'src/resources/specs.ts has the fields that the row of a %s does not have, in each form',
  (kind) => {
    for (const form of ['top', 'nested', 'shown'] as const) expect(() => resourceOf(kind, form)).not.toThrow()
  },
)

describe('a cached resource', () => {
  const viewOf = (base: string): View => ({ base }) as View
  const resource = keptPerRow<Named>(
    ({ base }) => [base],
    ({ base }, { name }, depth) => ({ object: 'thing', attributes: { name, base, depth } }),
  )

  it('is created once for a row and the values that it reads', () => {
    const row = { name: 'one' }
    const first = resource(viewOf('a'), row, 0)
    expect(resource(viewOf('a'), row, 0)).toBe(first)
    expect(resource(viewOf('b'), row, 0)).toEqual({
      object: 'thing',
      attributes: { name: 'one', base: 'b', depth: 0 },
    })
    expect(resource(viewOf('a'), { name: 'two' }, 0).attributes['name']).toBe('two')
  })

  it('is dropped when many longer ones were created since its last read', () => {
    const rows = Array.from({ length: 40 }, (_, nth) => ({ name: `${nth}`.padEnd(1_000_000, '\u0001') }))
    const read = (row: Named) => resource(viewOf('a'), row, 0)
    const [often, once] = [{ name: 'often' }, { name: 'once' }]
    const [first, dropped] = [read(often), read(once)]
    for (const row of rows) {
      read(row)
      expect(read(often)).toBe(first)
    }
    expect(read(once)).not.toBe(dropped)
    expect(read(once)).toEqual(dropped)
  })

  it('is created for each response that includes its relationships', () => {
    const row = { name: 'one' }
    expect(resource(viewOf('a'), row, 1)).not.toBe(resource(viewOf('a'), row, 1))
  })

  it('has the output of JSON.stringify, alone, in lists and in relationships', () => {
    const kept = resource(viewOf('a'), { name: '"quoted" \u2028 text é 🦙' }, 0)
    const plain = { object: 'thing', attributes: { name: 'plain' } }
    const nested = {
      object: 'outer',
      attributes: { id: 1, relationships: { one: kept, many: list([kept, plain, kept]), cut: {} } },
      meta: { resource: 'http://127.0.0.1/api' },
    }
    for (const envelope of [kept, plain, nested, list([]), { ...list([kept, nested]), meta: { total: 2 } }]) {
      expect(textOf(envelope)).toBe(JSON.stringify(envelope))
    }
  })
})

describe('a value from other rows', () => {
  const view = (tables: View['tables']): View =>
    ({ tables, base: '', nulls: 'null', gap: () => 'one-level' }) as never
  const world = new World({ seed: 'sums', scenario: 'empty', scale: 1, today: '2026-06-01' })
  const { locations, nodes, servers } = world.tables
  locations.load({ id: 1, short: 'a' } as never)
  nodes.load({ id: 1, location_id: 1, tag_ids: [] } as never)
  let reads = 0
  const server = (id: number): never =>
    ({
      ...{ id, uuid: `${id}`, node_id: 1, user_id: 1, allocation_id: id, egg_id: 1, subuser_ids: [] },
      get limits() {
        reads += 1
        return { memory: 10, disk: 1 }
      },
    }) as never
  for (const id of [1, 2, 3]) servers.load(server(id))
  const shown = (kind: 'node' | 'location', from = world) =>
    resourceOf(kind)(view(from.tables), from.tables[tableOf(kind) as 'nodes'].must(1) as never, 0).attributes

  it('is computed once for a row, however many copies a response has', () => {
    for (let copies = 0; copies < 3; copies += 1) {
      expect(shown('node')).toMatchObject({ allocated_resources: { memory: 30, disk: 3 }, servers_count: 3 })
      expect(shown('location')).toMatchObject({ servers_count: 3 })
    }
    expect(reads).toBe(3)
  })

  it('is computed again after a change of the other rows, in the same world only', () => {
    const fork = world.fork()
    fork.tables.servers.load(server(4))
    expect(shown('node', fork)).toMatchObject({ allocated_resources: { memory: 40, disk: 4 } })
    expect(shown('location', fork)).toMatchObject({ servers_count: 4 })
    fork.tables.servers.remove(1)
    expect(shown('node', fork)).toMatchObject({ allocated_resources: { memory: 30, disk: 3 } })
    expect(shown('node')).toMatchObject({ allocated_resources: { memory: 30, disk: 3 } })
  })
})

describe('a repeated read', () => {
  const mounts = '/api/admin/servers/1/mounts'
  const backups = ({ world }: Service) => `/api/client/servers/${world.tables.servers.must(1).uuid}/backups`

  it('gets the same response twice, with the same gaps', async () => {
    const service = await startService()
    const ask = () => service.ask('GET', `${backups(service)}?per_page=51`, { token: service.user })
    const [first, second] = [await ask(), await ask()]
    expect(second.text).toBe(first.text)
    expect(first.headers.get('x-nestbox-assumed')).toContain('page.over-maximum')
    for (const name of ['x-nestbox-assumed', 'content-type', 'content-length']) {
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    }
    const [one, other] = service.requests()
    expect(other).toMatchObject({ assumed: one?.assumed, response: { body: one?.response.body } })
  })

  it.each<[what: string, meanwhile: (service: Service) => Promise<unknown> | unknown]>([
    [
      'a write',
      ({ ask, root, world }) =>
        ask('PUT', '/api/admin/servers/1/startup', {
          token: root,
          json: { egg_id: world.tables.eggs.ids().find((id) => id !== world.tables.servers.must(1).egg_id) },
        }),
    ],
    ['a reset of the world', ({ reset }) => reset({ seed: 'another' })],
    ['a change of a gap', ({ gaps }) => gaps.set({ 'mounts.eligible': 'all' })],
  ])('gets a new response after %s', async (_, meanwhile) => {
    const service = await startService({ gapSettings: new GapSettings().set('tags.enforced', 'allow') })
    const ask = () => service.ask('GET', mounts, { token: service.root })
    const before = await ask()
    await meanwhile(service)
    const after = await ask()
    expect([before.status, after.status]).toEqual([200, 200])
    expect(after.text).not.toBe(before.text)
  })

  it('is refused after its token is revoked, and with a token of the wrong kind', async () => {
    const service = await startService()
    const ask = (token: string) => service.ask('GET', mounts, { token })
    expect((await ask(service.root)).status).toBe(200)
    expect((await ask(service.user)).status).toBe(403)
    service.tokens.change({ rootClient: { status: 'revoked' } })
    expect((await ask(service.root)).status).toBe(401)
  })

  it('shows the current mounts of a node, in the world and the form of the request', async () => {
    const service = await startService({ gaps: { 'operations.beyond': 'companions' } })
    const mountsOf = async (prefix = '') => {
      const ask = await service.ask('GET', `${prefix}/api/application/nodes/1`, { token: service.root })
      return ask.json.attributes.mounts
    }
    service.gaps.set({ 'nesting.cut': 'cut', 'node.mounts': 'rows' })
    const [first] = await mountsOf()
    await service.edit('mounts', first.id, { name: 'Renamed' })
    expect((await mountsOf())[0]).toEqual({ ...first, name: 'Renamed' })
    expect((await mountsOf('/~other'))[0]).toEqual(first)
    service.gaps.set({ 'node.mounts': 'ids' })
    expect((await mountsOf())[0]).toBe(first.id)
  })

  it('gets links with its own sandbox and host', async () => {
    const service = await startService()
    const path = `${backups(service)}?per_page=5`
    const next = async (prefix: string, host = new URL(service.url).host) => {
      const headers = { authorization: `Bearer ${service.user}`, host }
      const { json } = await send(service.url, 'GET', prefix + path, { headers })
      return json.meta.pagination.links.next
    }
    for (let times = 0; times < 2; times += 1) {
      expect(await next('')).toBe(`${service.url}${path}&page=2`)
      expect(await next('/~mine')).toBe(`${service.url}/~mine${path}&page=2`)
      expect(await next('', 'panel.test')).toBe(`http://panel.test${path}&page=2`)
    }
  })

  it('gets the earlier response again after a snapshot is restored', async () => {
    const service = await startService()
    const ask = async () => (await service.ask('GET', mounts, { token: service.root })).text
    const first = await ask()
    service.snapshot()
    await service.reset({ seed: 'another' })
    expect(await ask()).not.toBe(first)
    await service.restore()
    expect(await ask()).toBe(first)
  })

  it('gets the CORS headers for its own origin', async () => {
    const service = await startService()
    const allowed = async (origin?: string) => {
      const headers = origin === undefined ? {} : { origin }
      const response = await service.ask('GET', mounts, { token: service.root, headers })
      return response.headers.get('access-control-allow-origin')
    }
    const origins = ['https://one.test', undefined, 'https://two.test', undefined, 'https://one.test']
    for (const origin of origins) expect(await allowed(origin)).toBe(origin ?? null)
  })

  it('is subject to faults', async () => {
    const service = await startService()
    const ask = async (headers: Record<string, string> = {}) =>
      (await service.ask('GET', mounts, { token: service.root, headers })).status
    expect([await ask(), await ask()]).toEqual([200, 200])
    expect(await ask({ prefer: 'code=503' })).toBe(503)
    service.faults.add({ code: 502 })
    expect(await ask()).toBe(502)
    service.faults.clear()
    expect(await ask()).toBe(200)
  })

  it('counts towards the rate limit', async () => {
    const service = await startService({ gaps: { 'rate.limit': '256-a-minute' } })
    const left = async () =>
      (await service.ask('GET', mounts, { token: service.root })).headers.get('x-ratelimit-remaining')
    const [first, second] = [Number(await left()), Number(await left())]
    expect(second).toBe(first - 1)
  })
})
