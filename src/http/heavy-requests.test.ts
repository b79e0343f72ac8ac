import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import { isWhole } from '../testing/sample.ts'
import { type Ask, type Reply, type Service, startService, upload } from '../testing/service.ts'
import { createLog } from '../util/log.ts'
import { mostCharacters } from './data-limits.ts'

const [egg, startup] = ['/api/admin/eggs/1/import', '/api/admin/servers/1/startup']

/** Milliseconds that this process has computed: other processes of the machine do not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes of the objects that are in use. */
function heap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const list = <T>(length: number, item: (nth: number) => T): T[] =>
  Array.from({ length }, (_, nth) => item(nth))

const names = <T>(count: number, value: T) => Object.fromEntries(list(count, (nth) => [`NAME_${nth}`, value]))

const variable = (env_variable: string, rules: string) => ({
  ...{ name: env_variable, description: '', env_variable, default_value: '', rules },
  ...{ user_viewable: true, user_editable: true },
})

const withVariables = (...variables: object[]): Ask => ({
  body: upload(JSON.stringify({ ...exampleEgg, variables })),
})

const longUrl = `http://${list(20_000, (nth) => String.fromCodePoint(0x4e00 + ((nth * 7) % 20_000))).join('')}`

interface Attack {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly ask?: Ask
  readonly gaps?: Readonly<Record<string, string>>
  /** An earlier import. */
  readonly variables?: readonly object[]
  /** Part of the sentence of the refusal. */
  readonly says: string
}

const attacks: readonly Attack[] = [
  {
    what: 'an egg with a variable of 20,000 rules',
    ...{ method: 'POST', path: egg, ask: withVariables(variable('MANY', 'alpha|'.repeat(20_000))) },
    says: "The file's `variables.0.rules` must have at most 10000 characters.",
  },
  {
    what: 'an egg with a variable of 101 rules',
    ...{
      method: 'POST',
      path: egg,
      ask: withVariables(variable('MANY', list(101, () => 'alpha').join('|'))),
    },
    says: "The file's `variables.0.rules` must have at most 100 rules.",
  },
  {
    what: 'an egg with 201 variables',
    ...{ method: 'POST', path: egg, ask: withVariables(...list(201, (nth) => variable(`NAME_${nth}`, ''))) },
    says: "The file's `variables` must have at most 200 variables.",
  },
  {
    what: 'a value of 300 kB',
    variables: [variable('LONG', 'alpha')],
    ...{ method: 'PUT', path: startup, ask: { json: { environment: { LONG: 'a'.repeat(300_000) } } } },
    says: 'The `environment.LONG` must have at most 64000 characters.',
  },
  {
    what: 'long values with many rules each',
    variables: list(10, (nth) => variable(`LONG_${nth}`, 'alpha|'.repeat(99))),
    ...{ method: 'PUT', path: startup },
    ask: {
      json: { environment: Object.fromEntries(list(10, (nth) => [`LONG_${nth}`, 'a'.repeat(60_000)])) },
    },
    says: 'must be checked in another request: the rules of the values in this one take too long.',
  },
  {
    what: 'hosts of 20,000 characters with a rule that reads URLs',
    variables: list(10, (nth) => variable(`URL_${nth}`, 'url')),
    ...{ method: 'PUT', path: startup },
    ask: { json: { environment: Object.fromEntries(list(10, (nth) => [`URL_${nth}`, longUrl])) } },
    says: 'The `environment.URL_0` must be a URL.',
  },
  {
    what: '60,000 names that are not variables',
    variables: list(200, (nth) => variable(`VARIABLE_${nth}`, '')),
    gaps: { 'startup.unknown-variables': 'refuse' },
    ...{ method: 'PUT', path: startup, ask: { json: { environment: names(60_000, 1) } } },
    says: 'VARIABLE_29 and 170 more.',
  },
  {
    what: 'a name of 900,000 dots',
    ...{ method: 'PUT', path: startup, ask: { json: { environment: { ['.'.repeat(900_000)]: {} } } } },
    says: 'must be a string, a number, true, false or null.',
  },
  {
    what: 'more than 1,000 tags',
    gaps: { 'tags.unknown': 'create' },
    ...{ method: 'PUT', path: '/api/admin/nodes/1/tags', ask: { json: { tags: list(1_001, String) } } },
    says: 'The `tags` must be a list of at most 1000 items.',
  },
  {
    what: 'a filter with 4,000 alternatives',
    ...{ gaps: { 'operations.beyond': 'companions' }, method: 'GET' },
    path: `/api/application/servers?filter[name]=${list(4_000, () => 'z').join()}`,
    says: 'The `filter[name]` must have at most 100 alternatives.',
  },
]

