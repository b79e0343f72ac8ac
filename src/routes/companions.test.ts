import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { type CompanionId, companions } from '../contract/companions.ts'
import { responseSchemaOf } from '../contract/schemas/index.ts'
import { ownKeywords } from '../contract/schemas/strict.ts'
import { definitions } from '../contract/schemas/testing/validator.ts'
import { seedUserIds } from '../fixtures/names.ts'
import { GapSettings, profile } from '../gaps/gap-settings.ts'
import { type Json, type Reply, type Service, startService } from '../testing/service.ts'

const ids = Object.keys(companions) as CompanionId[]
const lists = ids.filter((id) => companions[id].response.envelope === 'page')
const on = new GapSettings().set('operations.beyond', 'companions')

const start = (gapSettings = on, scenario: 'demo' | 'empty' | 'edge' = 'demo'): Promise<Service> =>
  startService({ gapSettings, scenario })

/** A path of each companion to an existing resource, which the owner of the first server may read too. */
const pathOf = (id: CompanionId, { world }: Service): string =>
  companions[id].path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const { servers, backups } = world.tables
    const server = ownServer({ world })
    if (name === 'backup_uuid') return backups.of('server', server)[0]?.uuid ?? ''
    return name === 'server_uuid' ? servers.must(server).uuid : '1'
  })

const ownServer = ({ world }: Pick<Service, 'world'>): number =>
  world.tables.servers.idsOf('user', seedUserIds.owner)[0] ?? 0

const get = (service: Service, id: CompanionId, query = '', token = service.root): Promise<Reply> =>
  service.ask('GET', pathOf(id, service) + query, { token })

const clientOf = ({ tokens }: Service, userId: number): string =>
  tokens.list().find((token) => token.userId === userId && token.kind === 'client')?.token ?? ''

const ajv = new Ajv({ strict: true, allErrors: true })
ajv.addVocabulary(ownKeywords)
for (const definition of definitions) ajv.addSchema(definition)
const judges = Object.fromEntries(
  ids.map((id) => [id, ajv.compile(responseSchemaOf(companions[id].response, 'shown') ?? {})]),
)

/** The schema errors in the responses of companions. */
async function complaints(service: Service, which: readonly CompanionId[] = ids): Promise<string[]> {
  const all = []
  for (const id of which) {
    const { status, json, text } = await get(service, id)
    if (status >= 300) all.push(`${id} ${status} ${text}`)
    else if (judges[id]?.(json) !== true) {
      all.push(
        ...(judges[id]?.errors ?? []).map(({ instancePath, message }) => `${id}${instancePath} ${message}`),
      )
    }
  }
  return all
}

/** Section 5, by hand: which family takes whose token. */
const takers = {
  application: ['application', 'root'],
  admin: ['root'],
  client: ['root', 'user'],
}

