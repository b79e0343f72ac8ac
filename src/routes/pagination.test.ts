import { describe, expect, it } from 'vitest'
import { seedUserIds } from '../fixtures/names.ts'
import { GapSettings } from '../gaps/gap-settings.ts'
import { type Json, type Reply, type Service, startService } from '../testing/service.ts'

const backupsPath = ({ world }: Service, server = 1) =>
  `/api/client/servers/${world.tables.servers.must(server).uuid}/backups`

const backups = (service: Service, query = '', server = 1): Promise<Reply> =>
  service.ask('GET', backupsPath(service, server) + query, { token: service.root })

const databases = (service: Service, query = '', host = 1): Promise<Reply> =>
  service.ask('GET', `/api/admin/database-hosts/${host}/databases${query}`, { token: service.root })

const lists = { backups, databases }

/** The server that has no backups at all. */
const serverWithout = ({ world }: Service): number =>
  world.tables.servers.rows().find((server) => world.tables.backups.count('server', server.id) === 0)?.id ?? 0

describe('a page', () => {
  it.each<[list: keyof typeof lists, query: string, expected: Json, keys: string[]]>([
    ['backups', '', { total: 137, count: 20, per_page: 20, current_page: 1, total_pages: 7 }, ['next']],
    [
      'backups',
      '?page=2',
      { count: 20, per_page: 20, current_page: 2, total_pages: 7 },
      ['previous', 'next'],
    ],
    ['backups', '?page=7', { count: 17, current_page: 7 }, ['previous']],
    ['backups', '?per_page=50', { count: 50, per_page: 50, total_pages: 3 }, ['next']],
    ['backups', '?per_page=51', { count: 50, per_page: 50, total_pages: 3 }, ['next']],
    ['backups', '?per_page=1000000', { count: 50, per_page: 50, total_pages: 3 }, ['next']],
    ['backups', '?per_page=1', { count: 1, per_page: 1, total_pages: 137 }, ['next']],
    ['backups', '?per_page=50&page=3', { count: 37, current_page: 3, total_pages: 3 }, ['previous']],
    ['backups', '?page=8', { total: 137, count: 0, current_page: 8, total_pages: 7 }, ['previous']],
    ['backups', `?page=${'9'.repeat(40)}`, { count: 0, total_pages: 7 }, ['previous']],
    ['backups', '?per_page=007', { count: 7, per_page: 7 }, ['next']],
    ['databases', '', { total: 73, count: 50, per_page: 50, current_page: 1, total_pages: 2 }, ['next']],
    ['databases', '?page=2', { count: 23, current_page: 2, total_pages: 2 }, ['previous']],
    ['databases', '?per_page=100', { count: 73, per_page: 100, total_pages: 1 }, []],
    ['databases', '?per_page=101', { count: 73, per_page: 100, total_pages: 1 }, []],
    ['databases', '?per_page=73', { count: 73, total_pages: 1 }, []],
    ['databases', '?per_page=72', { count: 72, total_pages: 2 }, ['next']],
  ])('of %s%s has the exact content', async (list, query, expected, keys) => {
    const service = await startService()
    const { status, json } = await lists[list](service, query)
    expect(status).toBe(200)
    expect(json.meta.pagination).toMatchObject(expected)
    expect(json.data).toHaveLength(expected.count)
    expect(Object.keys(json.meta.pagination.links)).toEqual(keys)
  })

  it('of an empty list is the only one', async () => {
    const service = await startService()
    const empty = { total: 0, count: 0, current_page: 1, total_pages: 1, links: {} }
    const ofBackups = await backups(service, '', serverWithout(service))
    expect(ofBackups.json).toMatchObject({ data: [], meta: { pagination: empty, backup_count: 0 } })
    const ofDatabases = await databases(service, '', 3)
    expect(ofDatabases.json).toMatchObject({ data: [], meta: { pagination: empty } })
  })

  it.each([1, 7, 20, 50])(
    'of size %i followed to the end has every backup once, oldest first',
    async (perPage) => {
      const service = await startService()
      const rows = service.world.tables.backups.rows().filter((backup) => backup.server_id === 1)
      const seen: string[] = []
      for (let page = 1; seen.length < rows.length; page += 1) {
        const { json } = await backups(service, `?per_page=${perPage}&page=${page}`)
        expect(json.data.length).toBeGreaterThan(0)
        seen.push(...json.data.map((backup: Json) => backup.attributes.uuid))
      }
      expect(seen).toEqual(rows.map(({ uuid }) => uuid))
      const times = rows.map(({ created_at }) => created_at)
      expect(times).toEqual(times.toSorted())
    },
  )

  it('has links that lead to the end and back', async () => {
    const service = await startService()
    let url: string | undefined = `${service.url}${backupsPath(service)}?per_page=50&x=%C3%A4`
    const visited: number[] = []
    for (const way of ['next', 'previous']) {
      while (url) {
        const { json } = await service.ask('GET', url.slice(service.url.length), { token: service.user })
        visited.push(json.meta.pagination.current_page)
        const next: string | undefined = json.meta.pagination.links[way]
        if (next) expect(new URL(next).searchParams.get('x')).toBe('ä')
        if (!next && way === 'next') break
        url = next
      }
    }
    expect(visited).toEqual([1, 2, 3, 3, 2, 1])
  })

  it.each([
    'page=0',
    'page=-1',
    'page=abc',
    'page=',
    'page=1.5',
    'page=1e3',
    'page=1&page=2',
    'per_page=0',
    'per_page=-1',
    'per_page=abc',
    'per_page=',
    'per_page=NaN',
    'per_page=0x10',
    'per_page=%00',
    'per_page=１',
  ])('is refused for %s', async (query) => {
    const service = await startService()
    const { status, json, headers } = await backups(service, `?${query}`)
    expect(status).toBe(422)
    expect(json.errors[0].meta).toEqual({ source_field: query.split('=')[0], rule: 'integer' })
    expect(headers.get('x-nestbox-assumed')).toContain('page.invalid')
  })

  it.each([
    ['page=0', ['min']],
    ['page=x', ['integer']],
    ['page=', ['integer', 'min']],
    ['page=1&page=2', ['integer']],
  ])('is refused for %s with the rules %j in the words of the panel', async (query, rules) => {
    const service = await startService({ gapSettings: new GapSettings().set('error.words', 'panel') })
    const { json } = await backups(service, `?${query}`)
    expect(json.errors.map(({ meta }: Json) => meta.rule)).toEqual(rules)
  })

  it('is refused with an entry for each invalid query parameter', async () => {
    const service = await startService()
    const { json } = await databases(service, '?page=x&per_page=y')
    expect(json.errors.map(({ detail, meta }: Json) => [meta.source_field, detail])).toEqual([
      ['page', 'The `page` must be one integer from 1.'],
      ['per_page', 'The `per_page` must be one integer from 1.'],
    ])
  })

  it('is refused above the maximum size, with that size', async () => {
    const service = await startService({ gapSettings: new GapSettings().set('page.over-maximum', 'refuse') })
    const { status, json } = await backups(service, '?per_page=51')
    expect(status).toBe(422)
    expect(json.errors).toHaveLength(1)
    expect(json.errors[0]).toMatchObject({
      detail: 'The `per_page` must be at most 50.',
      meta: { source_field: 'per_page', rule: 'max' },
    })
  })

  it.each<[list: keyof typeof lists, query: string, host: number, detail: string | undefined]>([
    ['backups', '', 1, undefined],
    ['backups', '?page=2', 1, undefined],
    ['backups', '?page=7', 1, undefined],
    ['backups', '?page=8', 1, 'There is no page 8; the last one is 7.'],
    ['databases', '?page=1', 3, undefined],
    ['databases', '?page=2', 3, 'There is no page 2; the last one is 0.'],
  ])('past the end is served or refused: %s%s of %i', async (list, query, id, detail) => {
    const gapSettings = new GapSettings().set('page.past-end', '404').set('page.empty-total', '0')
    const { status, json } = await lists[list](await startService({ gapSettings }), query, id)
    expect(status).toBe(detail === undefined ? 200 : 404)
    if (detail !== undefined) expect(json.errors[0].detail).toBe(detail)
  })

  it.each([
    ['refuse', 50],
    ['clamp-to-100', 100],
  ])('says with page.over-maximum=%s that %i is the most', async (choice, most) => {
    const service = await startService({ gapSettings: new GapSettings().set('page.over-maximum', choice) })
    const { json } = await backups(service, '?per_page=101')
    expect(json.errors[0].detail).toBe(`The \`per_page\` must be at most ${most}.`)
  })

  it('names the gaps that affect it', async () => {
    const service = await startService()
    const over = await backups(service, '?per_page=51')
    expect(over.headers.get('x-nestbox-assumed')).toBe('access.root-anywhere, page.over-maximum')
    const plain = await service.ask('GET', backupsPath(service), { token: service.user })
    expect(plain.headers.get('x-nestbox-assumed')).toBeNull()
  })

  it.each<[gap: string, choice: string, list: keyof typeof lists, query: string, expected: Json]>([
    ['page.default-backups', '10', 'backups', '', { per_page: 10 }],
    ['page.default-backups', '50', 'backups', '', { per_page: 50 }],
    ['page.over-maximum', 'refuse', 'backups', '?per_page=51', 422],
    ['page.over-maximum', 'clamp-to-100', 'backups', '?per_page=100', { per_page: 50 }],
    ['page.over-maximum', 'clamp-to-100', 'backups', '?per_page=101', 422],
    ['page.default-databases', '15', 'databases', '', { per_page: 15 }],
    ['page.default-databases', '100', 'databases', '', { per_page: 100 }],
    ['page.maximum-databases', '50', 'databases', '?per_page=60', { per_page: 50 }],
    ['page.maximum-databases', '500', 'databases', '?per_page=200', { per_page: 200 }],
    ['page.over-maximum-databases', 'refuse', 'databases', '?per_page=101', 422],
    ['page.invalid', 'default', 'backups', '?page=x&per_page=-1', { per_page: 20, current_page: 1 }],
    ['page.links', 'neighbours-page-only', 'backups', '?page=2&per_page=5', { per_page: 5 }],
    ['list.order', 'newest', 'backups', '?page=7', { count: 17 }],
    ['list.order', 'newest', 'backups', '?page=8', { count: 0 }],
    ['list.order', 'newest', 'databases', '?page=2', { count: 23 }],
  ])('follows %s=%s', async (gap, choice, list, query, expected) => {
    const service = await startService({ gapSettings: new GapSettings().set(gap, choice) })
    const { status, json } = await lists[list](service, query)
    if (typeof expected === 'number') expect(status).toBe(expected)
    else {
      expect(json.meta.pagination).toMatchObject(expected)
      expect(json.data).toHaveLength(json.meta.pagination.count)
    }
  })

  it('has a page count of 0 for an empty list with that choice', async () => {
    const service = await startService({ gapSettings: new GapSettings().set('page.empty-total', '0') })
    expect((await databases(service, '', 3)).json.meta.pagination.total_pages).toBe(0)
  })

  it.each<[choice: string, queries: Json]>([
    ['none', {}],
    [
      'all',
      {
        first: 'per_page=5&page=1',
        previous: 'per_page=5&page=1',
        next: 'per_page=5&page=3',
        last: 'per_page=5&page=28',
      },
    ],
    ['neighbours-page-only', { previous: 'page=1', next: 'page=3' }],
  ])('has links of the form %s', async (choice, queries) => {
    const service = await startService({ gapSettings: new GapSettings().set('page.links', choice) })
    const { json } = await backups(service, '?per_page=5&page=2')
    const whole = ([name, query]: [string, unknown]) => [
      name,
      `${service.url}${backupsPath(service)}?${query}`,
    ]
    expect(json.meta.pagination.links).toEqual(Object.fromEntries(Object.entries(queries).map(whole)))
  })

  it('has links to the first page of an empty list', async () => {
    const gapSettings = new GapSettings().set('page.links', 'all').set('page.empty-total', '0')
    const service = await startService({ gapSettings })
    const only = `${service.url}/api/admin/database-hosts/3/databases?page=1`
    const { json } = await databases(service, '', 3)
    expect(json.meta.pagination.links).toEqual({ first: only, last: only })
  })

  it('has the reverse order of the whole list with the newest first', async () => {
    const oldest = await startService()
    const newest = await startService({ gapSettings: new GapSettings().set('list.order', 'newest') })
    const all = async (service: Service) => {
      const pages = await Promise.all([1, 2, 3].map((page) => backups(service, `?per_page=50&page=${page}`)))
      return pages.flatMap(({ json }) => json.data.map((backup: Json) => backup.attributes.uuid))
    }
    expect(await all(newest)).toEqual((await all(oldest)).toReversed())
  })

  it.each<[choice: string, expected: (total: number, failed: number) => number]>([
    ['all', (total) => total],
    ['not-failed', (total, failed) => total - failed],
  ])('counts backups as %s says', async (choice, expected) => {
    const service = await startService({ gapSettings: new GapSettings().set('backups.count', choice) })
    const rows = service.world.tables.backups.rows().filter((backup) => backup.server_id === 1)
    const failed = rows.filter((backup) => backup.completed_at !== null && !backup.is_successful)
    const { json } = await backups(service)
    expect(failed.length).toBeGreaterThan(3)
    expect(json.meta.backup_count).toBe(expected(rows.length, failed.length))
  })

  it('has no records of other servers', async () => {
    const service = await startService()
    const { json } = await backups(service, '?per_page=50')
    const others = service.world.tables.backups.rows().filter((backup) => backup.server_id !== 1)
    const foreign = new Set(others.map(({ uuid }) => uuid))
    expect(foreign.size).toBeGreaterThan(10)
    expect(json.data.filter((backup: Json) => foreign.has(backup.attributes.uuid))).toEqual([])
  })

  it.each(['0', '99', 'nil', '1.0'])('is 404 for the host %s', async (host) => {
    const service = await startService()
    const { status, json } = await service.ask('GET', `/api/admin/database-hosts/${host}/databases`, {
      token: service.root,
    })
    expect(status).toBe(404)
    expect(json.errors[0].detail).toBe(`There is no database host "${host}".`)
  })

  it.each<[server: string, isShort: boolean]>([
    ['1', false],
    ['nil', false],
    ['94e375d8', true],
    ['94E375D8', true],
    ['94e375d', false],
    ['94e375d8a', false],
    ['-94e375d8', false],
  ])(
    'is served or refused for the server %s, which may be a short identifier: %s',
    async (server, isShort) => {
      const service = await startService()
      const { status, json, headers } = await service.ask('GET', `/api/client/servers/${server}/backups`, {
        token: service.user,
      })
      expect(status).toBe(404)
      const more = server === '1' ? ': this path accepts the UUID of a server, not its id.' : '.'
      expect(json.errors[0].detail).toBe(`There is no server "${server}"${more}`)
      expect(headers.get('x-nestbox-assumed')?.includes('path.short-identifier')).toBe(isShort)
    },
  )

  it('is refused to users without access to the server', async () => {
    const service = await startService()
    const { servers, users } = service.world.tables
    const foreign = servers
      .rows()
      .find(({ user_id, subuser_ids }) => ![user_id, ...subuser_ids].includes(seedUserIds.owner))
    const { json } = await service.ask('GET', backupsPath(service, foreign?.id), { token: service.user })
    const name = users.must(seedUserIds.owner).username
    expect(json.errors[0].detail).toBe(`There is no server "${foreign?.uuid}" among those of ${name}.`)
  })

  it.each([1, 4, 5, 6, 8])('is served in every state of a server by default: server %i', async (id) => {
    const { status, headers } = await backups(await startService(), '', id)
    expect(status).toBe(200)
    const isNormal = [1, 8].includes(id)
    expect(headers.get('x-nestbox-assumed')?.includes('server.unavailable')).toBe(!isNormal)
  })

  it('is refused in certain states of a server with that choice', async () => {
    const service = await startService({
      gapSettings: new GapSettings().set('server.unavailable', 'conflict'),
    })
    const { servers } = service.world.tables
    const refusal = async (id: number) => {
      const { status, json } = await backups(service, '', id)
      return status === 200 ? 'none' : `${status} ${json.errors[0].detail}`
    }
    const inMaintenance = servers.of('node', 5).find((server) => server.status === 'normal')?.id ?? 0
    const shut = (id: number, reason: string) => `409 The server "${servers.must(id).name}" ${reason}.`
    expect(await Promise.all([1, 4, 5, 6, 8, inMaintenance].map(refusal))).toEqual([
      'none',
      shut(4, 'is suspended'),
      shut(5, 'is installing'),
      shut(6, 'is restoring backup'),
      'none',
      shut(inMaintenance, 'is on a node in maintenance'),
    ])
  })
})