async function sent(service: Service, { method, path, ask }: Attack): Promise<Reply & { took: number }> {
  const started = processorTime()
  const reply = await service.ask(method, path, { token: service.root, ...ask })
  return { ...reply, took: processorTime() - started }
}

describe('a request that would take much time is refused soon and changes nothing:', () => {
  it.each(attacks)('$what', async (attack) => {
    const service = await startService({ gaps: attack.gaps ?? {} })
    if (attack.variables) {
      const imported = withVariables(...attack.variables)
      expect((await service.ask('POST', egg, { token: service.root, ...imported })).status).toBe(200)
    }
    const before = service.info().checksum
    const { status, text, took } = await sent(service, attack)
    expect(status).toBe(422)
    expect(JSON.parse(text).errors[0].detail).toContain(attack.says)
    expect(service.info().checksum).toBe(before)
    // Only a guard against minutes: the machine may be busy.
    expect(took).toBeLessThan(20_000)
  })

  it('a repeated filter or sort field is applied once', async () => {
    const service = await startService({ gaps: { 'operations.beyond': 'companions' } })
    const ask = (query: string) =>
      service.ask('GET', `/api/application/servers?${query}`, { token: service.root })
    const repeated = list(300, () => 'filter[name]=nothing').join('&')
    const { total } = (await ask('')).json.meta.pagination
    expect((await ask(`${repeated}&filter[name]=`)).json.meta.pagination.total).toBe(total)
    expect((await ask(`sort=${list(2_000, () => '-id').join()}`)).json.data[0].attributes.id).toBe(total)
  })
})

describe('a request that would make data too large is refused with 413 and changes nothing:', () => {
  const value = 'a'.repeat(60_000)
  const fill = (service: Service, nth: number) =>
    service.ask('PUT', startup, { token: service.root, json: { environment: { [`NAME_${nth}`]: value } } })

  it('a row that grows with each request', async () => {
    const service = await startService()
    const variables = withVariables(...list(20, (nth) => variable(`NAME_${nth}`, '')))
    await service.ask('POST', egg, { token: service.root, ...variables })
    const most = Math.floor(mostCharacters.row / value.length)
    for (const nth of list(most, Number)) expect((await fill(service, nth)).status).toBe(200)
    const before = service.info().checksum
    const refused = await fill(service, most)
    expect(refused.status).toBe(413)
    expect(refused.json.errors[0].detail).toMatch(
      /^A row of servers would have \d+ characters as JSON; it may have 500000\.$/,
    )
    expect(service.info().checksum).toBe(before)
    expect((await fill(service, 0)).status).toBe(200)
  })

  it('a request that adds many rows', async () => {
    const service = await startService({ gaps: { 'tags.unknown': 'create' } })
    const before = service.info().checksum
    const many = (letter: string) => list(1_000, (nth) => `${letter}${nth}`.padEnd(191, '-'))
    const json = { tags: many('a'), tag_ids: many('b') }
    const refused = await service.ask('PUT', '/api/admin/nodes/1/tags', { token: service.root, json })
    expect(refused.status).toBe(413)
    expect(refused.json.errors[0].detail).toMatch(
      /^The request would add \d+ characters of data; it may add 1000000\.$/,
    )
    expect(service.info().checksum).toBe(before)
  })
})