describe('the companions', () => {
  const rows = ids.flatMap((id) =>
    (['application', 'root', 'user'] as const).map((who) => [id, who] as const),
  )

  it.each(rows)('are served according to the token rules: %s with the token %s', async (id, who) => {
    const service = await start()
    const { status, json } = await get(service, id, '', service[who])
    const { family, response } = companions[id]
    if (!takers[family].includes(who)) expect(status).toBe(403)
    else {
      expect(status).toBe(200)
      expect(json.object).toBe(response.envelope === 'page' ? 'list' : response.kind)
      for (const { object } of json.data ?? []) expect(object).toBe(response.kind)
    }
  })

  it.each(ids)('require a token: %s', async (id) => {
    const service = await start()
    expect((await service.ask('GET', pathOf(id, service))).status).toBe(401)
    expect((await get(service, id, '', 'garbage')).status).toBe(401)
  })

  it.each(ids)('are not served by default, and their refusal explains how to enable them: %s', async (id) => {
    const service = await start(new GapSettings())
    const { status, json } = await get(service, id)
    const isOther = ['showNode', 'listUsers'].includes(id)
    expect(status).toBe(isOther ? 405 : 404)
    expect(json.errors[0].detail).toMatch(/\. Start with "--companions", or .+ served\.$/)
  })

  it('can be enabled and disabled while the server runs, separately in each world', async () => {
    const service = await start(new GapSettings())
    const one = service.sandbox('one')
    const statuses = (): Promise<number[]> =>
      Promise.all(
        ['', '/~one', '/~two'].map(async (prefix) => {
          const { status } = await service.ask('GET', `${prefix}/api/admin/tags`, { token: service.root })
          return status
        }),
      )
    expect(await statuses()).toEqual([404, 404, 404])
    one.gaps.set({ 'operations.beyond': 'companions' })
    expect(await statuses()).toEqual([404, 200, 404])
    service.gaps.set({ 'operations.beyond': 'companions' })
    one.gaps.set({ 'operations.beyond': 'absent' })
    expect(await statuses()).toEqual([200, 404, 200])
  })

  it.each(['demo', 'edge'] as const)('match the schemas in scenario %s', async (scenario) => {
    expect(await complaints(await start(on, scenario))).toEqual([])
  })

  it('match the schemas with empty lists', async () => {
    expect(await complaints(await start(on, 'empty'), lists)).toEqual([])
  })

  it.each(['panel', ...Array.from({ length: 10 }, (_, seed) => `grease:${seed}`)])(
    'match the schemas in profile %s',
    async (name) => {
      const gapSettings = profile(name)
        .set('operations.beyond', 'companions')
        .set('access.root-anywhere', 'serve')
      expect(await complaints(await start(gapSettings))).toEqual([])
    },
  )

  it('change nothing', async () => {
    const service = await start()
    for (const id of ids) await get(service, id)
    expect(service.world.checksum()).toBe(service.checksum)
  })

  it.each(ids)('name no gap because they are served: %s', async (id) => {
    const service = await start()
    expect((await get(service, id)).headers.get('x-nestbox-assumed') ?? '').not.toContain('operations')
  })

  it('are logged under their ids', async () => {
    const service = await start()
    await get(service, 'showEgg')
    expect(service.requests().at(-1)).toMatchObject({ operation: 'showEgg', status: 200 })
  })
})

/** An envelope without what is nested in it, which differs with the depth. */
const own = ({ object, attributes: { relationships: _, ...attributes } }: Json): Json => ({
  object,
  attributes,
})

