import { describe, expect, it } from 'vitest'
import { Dial } from './dial.ts'
import { type Json, type Reply, type Service, startService } from './testing/service.ts'

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
  ])('of %s%s is exact', async (list, query, expected, keys) => {
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

  it.each([1, 7, 20, 50])('of %i after another yields every backup once, oldest first', async (perPage) => {
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
  })

  it('links to pages that can be followed to the end and back', async () => {
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

  it('is refused with an entry for each bad part of the query', async () => {
    const service = await startService()
    const { json } = await databases(service, '?page=x&per_page=y')
    expect(json.errors.map((error: Json) => error.meta.source_field)).toEqual(['page', 'per_page'])
  })

  it('names the gaps it ran into', async () => {
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
    ['page.past-end', '404', 'backups', '?page=8', 404],
    ['page.links', 'none', 'backups', '?page=2', { links: {} }],
    ['page.links', 'neighbours-page-only', 'backups', '?page=2&per_page=5', { per_page: 5 }],
  ])('follows %s=%s', async (gap, choice, list, query, expected) => {
    const service = await startService({ dial: new Dial().turn(gap, choice) })
    const { status, json } = await lists[list](service, query)
    if (typeof expected === 'number') expect(status).toBe(expected)
    else expect(json.meta.pagination).toMatchObject(expected)
  })

  it('has no pages in an empty list where that is chosen', async () => {
    const service = await startService({ dial: new Dial().turn('page.empty-total', '0') })
    expect((await databases(service, '', 3)).json.meta.pagination.total_pages).toBe(0)
  })

  it.each<[choice: string, links: string[], query: string]>([
    ['all', ['first', 'previous', 'next', 'last'], 'per_page=5&page=1'],
    ['neighbours-page-only', ['previous', 'next'], 'page=1'],
  ])('has links of the form %s', async (choice, names, query) => {
    const service = await startService({ dial: new Dial().turn('page.links', choice) })
    const { json } = await backups(service, '?per_page=5&page=2')
    const { links } = json.meta.pagination
    expect(Object.keys(links)).toEqual(names)
    expect(links.previous).toBe(`${service.url}${backupsPath(service)}?${query}`)
  })

  it('turns the whole list round where the newest comes first', async () => {
    const oldest = await startService()
    const newest = await startService({ dial: new Dial().turn('list.order', 'newest') })
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
    const service = await startService({ dial: new Dial().turn('backups.count', choice) })
    const rows = service.world.tables.backups.rows().filter((backup) => backup.server_id === 1)
    const failed = rows.filter((backup) => backup.completed_at !== null && !backup.is_successful)
    const { json } = await backups(service)
    expect(failed.length).toBeGreaterThan(3)
    expect(json.meta.backup_count).toBe(expected(rows.length, failed.length))
  })

  it('belongs to nobody else', async () => {
    const service = await startService()
    const { json } = await backups(service, '?per_page=50')
    const others = service.world.tables.backups.rows().filter((backup) => backup.server_id !== 1)
    const foreign = new Set(others.map(({ uuid }) => uuid))
    expect(foreign.size).toBeGreaterThan(10)
    expect(json.data.filter((backup: Json) => foreign.has(backup.attributes.uuid))).toEqual([])
  })

  it.each(['0', '99', 'nil', '1.0'])('has no host %s', async (host) => {
    const service = await startService()
    const { status } = await service.ask('GET', `/api/admin/database-hosts/${host}/databases`, {
      token: service.root,
    })
    expect(status).toBe(404)
  })

  it.each(['1', 'nil', '94e375d8'])('has no server %s', async (server) => {
    const service = await startService()
    const { status } = await service.ask('GET', `/api/client/servers/${server}/backups`, {
      token: service.user,
    })
    expect(status).toBe(404)
  })

  it('is shut by states where they count', async () => {
    const service = await startService({ dial: new Dial().turn('server.unavailable', 'conflict') })
    const status = async (id: number) => (await backups(service, '', id)).status
    const inMaintenance = service.world.tables.servers
      .of('node', 5)
      .find((server) => server.status === 'normal')
    expect([await status(1), await status(4), await status(5), await status(6), await status(8)]).toEqual([
      200, 409, 409, 409, 200,
    ])
    expect(await status(inMaintenance?.id ?? 0)).toBe(409)
  })
})