describe('a very long response', () => {
  /** A service in which each of many servers shows the long values of its egg. */
  async function withLongValues() {
    const service = await startService({ gaps: { 'operations.beyond': 'companions' } })
    await service.add.servers(60, { egg: 1, node: 1 })
    const long = list(190, (nth) => ({ ...variable(`NAME_${nth}`, ''), default_value: 'a'.repeat(4_500) }))
    const imported = await service.ask('POST', egg, { token: service.root, ...withVariables(...long) })
    return { service, imported }
  }

  it('has empty relationships instead of very long ones', async () => {
    const { service, imported } = await withLongValues()
    expect(imported.status).toBe(200)
    const { servers, variables } = imported.json.attributes.relationships
    expect(servers).toEqual({ object: 'list', data: [] })
    expect(variables.data).toHaveLength(190)
    const { json } = await service.ask('PUT', startup, { token: service.root, json: {} })
    expect(json.attributes.relationships.variables.data).toHaveLength(190)
  })

  it('is refused for a page, and sent for a smaller page', async () => {
    const { service } = await withLongValues()
    const ask = (perPage: number) =>
      service.ask('GET', `/api/application/servers?per_page=${perPage}`, { token: service.root })
    const refused = await ask(100)
    expect(refused.status).toBe(422)
    expect(refused.json.errors[0].detail).toMatch(/^The `per_page` must be lower: the resources of this page/)
    expect((await ask(20)).status).toBe(200)
  })
})