describe('a single companion', () => {
  it('of a server equals the response to an update of its startup, at all three paths', async () => {
    const service = await start()
    const id = ownServer(service)
    const updated = await service.ask('PUT', `/api/admin/servers/${id}/startup`, {
      token: service.root,
      json: {},
    })
    const { uuid } = updated.json.attributes
    for (const path of [
      `/api/application/servers/${id}`,
      `/api/application/servers/${uuid}`,
      `/api/client/servers/${uuid}`,
    ]) {
      expect((await service.ask('GET', path, { token: service.root })).json).toEqual(updated.json)
    }
  })

  it('of a node has all fields of the response to an update, and those of a nested node', async () => {
    const service = await start()
    const { ask, application, root } = service
    const updated = await ask('PATCH', '/api/application/nodes/1', {
      token: application,
      json: { name: 'x' },
    })
    const [server] = service.world.tables.servers.of('node', 1)
    const { json } = await ask('PUT', `/api/admin/servers/${server?.id}/startup`, { token: root, json: {} })
    const nested = own(json.attributes.relationships.node)
    const shown = await get(service, 'showNode')
    expect(shown.json).toMatchObject(updated.json)
    expect(shown.json).toMatchObject(nested)
    expect(Object.keys(shown.json.attributes).length).toBe(
      new Set([...Object.keys(updated.json.attributes), ...Object.keys(nested.attributes)]).size,
    )
  })

  it('of a user equals the response to its creation, at the URL in that response', async () => {
    const { ask, application } = await start()
    const person = { email: 'new@example.com', username: 'new', first_name: 'New', last_name: 'One' }
    const { json: created } = await ask('POST', '/api/application/users', {
      token: application,
      json: person,
    })
    const path = new URL(created.meta.resource).pathname
    const { json: shown } = await ask('GET', path, { token: application })
    expect(shown).toMatchObject(created)
    expect(shown.attributes).toMatchObject({ servers_count: 0, subuser_of_count: 0 })
  })

  it('of an egg equals the response to its import', async () => {
    const service = await start()
    const { json } = await service.ask('PUT', '/api/admin/servers/1/startup', {
      token: service.root,
      json: {},
    })
    const { egg } = json.attributes
    const shown = await service.ask('GET', `/api/admin/eggs/${egg}`, { token: service.root })
    expect(own(shown.json)).toEqual(own(json.attributes.relationships.egg))
    expect(shown.json.attributes.relationships.variables.data.length).toBeGreaterThan(0)
  })

  it('of a tag equals its entry in the response to a sync, at the URL in that entry', async () => {
    const { ask, root } = await start()
    const { json } = await ask('PUT', '/api/admin/nodes/1/tags', { token: root, json: { tags: ['1'] } })
    const [tag] = json.data
    const path = new URL(tag.meta.resource).pathname
    expect((await ask('GET', path, { token: root })).json).toEqual(tag)
  })

  it('of a mount equals its entry in the mounts of a server, except for `mounted`', async () => {
    const { ask, root } = await start()
    const { json } = await ask('GET', '/api/admin/servers/1/mounts', { token: root })
    const { mounted, ...attributes } = json.data[0].attributes
    const shown = await ask('GET', `/api/admin/mounts/${attributes.id}`, { token: root })
    expect(shown.json).toEqual({ object: 'mount', attributes })
  })

  it('of a location equals the location nested in a node', async () => {
    const service = await start()
    const { json } = await get(service, 'showNode')
    const { location } = json.attributes.relationships
    const path = `/api/application/locations/${location.attributes.id}`
    const shown = await service.ask('GET', path, { token: service.root })
    expect(own(shown.json)).toEqual(own(location))
  })

  it('of a database host counts its databases', async () => {
    const service = await start()
    const { json } = await get(service, 'showDatabaseHost')
    const list = await service.ask('GET', '/api/admin/database-hosts/1/databases', { token: service.root })
    expect(Object.keys(json.attributes)).toEqual(['id', 'name', 'host', 'port', 'databases_count'])
    expect(json.attributes.databases_count).toBe(list.json.meta.pagination.total)
  })

  const singles = ids.filter((id) => companions[id].path.endsWith('}'))
  const strange = ['0', '999999', '01', 'x', '%00', '00000000-0000-4000-8000-000000000000']
  it.each(singles.flatMap((id) => strange.map((named) => [id, named] as const)))(
    '%s finds nothing with the name %s',
    async (id, named) => {
      const service = await start(on, 'empty')
      const { ask, root } = service
      const path = pathOf(id, service).replace(/[^/]*$/, named)
      const { status, json } = await ask('GET', path, { token: root })
      expect(status).toBe(404)
      const { kind } = companions[id].response
      expect(json.errors[0].detail).toBe(
        `There is no ${kind.replace('_', ' ')} "${decodeURIComponent(named)}"` +
          (id === 'showOwnServer' && named === '999999'
            ? ': this path accepts the UUID of a server, not its id.'
            : '.'),
      )
    },
  )

  it.each<[choice: string, status: number]>([
    ['refuse', 404],
    ['accept', 200],
  ])('of a server by its short identifier is served according to the choice %s', async (choice, status) => {
    const service = await start(on.set('path.short-identifier', choice))
    const { uuid } = service.world.tables.servers.must(1)
    for (const path of ['/api/application/servers', '/api/client/servers']) {
      const reply = await service.ask('GET', `${path}/${uuid.slice(0, 8)}`, { token: service.root })
      expect(reply.status).toBe(status)
    }
  })

  it('of a server is served in every state of the server', async () => {
    const service = await start(on.set('server.unavailable', 'conflict'), 'edge')
    const rows = service.world.tables.servers.rows().filter(({ status }) => status !== 'normal')
    expect(rows.length).toBeGreaterThan(0)
    for (const { uuid } of rows) {
      const { status } = await service.ask('GET', `/api/client/servers/${uuid}`, { token: service.root })
      expect(status).toBe(200)
    }
  })
})

describe('a companion with an unknown id in its path', () => {
  it.each([
    ['path-last', 403],
    ['path-first', 404],
  ] as const)('is refused for its path or its token as checks.order says: %s', async (choice, status) => {
    const service = await start(on.set('checks.order', choice))
    const { ask, user } = service
    expect((await ask('GET', '/api/application/nodes/999999', { token: user })).status).toBe(status)
  })
})

