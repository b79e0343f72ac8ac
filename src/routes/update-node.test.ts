import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import { type Json, startService } from '../testing/service.ts'

const path = '/api/application/nodes/1'

const whole = {
  name: 'lon-mc-07',
  description: 'Moved.',
  location_id: 2,
  fqdn: '192.0.2.7',
  scheme: 'http',
  behind_proxy: true,
  maintenance_mode: true,
  memory: 1024,
  memory_overallocate: -1,
  disk: 2048,
  disk_overallocate: 5,
  upload_size: 77,
  daemon_sftp: 2023,
  daemon_listen: 65_535,
}

describe('the node update', () => {
  it('responds with all fourteen fields as they were sent', async () => {
    const { ask, application } = await startService()
    const { status, json } = await ask('PATCH', path, { token: application, json: whole })
    expect(status).toBe(200)
    expect(json.attributes).toMatchObject(whole)
  })

  it.each(Object.entries(whole))('accepts %s alone and keeps the other fields', async (field, value) => {
    const { ask, application, world } = await startService({ clock: () => '2026-07-01T00:00:00+00:00' })
    const before = world.tables.nodes.must(1)
    const { status, json } = await ask('PATCH', path, { token: application, json: { [field]: value } })
    expect(status).toBe(200)
    expect(json.attributes[field]).toEqual(value)
    expect(world.tables.nodes.must(1)).toEqual({
      ...before,
      [field]: value,
      updated_at: '2026-07-01T00:00:00+00:00',
    })
  })

  it.each<[field: string, value: Json]>([
    ['scheme', 'https'],
    ['memory', 1],
    ['memory_overallocate', 0],
    ['disk', 1],
    ['disk_overallocate', -1],
    ['upload_size', 1],
    ['daemon_sftp', 1],
    ['name', 'x'.repeat(191)],
  ])('accepts for %s the extreme value %j', async (field, value) => {
    const { ask, application } = await startService()
    const { status, json } = await ask('PATCH', path, { token: application, json: { [field]: value } })
    expect(status).toBe(200)
    expect(json.attributes[field]).toBe(value)
  })

  it.each<[gap: string, choice: string, body: Json, status: number]>([
    ['node.ranges', 'accept', { memory: 0, disk: -7, upload_size: -1 }, 200],
    ['node.ranges', 'accept', { memory_overallocate: -2, disk_overallocate: -2 }, 200],
    ['node.ranges', 'accept', { memory: 0.5 }, 422],
    ['node.ranges', 'accept', { memory: -1e300 }, 422],
    ['node.ranges', 'accept', { daemon_sftp: 0 }, 200],
    ['node.ranges', 'accept', { daemon_sftp: 65_536 }, 422],
    ['references.unknown', '404', { location_id: 999 }, 404],
    ['references.unknown', '404', { location_id: 2 }, 200],
    ['node.scheme', 'any', { scheme: 'ftp' }, 200],
    ['node.scheme', 'any', { scheme: '' }, 422],
    ['node.scheme', 'any', { scheme: 'x'.repeat(192) }, 422],
    ['node.scheme', 'any', { memory: 0 }, 422],
    ['node.names', 'host', { name: 'a/b' }, 200],
    ['node.names', 'host', { fqdn: 'no host' }, 422],
    ['node.names', 'plain', { name: 'Node_1.a - b' }, 200],
    // Section 2.2 says what an `fqdn` is, and a data file could not hold another one.
    ['node.names', 'plain', { fqdn: 'no host' }, 422],
    ['node.names', 'plain', { name: 'a/b' }, 422],
    ['node.names', 'plain', { name: 'x'.repeat(101) }, 422],
    ['node.beyond-fourteen', 'take', { public: false, daemon_base: '/srv/volumes' }, 200],
    ['node.beyond-fourteen', 'take', { daemon_base: 'volumes' }, 422],
    ['node.beyond-fourteen', 'take', { public: 'perhaps' }, 422],
  ])('follows %s=%s for %j', async (gap, choice, body, status) => {
    const { ask, application } = await startService({ gapSettings: new GapSettings().set(gap, choice) })
    const reply = await ask('PATCH', path, { token: application, json: body })
    expect(reply.status).toBe(status)
    if (status === 200) expect(reply.json.attributes).toMatchObject(body)
  })

  it.each<[body: Json, assumed: string | null]>([
    [{ name: 'n' }, null],
    [{ memory: 0 }, 'node.ranges, status.invalid, error.body'],
    [{ scheme: 'ftp' }, 'node.scheme, status.invalid, error.body'],
    [{ name: '' }, 'body.empty-text, node.names, status.invalid, error.body'],
    [{ name: 'a/b' }, 'node.names'],
    [{ constructor: 1 }, 'body.unknown-fields'],
  ])('names the gaps that affect %j', async (body, assumed) => {
    const { ask, application } = await startService()
    const { headers } = await ask('PATCH', path, { token: application, json: body })
    expect(headers.get('x-nestbox-assumed')).toBe(assumed)
  })

  it.each([
    ['ignore', '/var/lib/pterodactyl/volumes'],
    ['take', '/srv/volumes'],
    ['take-and-reset', '/var/lib/pterodactyl/volumes'],
  ])('follows the choice %s if the path of volumes is omitted', async (choice, expected) => {
    const gapSettings = new GapSettings().set('node.beyond-fourteen', choice)
    const { ask, application } = await startService({ gapSettings })
    await ask('PATCH', path, { token: application, json: { daemon_base: '/srv/volumes' } })
    const { json } = await ask('PATCH', path, { token: application, json: { name: 'n' } })
    expect(json.attributes.daemon_base).toBe(expected)
  })

  it('does not change fields that the request cannot have', async () => {
    const { ask, application, world } = await startService()
    const before = world.tables.nodes.must(1)
    const sent = { id: 9, uuid: 'x', public: !before.public, created_at: 'x', daemon_base: '/x', tag_ids: [] }
    const { status } = await ask('PATCH', path, { token: application, json: { ...sent, name: 'n' } })
    const { updated_at: _, ...after } = world.tables.nodes.must(1)
    const { updated_at: __, ...untouched } = before
    expect(status).toBe(200)
    expect(after).toEqual({ ...untouched, name: 'n' })
  })

  it('sums the limits of the servers of the node', async () => {
    const { ask, application, world } = await startService()
    const servers = world.tables.servers.rows().filter((server) => server.node_id === 1)
    const sum = (key: 'memory' | 'disk') => servers.reduce((total, server) => total + server.limits[key], 0)
    const { json } = await ask('PATCH', path, { token: application, json: {} })
    expect(servers.length).toBeGreaterThan(1)
    expect(json.attributes.allocated_resources).toEqual({ memory: sum('memory'), disk: sum('disk') })
  })

  it('responds with the new location, one level deep', async () => {
    const { ask, application } = await startService()
    const { json } = await ask('PATCH', path, { token: application, json: { location_id: 3 } })
    const { location } = json.attributes.relationships
    expect(location.attributes).toMatchObject({ id: 3, short: 'nyc' })
    expect(location.attributes.relationships).toEqual({ nodes: { object: 'list', data: [] } })
  })

  it('counts the nodes and servers of the location after the move', async () => {
    const { ask, application, world } = await startService()
    const { json } = await ask('PATCH', path, { token: application, json: { location_id: 3 } })
    const nodes = world.tables.nodes.rows().filter((node) => node.location_id === 3)
    const servers = world.tables.servers
      .rows()
      .filter((server) => nodes.some(({ id }) => id === server.node_id))
    expect(json.attributes.relationships.location.attributes).toMatchObject({
      nodes_count: nodes.length,
      servers_count: servers.length,
    })
  })

  it('is visible in a later response of another operation', async () => {
    const { ask, application, root } = await startService()
    await ask('PATCH', path, { token: application, json: { name: 'seen-elsewhere' } })
    const { json } = await ask('PUT', '/api/admin/servers/1/startup', { token: root, json: {} })
    expect(json.attributes.relationships.node.attributes.name).toBe('seen-elsewhere')
  })

  it.each<[what: string, body: Json, field: string, rule: string]>([
    ['an empty name', { name: '' }, 'name', 'required'],
    ['a number as a name', { name: 1 }, 'name', 'string'],
    ['a name of 192 characters', { name: 'x'.repeat(192) }, 'name', 'max'],
    ['null as a name', { name: null }, 'name', 'string'],
    ['an object as a description', { description: {} }, 'description', 'string'],
    ['an unknown location', { location_id: 999 }, 'location_id', 'exists'],
    ['a location as a string', { location_id: '1' }, 'location_id', 'integer'],
    ['a location with a fraction', { location_id: 1.5 }, 'location_id', 'integer'],
    ['an fqdn with a space', { fqdn: 'a b' }, 'fqdn', 'regex'],
    ['an fqdn that is a URL', { fqdn: 'https://a.example' }, 'fqdn', 'regex'],
    ['an empty fqdn', { fqdn: '' }, 'fqdn', 'regex'],
    ['another scheme', { scheme: 'ftp' }, 'scheme', 'in'],
    ['1 for a flag', { behind_proxy: 1 }, 'behind_proxy', 'boolean'],
    ['a string as a flag', { maintenance_mode: 'true' }, 'maintenance_mode', 'boolean'],
    ['no memory', { memory: 0 }, 'memory', 'min'],
    ['half a megabyte', { memory: 0.5 }, 'memory', 'integer'],
    ['memory beyond exact integers', { memory: 1e300 }, 'memory', 'max'],
    ['memory as a string', { memory: '1024' }, 'memory', 'integer'],
    ['overallocation below -1', { memory_overallocate: -2 }, 'memory_overallocate', 'min'],
    ['no disk', { disk: 0 }, 'disk', 'min'],
    ['disk overallocation below -1', { disk_overallocate: -2 }, 'disk_overallocate', 'min'],
    ['an upload size of 0', { upload_size: 0 }, 'upload_size', 'min'],
    ['null as an upload size', { upload_size: null }, 'upload_size', 'integer'],
    ['port 0', { daemon_sftp: 0 }, 'daemon_sftp', 'min'],
    ['port 65536', { daemon_listen: 65_536 }, 'daemon_listen', 'max'],
    ['an array', [1], '', 'object'],
  ])('refuses %s', async (_, body, field, rule) => {
    const { ask, application, world } = await startService()
    const before = world.checksum()
    const { status, json } = await ask('PATCH', path, { token: application, json: body })
    expect(status).toBe(422)
    expect(json.errors).toHaveLength(1)
    expect(json.errors[0].meta).toEqual({ source_field: field, rule })
    expect(world.checksum()).toBe(before)
  })

  it('reports an unknown location', async () => {
    const { ask, application } = await startService()
    const { json } = await ask('PATCH', path, { token: application, json: { location_id: 999 } })
    expect(json.errors[0].detail).toBe('The `location_id` must be the id of a location.')
  })

  it('reports every invalid field', async () => {
    const { ask, application } = await startService()
    const { json } = await ask('PATCH', path, {
      token: application,
      json: { memory: 0, disk: 'x', scheme: 'q' },
    })
    const fields = json.errors.map((error: Json) => error.meta.source_field)
    expect(fields.sort()).toEqual(['disk', 'memory', 'scheme'])
  })

  it('accepts null as description, and responds with an empty one', async () => {
    const { ask, application, world } = await startService()
    const { json } = await ask('PATCH', path, { token: application, json: { description: null } })
    expect(json.attributes.description).toBe('')
    expect(world.tables.nodes.must(1).description).toBeNull()
  })

  it.each(['0', '999', '01', '-1', '1.0', 'nil', '1e0', '%31%30%30', '9'.repeat(30)])(
    'responds with 404 for %s',
    async (id) => {
      const { ask, application } = await startService()
      const { status, json } = await ask('PATCH', `/api/application/nodes/${id}`, {
        token: application,
        json: {},
      })
      expect(status).toBe(404)
      expect(json.errors[0].detail).toBe(`There is no node "${decodeURIComponent(id)}".`)
    },
  )

  it.each([
    ['resources', { object: 'mount', attributes: expect.objectContaining({ id: expect.any(Number) }) }],
    ['rows', expect.objectContaining({ id: expect.any(Number), name: expect.any(String) })],
    ['ids', expect.any(Number)],
    ['empty', undefined],
  ])('responds with mounts in the form of the gap node.mounts=%s', async (choice, form) => {
    const gapSettings = new GapSettings().set('node.mounts', choice)
    const { ask, application } = await startService({ gapSettings })
    const { json } = await ask('PATCH', path, { token: application, json: {} })
    const [first] = json.attributes.mounts
    expect(first).toEqual(form)
    if (choice === 'rows') expect(first).not.toHaveProperty('relationships')
  })

  it('requires ten fields as the panel does', async () => {
    const { ask, application } = await startService({
      gapSettings: new GapSettings().set('node.partial', 'require-ten'),
    })
    const { status, json } = await ask('PATCH', path, { token: application, json: { name: 'n' } })
    expect(status).toBe(422)
    expect(json.errors).toHaveLength(9)
    expect(json.errors.every((error: Json) => error.meta.rule === 'required')).toBe(true)
  })

  it('requires all fourteen fields with that choice', async () => {
    const { ask, application } = await startService({
      gapSettings: new GapSettings().set('node.partial', 'require'),
    })
    const { json } = await ask('PATCH', path, { token: application, json: {} })
    expect(json.errors).toHaveLength(14)
  })
})