describe('a request to the control API that would take much time is refused soon:', () => {
  const long = 'k'.repeat(4_000_000)
  it.each<[what: string, method: string, path: string, json: unknown, says: string]>([
    ['an unknown gap with a long name', 'PATCH', 'gaps', { [long]: 'x' }, 'There is no gap'],
    ['a fault rule with a long name', 'POST', 'faults', { [long]: 1 }, 'A fault rule has no field'],
    ['a fault profile with a long name', 'POST', 'faults', { profile: long }, 'There is no fault profile'],
    ['a table with a long name', 'POST', 'rows', { [long]: 1 }, 'There is no table'],
    [
      'a profile with a long seed',
      ...(['PATCH', 'gaps', { profile: `grease:${long}` }, 'a string of at most 1000 characters'] as const),
    ],
    ['many gaps', 'PATCH', 'gaps', names(1_001, 1), 'must be an object with at most 1000 gaps'],
    ['many tokens', 'PATCH', 'tokens', names(10_001, 1), 'must be an object with at most 10000 tokens'],
    [
      'a fault with many headers',
      ...([
        'POST',
        'faults',
        { code: 500, headers: names(101, 1) },
        'must be an object with at most 100',
      ] as const),
    ],
    [
      'a fault with a long body',
      ...(['POST', 'faults', { code: 500, body: long }, 'may have 1000000 characters'] as const),
    ],
    [
      'a fault for a path of asterisks',
      ...(['POST', 'faults', { code: 500, path: `/api${'*'.repeat(1_900)}//` }, 'No operation has'] as const),
    ],
    [
      'a search for a path of asterisks',
      ...([
        'POST',
        'requests/find',
        { path: `/api${'*'.repeat(9_000)}` },
        'The `path` must be a path',
      ] as const),
    ],
    [
      'rows with very long strings',
      ...([
        'POST',
        'rows',
        { locations: { count: 10_000, long: 'x'.repeat(30_000) } },
        'may have 64000000 characters',
      ] as const),
    ],
    [
      'a host name of 8,000,000 characters',
      ...([
        'POST',
        'rows',
        { nodes: { fqdn: 'a.'.repeat(4_000_000) } },
        'may have 500000 characters',
      ] as const),
    ],
    [
      'a change of a row to 4,000,000 characters',
      ...(['PATCH', 'rows/nodes/1', { name: long }, 'A node may have 500000 characters as JSON'] as const),
    ],
    [
      'rules of 400,000 characters',
      ...([
        'PATCH',
        'rows/variables/1',
        { rules: 'a|'.repeat(200_000) },
        'must be a string of at most 10000 characters',
      ] as const),
    ],
    [
      'a change that creates very many users',
      ...([
        'PATCH',
        'rows/servers/1',
        { subusers: list(20_000, (nth) => `user_${nth}`) },
        'At most 10000 rows can be made at once',
      ] as const),
    ],
    [
      'a list with duplicate ids',
      ...([
        'PATCH',
        'rows/servers/1',
        { subuser_ids: list(60_000, () => 1) },
        'must be a list of different ids',
      ] as const),
    ],
    [
      'mounts for very many eggs',
      ...(['POST', 'rows', { eggs: 2_000, mounts: 2_000 }, 'can name 200000 eggs and nodes'] as const),
    ],
  ])('%s', async (_, method, path, json, says) => {
    const service = await startService({ scenario: 'empty' })
    const started = processorTime()
    const reply = await service.ask(method, `/_nestbox/${path}`, { json })
    expect([reply.status, reply.json.detail]).toEqual([422, expect.stringContaining(says)])
    expect(reply.text.length).toBeLessThan(10_000)
    expect(processorTime() - started).toBeLessThan(4_000)
  })

  it.each(['seed', 'scenario'])('a world with a %s of 1,001 characters', async (field) => {
    const service = await startService({ scenario: 'empty' })
    const before = service.info()
    const json = { ...service.state(), [field]: 's'.repeat(1_001) }
    const reply = await service.ask('PUT', '/_nestbox/state', { json })
    expect([reply.status, reply.json.detail]).toEqual([
      422,
      expect.stringContaining(`${field} must be a string of at most 1000 characters`),
    ])
    expect(service.info()).toEqual(before)
  })

  it('a world with a host name of 8,000,000 characters', async () => {
    const service = await startService({ scenario: 'empty' })
    const state = service.state()
    const nodes = state.tables.nodes.map((node) => ({ ...node, fqdn: 'a.'.repeat(4_000_000) }))
    const json = { ...state, tables: { ...state.tables, nodes } }
    const reply = await service.ask('PUT', '/_nestbox/state', { json })
    expect([reply.status, reply.json.detail]).toEqual([
      422,
      expect.stringContaining('tables.nodes[0].fqdn must be a host name or an IP address'),
    ])
    expect(service.state()).toEqual(state)
  })

  it.runIf(isWhole)('rows for many sandboxes do not exceed the limit of sandboxes', async () => {
    const service = await startService({ scenario: 'empty' })
    const json = { locations: { count: 130, long: 'x'.repeat(480_000) } }
    for (const name of ['one', 'two', 'three', 'four', 'five'])
      expect((await service.ask('POST', `/_nestbox/rows?sandbox=${name}`, { json })).status).toBe(201)
    const { sandboxes } = (await service.ask('GET', '/_nestbox/sandboxes')).json
    expect(sandboxes.map(({ name }: { name: string }) => name)).toEqual(['two', 'three', 'four', 'five'])
  })

  it.each([
    ['100 alternatives', list(100, () => 'xxxxxxy').join()],
    ['a long alternative', `${'x'.repeat(4_000)}y${'x'.repeat(4_000)}`],
  ])(
    'filters compare a limited number of characters: long strings with %s are refused',
    async (_, wanted) => {
      const service = await startService({ scenario: 'empty', gaps: { 'operations.beyond': 'companions' } })
      const json = { locations: { count: 5, long: 'x'.repeat(400_000) } }
      expect((await service.ask('POST', '/_nestbox/rows', { json })).status).toBe(201)
      const filtered = (text: string) =>
        service.ask('GET', `/api/application/locations?filter[long]=${text}`, { token: service.root })
      expect((await filtered(list(10, () => 'xxxxxxy').join())).json.data).toEqual([])
      const { status, json: refusal } = await filtered(wanted)
      expect([status, refusal.errors[0].detail]).toEqual([
        422,
        expect.stringContaining('The `filter[long]` must have fewer characters'),
      ])
    },
  )

  it('10,000 locations, 4,000 owners by name, and 5,000 users of one name are created soon', async () => {
    const { ask } = await startService({ scenario: 'empty' })
    const started = processorTime()
    const servers = list(4_000, (nth) => ({ owner: `user_${nth}` }))
    expect((await ask('POST', '/_nestbox/rows', { json: { locations: 10_000 } })).status).toBe(201)
    expect((await ask('POST', '/_nestbox/rows', { json: { servers } })).status).toBe(201)
    const users = { count: 5_000, first_name: 'Jo', last_name: 'March' }
    expect((await ask('POST', '/_nestbox/rows', { json: { users } })).status).toBe(201)
    expect(processorTime() - started).toBeLessThan(5_000)
  })

  it('1,500 servers share one environment of 1,000 values: it is not copied for each', async () => {
    const { add } = await startService({ scenario: 'empty' })
    const bytesOf = async (values: number): Promise<number> => {
      const before = heap()
      await add.rows({ servers: { count: 1_500, environment: names(values, 'value') } })
      return heap() - before
    }
    const [few, many] = [await bytesOf(2), await bytesOf(1_000)]
    // Copies would take 12,000,000 bytes and more, as a reference to a value takes 8.
    expect(many - few).toBeLessThan(5_000_000)
  })

  it('2,000 nodes by their locations, 2,000 eggs, and servers on them are created soon', async () => {
    const { ask } = await startService({ scenario: 'empty' })
    const add = async (json: object) => {
      const { status, json: made } = await ask('POST', '/_nestbox/rows', { json })
      expect(status).toBe(201)
      return made.rows
    }
    const started = processorTime()
    const { locations } = await add({ locations: 5_000 })
    const names: string[] = locations.map(({ short }: { short: string }) => short)
    await add({ nodes: names.slice(-2_000).map((location) => ({ location })) })
    await add({ eggs: { count: 2_000, variables: [] } })
    const { servers } = await add({ servers: 2_000 })
    expect(new Set(servers.map(({ node_id }: { node_id: number }) => node_id)).size).toBeGreaterThan(1_990)
    expect(processorTime() - started).toBeLessThan(5_000)
  })

  it('a state with rows in descending order of ids is read soon', async () => {
    const { ask, state } = await startService({ scenario: 'empty' })
    const { tables, ...head } = state()
    const [location] = tables.locations
    const locations = list(80_000, (nth) => ({ ...location, id: 80_000 - nth }))
    const started = processorTime()
    const json = { ...head, tables: { ...tables, locations } }
    expect((await ask('PUT', '/_nestbox/state', { json })).status).toBe(200)
    expect(processorTime() - started).toBeLessThan(6_000)
    expect(
      state()
        .tables.locations.slice(0, 3)
        .map(({ id }) => id),
    ).toEqual([1, 2, 3])
  })

  it.runIf(isWhole)('a world accepts new rows up to its limit', async () => {
    const { add, info } = await startService({ scenario: 'empty' })
    const long = 'x'.repeat(480_000)
    for (let times = 0; times < 2; times += 1) await add.locations(130, { long })
    const { checksum } = info()
    await expect(add.locations(130, { long })).rejects.toMatchObject({
      status: 413,
      message: expect.stringMatching(/^The world would have \d+ characters in new and changed rows; it may /),
    })
    expect(info().checksum).toBe(checksum)
  })

  it('a row of control characters has the weight of its JSON', async () => {
    const { ask } = await startService({ scenario: 'empty' })
    const add = (length: number) =>
      ask('POST', '/_nestbox/rows', { json: { locations: { long: '\u0001'.repeat(length) } } })
    expect((await add(80_000)).status).toBe(201)
    const refused = await add(90_000)
    expect([refused.status, refused.json.detail]).toEqual([
      422,
      expect.stringContaining('A location may have 500000 characters as JSON'),
    ])
  })

  it('allocations are created soon until their node has no free port', async () => {
    const { ask, info } = await startService({ scenario: 'empty' })
    const add = (count: number) =>
      ask('POST', '/_nestbox/rows', { json: { allocations: { count, node: 1 } } })
    const started = processorTime()
    for (let times = 0; times < 6; times += 1) expect((await add(10_000)).status).toBe(201)
    const before = info().checksum
    const full = await add(10_000)
    expect([full.status, full.json.detail]).toEqual([
      422,
      'The node 1 has no free port for another allocation.',
    ])
    expect(info().checksum).toBe(before)
    expect(processorTime() - started).toBeLessThan(10_000)
  })

  it('a world has up to 1,000 tokens, and none of them slows down the log', async () => {
    const { ask, tokens } = await startService({ scenario: 'empty', log: createLog('info', () => {}) })
    const json = { kind: 'client', user: 1 } as const
    for (let count = tokens.list().length; count < 1_000; count += 1) tokens.issue(json)
    const full = await ask('POST', '/_nestbox/tokens', { json })
    expect([full.status, full.json.detail]).toEqual([409, expect.stringContaining('There are 1000 tokens')])
    expect((await ask('POST', '/_nestbox/tokens?sandbox=other', { json })).status).toBe(201)
  })
})