describe('a list of companions', () => {
  it.each(lists)("%s has the whole table, or the caller's own rows, on all pages together", async (id) => {
    const service = await start()
    const all: Json[] = []
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { json } = await get(
        service,
        id,
        `?per_page=7&page=${page}`,
        id === 'listOwnServers' ? service.user : undefined,
      )
      const { pagination } = json.meta
      expect(pagination).toMatchObject({ count: json.data.length, per_page: 7, current_page: page })
      last = pagination.total_pages
      all.push(...json.data)
      if (page === last) expect(all).toHaveLength(pagination.total)
    }
    const given = all.map(({ attributes }) => attributes.id)
    expect(given).toEqual([...new Set(given)].toSorted((a, b) => a - b))
    expect(given.length).toBeGreaterThan(0)
  })

  it.each(lists)('%s has 50 items per page by default, and at most 100', async (id) => {
    const service = await start()
    const sizes = []
    for (const query of ['', '?per_page=100', '?per_page=101']) {
      sizes.push((await get(service, id, query)).json.meta.pagination.per_page)
    }
    expect(sizes).toEqual([50, 100, 100])
    expect((await get(service, id, '?per_page=0')).status).toBe(422)
  })

  it.each(lists)('%s has links to pages with the query of the request', async (id) => {
    const service = await start()
    const { json } = await get(service, id, '?per_page=1')
    const { total, links } = json.meta.pagination
    const next = `${service.url}${pathOf(id, service)}?per_page=1&page=2`
    expect(links).toEqual(total > 1 ? { next } : {})
  })

  it.each(lists)('%s has items without relationships', async (id) => {
    const { json } = await get(await start(), id)
    for (const { attributes } of json.data) expect(attributes).not.toHaveProperty('relationships')
  })

  it('of servers has the servers of the caller in the client family, and those shared with the caller if subusers are served', async () => {
    for (const choice of ['serve', 'refuse'] as const) {
      const service = await start(on.set('access.subusers', choice))
      const { servers } = service.world.tables
      for (const user of [seedUserIds.admin, seedUserIds.owner, seedUserIds.neighbour, seedUserIds.helper]) {
        const { json } = await get(service, 'listOwnServers', '?per_page=100', clientOf(service, user))
        const shared = choice === 'serve' ? servers.idsOf('subuser', user) : []
        const expected = [...new Set([...servers.idsOf('user', user), ...shared])].toSorted((a, b) => a - b)
        expect(json.data.map(({ attributes }: Json) => attributes.id)).toEqual(expected)
      }
    }
  })

  it('of servers names the gap of subusers if a server is shared, and only then', async () => {
    const service = await start()
    for (const user of [seedUserIds.owner, seedUserIds.helper]) {
      const isShared = service.world.tables.servers.count('subuser', user) > 0
      const { headers } = await get(service, 'listOwnServers', '', clientOf(service, user))
      expect(headers.get('x-nestbox-assumed')?.includes('access.subusers') ?? false).toBe(isShared)
      expect(isShared).toBe(user === seedUserIds.helper)
    }
  })

  it.each<[gap: string, who: number, status: number]>([
    ['access.root-anywhere', seedUserIds.deputy, 404],
    ['access.subusers', seedUserIds.helper, 404],
  ])('and a single server follow %s as backups do', async (gap, who, refused) => {
    for (const [choice, expected] of [
      ['serve', 200],
      ['refuse', refused],
    ] as const) {
      const service = await start(on.set(gap, choice))
      const { uuid } = service.world.tables.servers.must(1)
      for (const path of [`/api/client/servers/${uuid}`, `/api/client/servers/${uuid}/backups`]) {
        expect((await service.ask('GET', path, { token: clientOf(service, who) })).status).toBe(expected)
      }
    }
  })
})