describe('a request leaves only as much in memory as it adds to the data and the log:', () => {
  const short = 'a name of some length'
  const backups = ({ world }: Service) => `/api/client/servers/${world.tables.servers.must(1).uuid}/backups`
  it.each<[what: string, method: string, path: (service: Service) => string, ask: (nth: number) => Ask]>([
    [
      'a string with many spaces at its end',
      ...(['PATCH', () => '/api/application/nodes/1'] as const),
      (nth: number) => ({ json: { description: `${short} ${nth}`.padEnd(900_000) } }),
    ],
    [
      'a form whose last field replaces a long one',
      ...(['PUT', () => startup] as const),
      (nth: number) => ({
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `startup=${short}${nth}&other=${'x'.repeat(900_000)}&other=1`,
      }),
    ],
    [
      'many empty lines',
      ...(['POST', backups] as const),
      (nth: number) => ({ json: { ignored: `${short} ${nth}`.padEnd(450_000, '\n') } }),
    ],
  ])('%s', async (_, method, path, ask) => {
    const service = await startService({ gaps: { 'operations.beyond': 'panel' } })
    service.gaps.set({ 'body.empty-text': 'null', 'body.media-types': 'lenient' })
    const sendTo = async (nth: number) => {
      const { status } = await service.ask(method, `/~s${nth}${path(service)}`, {
        ...ask(nth),
        token: service.root,
      })
      expect(status).toBe(200)
    }
    await sendTo(0)
    const before = heap()
    for (let nth = 1; nth <= 24; nth += 1) await sendTo(nth)
    expect(heap() - before).toBeLessThan(8_000_000)
  })
})