describe('the query of a companion', () => {
  const found = async (path: string): Promise<Json[]> => {
    const { ask, root } = await start()
    return (await ask('GET', path, { token: root })).json.data.map(({ attributes }: Json) => attributes)
  }

  it.each<[query: string, ids: number[]]>([
    ['/api/application/nodes?filter[name]=MC-', [1]],
    ['/api/application/users?filter[username]=admin&filter[email]=example', [1]],
    ['/api/application/locations?filter[short]=fra,ams&sort=-id', [2, 1]],
    ['/api/application/nodes?sort=-memory,id&per_page=2', [3, 1]],
    ['/api/application/locations?sort=-id&sort=id', [1, 2, 3]],
    ['/api/application/users?filter[external_id]=nobody', []],
  ])('filters and sorts: %s', async (path, expected) => {
    expect((await found(path)).map(({ id }) => id)).toEqual(expected)
  })

  it('filters servers by a whole UUID, and counts the matches', async () => {
    const service = await start()
    const { uuid } = service.world.tables.servers.must(7)
    const { json } = await get(service, 'listServers', `?filter[uuid]=${uuid}`)
    expect(json.meta.pagination.total).toBe(1)
    expect(json.data[0].attributes.id).toBe(7)
  })

  it('sorts in the same order although lists have the newest first', async () => {
    const service = await start(on.set('list.order', 'newest'))
    const { json } = await get(service, 'listServers', '?sort=id&per_page=3')
    expect(json.data.map(({ attributes }: Json) => attributes.id)).toEqual([1, 2, 3])
  })

  it.each(['filter[nam]=x', 'sort=name', 'sort=id,,-x'])(
    'is refused if the list has no such field: %s',
    async (query) => {
      const { status, json } = await get(await start(), 'listServers', `?${query}`)
      expect(status).toBe(422)
      expect(json.errors[0].detail).toMatch(/^The `(?:filter\[nam\]|sort)` must name one of /)
    },
  )

  it('includes the named relationships whatever the length of the others', async () => {
    const service = await start()
    const default_value = 'x'.repeat(490_000)
    const variables = Array.from({ length: 40 }, () => ({ default_value, rules: 'string' }))
    const { eggs } = await service.add.rows({ eggs: { variables, tag_ids: [1] } })
    const path = `/api/admin/eggs/${eggs?.[0]?.id}?include=tags`
    const { json } = await service.ask('GET', path, { token: service.root })
    const { relationships } = json.attributes
    expect(Object.keys(relationships)).toEqual(['tags'])
    expect(relationships.tags.data.length).toBeGreaterThan(0)
  })

  it('includes the named relationships, in lists too, and ignores other names', async () => {
    const service = await start()
    const query = '?include=user,node.location,nothing&per_page=1'
    const [item] = (await get(service, 'listServers', query)).json.data
    expect(Object.keys(item.attributes.relationships)).toEqual(['user', 'node'])
    expect(item.attributes.relationships.user.attributes.id).toBe(item.attributes.user)
    const { node } = item.attributes.relationships
    expect(node.attributes.relationships.location.attributes.id).toBe(node.attributes.location_id)
    for (const nested of [item.attributes.relationships.user, node.attributes.relationships.location])
      expect(nested.attributes).not.toHaveProperty('relationships')
    const shown = await get(service, 'showServer', query)
    expect(Object.keys(shown.json.attributes.relationships)).toEqual(['user', 'node'])
  })
})

describe('the account and a backup', () => {
  it('are those of the caller', async () => {
    const service = await start()
    const account = await get(service, 'showAccount', '', service.user)
    expect(account.json.attributes.id).toBe(seedUserIds.owner)
    const other = clientOf(service, seedUserIds.neighbour)
    expect((await get(service, 'showBackup', '', service.user)).status).toBe(200)
    expect((await get(service, 'showBackup', '', other)).status).toBe(404)
  })
})