describe('an upload', () => {
  const import_ = (head: string, parts = 1) => {
    const part = `--x\r\nContent-Disposition: form-data; name="import_file"; ${head}\r\n\r\n{}\r\n`
    return {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: `${part.repeat(parts)}--x--\r\n`,
    }
  }

  it.each([
    ['with a long head of a part', import_('filename="'.repeat(100_000)), '4096 bytes in the head of a part'],
    [
      'with very many parts',
      import_('x', 20_000),
      '10 files of 1024000 bytes together, and 100 other fields',
    ],
    ...['\r', '\r\n', '\r\n-'].map((end): [string, ReturnType<typeof import_>, string] => [
      `with a file of nothing but ${JSON.stringify(end)}`,
      import_(`filename="e"\r\n\r\n${end.repeat(1_000_000 / end.length)}`),
      '20000 line ends',
    ]),
  ])('%s is refused soon', async (_, { headers, body }, says) => {
    const service = await startService()
    const started = processorTime()
    const { status, json } = await service.ask('POST', egg, { token: service.root, headers, body })
    expect([status, json.errors[0].detail]).toEqual([413, expect.stringContaining(says)])
    expect(processorTime() - started).toBeLessThan(4_000)
  })

  it('can have a file with a long name', async () => {
    const service = await startService()
    const ask = import_(`filename="${'n'.repeat(3_900)}"`)
    expect((await service.ask('POST', egg, { token: service.root, ...ask })).status).toBe(422)
  })
})