describe('the format of companions', () => {
  it('follows the gaps that change only the format of a response', async () => {
    const gapSettings = on
      .set('nulls', 'null')
      .set('fields.order', 'reversed')
      .set('fields.extra', 'some')
      .set('time.offset', 'other')
      .set('meta.resource', 'everywhere')
    const { json } = await get(await start(gapSettings), 'showLocation')
    expect(Object.keys(json)).toEqual(['meta', 'attributes', 'object'])
    expect(Object.keys(json.attributes)[0]).toBe('x_beyond_the_document')
    expect(json.attributes.created_at).toMatch(/\+05:30$/)
    const { json: servers } = await get(await start(gapSettings), 'listServers')
    expect(servers.data.some(({ attributes }: Json) => attributes.external_id === null)).toBe(true)
  })

  it('has URLs that can be requested', async () => {
    const service = await start(on.set('meta.resource', 'everywhere'))
    // The address of a backup has the UUID of its server, which the backup does not have.
    const addressed = ids.filter((id) => id !== 'showBackup' && companions[id].response.envelope === 'single')
    for (const id of addressed) {
      const { json } = await get(service, id)
      const { pathname } = new URL(json.meta.resource)
      expect((await service.ask('GET', pathname, { token: service.root })).json).toEqual(json)
    }
  })

  it('follows the gaps of order and depth', async () => {
    const gapSettings = on.set('list.order', 'newest').set('nesting.cut', 'cut')
    const service = await start(gapSettings)
    const { json } = await get(service, 'listNodes')
    const given = json.data.map(({ attributes }: Json) => attributes.id)
    expect(given).toEqual(given.toSorted((a: number, b: number) => b - a))
    expect((await get(service, 'showNode')).json.attributes.relationships).toEqual({ location: {} })
  })

  it('follows the rate limit, which they share with the operations of the document', async () => {
    const service = await start(on.set('rate.limit', '256-a-minute'))
    const left = async (path: string) =>
      (await service.ask('GET', path, { token: service.root })).headers.get('x-ratelimit-remaining')
    expect(await left('/api/admin/tags')).toBe('255')
    expect(await left('/api/admin/servers/1/mounts')).toBe('254')
  })

  it('has the prefix of the requested sandbox', async () => {
    const service = await start()
    const { json } = await service.ask('GET', '/~mine/api/admin/tags?per_page=1', { token: service.root })
    expect(json.data[0].meta.resource).toBe(`${service.url}/~mine/api/admin/tags/1`)
    expect(json.meta.pagination.links.next).toBe(`${service.url}/~mine/api/admin/tags?per_page=1&page=2`)
  })

  it.for(ids)('has the prefix of the requested sandbox after requests to another one: %s', async (id) => {
    const service = await start()
    for (const sandbox of ['/~one', '', '/~two']) {
      const { text } = await service.ask('GET', sandbox + pathOf(id, service), { token: service.root })
      const addresses = text.match(/"resource":"[^"]+/g) ?? []
      expect(
        addresses.filter((each) => !each.startsWith(`"resource":"${service.url}${sandbox}/api/`)),
      ).toEqual([])
    }
  })
})

describe('the path of a companion', () => {
  it.each<[path: string, allow: string]>([
    ['/api/application/nodes', 'GET, HEAD, OPTIONS'],
    ['/api/application/nodes/1', 'PATCH, GET, HEAD, OPTIONS'],
    ['/api/application/users', 'POST, GET, HEAD, OPTIONS'],
    ['/api/client', 'GET, HEAD, OPTIONS'],
  ])('%s serves exactly the methods in its Allow header', async (path, allow) => {
    const { ask, root } = await start()
    const options = await ask('OPTIONS', path)
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow])
    const refused = await ask('DELETE', path, { token: root })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow])
    expect(refused.json.errors[0].detail).toBe(`${path} accepts ${allow}, not DELETE.`)
    const head = await ask('HEAD', path, { token: root })
    expect([head.status, head.text]).toEqual([200, ''])
  })

  it.each([
    '/api/client/',
    '/api/Client',
    '/api/application/nodes/',
    '/api/admin/eggs/1/',
    '/api/admin/nodes',
  ])('does not match %s', async (path) => {
    const { ask, root } = await start()
    const { status, json } = await ask('GET', path, { token: root })
    expect(status).toBe(404)
    expect(json.errors[0].detail).not.toContain('--gap')
  })

  it('is named among similar paths', async () => {
    const { ask } = await start()
    const { json } = await ask('GET', '/api/admin/tags/1/x')
    expect(json.errors[0].detail).toMatch(/; near it: GET \/api\/admin\/tags\/\{tag_id\}\.$/)
  })

  it('sends CORS headers to pages of other origins', async () => {
    const { ask, root } = await start()
    const headers = { origin: 'https://page.example' }
    const preflight = await ask('OPTIONS', '/api/admin/tags', {
      headers: { ...headers, 'access-control-request-method': 'GET' },
    })
    const { headers: got } = await ask('GET', '/api/admin/tags', { token: root, headers })
    expect(preflight.status).toBe(204)
    expect(got.get('access-control-allow-origin')).toBe('https://page.example')
  })

  it('is named with the gap to enable it to callers that could read the resource, and to no others', async () => {
    const { ask, root } = await start(new GapSettings())
    const detail = async (method: string, path: string): Promise<string> =>
      (await ask(method, path, { token: root })).json.errors[0].detail
    expect(await detail('GET', '/api/admin/eggs')).toContain('--companions')
    for (const [method, path] of [
      ['POST', '/api/admin/eggs'],
      ['DELETE', '/api/application/users'],
      ['GET', '/api/admin/eggs/1/import'],
      ['GET', '/api/admin/nodes'],
    ] as const) {
      expect(await detail(method, path)).not.toContain('operations.beyond')
    }
  })
})
