import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  choicesAt,
  concerns,
  gaps,
  operationIds,
  operations,
  type SettableGapId,
  settableGapIds,
} from '../../src/contract/index.ts'
import { GapSettings, type Nestbox, profile, startNestbox } from '../../src/index.ts'
import { isWhole, sample } from '../../src/testing/sample.ts'
import type { Check } from '../checks/check.ts'
import { checks } from '../checks/index.ts'
import type { Observation } from '../judge/outcome.ts'
import { startSecondServer } from '../proof/second/server.ts'
import { type RunOptions, run } from '../run.ts'
import type { Run } from '../run-result.ts'
import { readTarget } from '../target/read-target.ts'
import type { Target } from '../target/target.ts'

/** One success of every operation, and the refusals of one. */
const cheap: readonly Check[] = checks.filter(
  ({ id }) =>
    id.endsWith('/response') ||
    /^5\/list-server-mounts-refuses-(?:no-header|garbage|application-token|user-client-token)$/.test(id),
)

/** The checks of the operations whose responses depend on a gap; what the others send observes other gaps. */
const aboutGap = (id: SettableGapId): readonly Check[] => {
  const sections = operationIds
    .filter((each) => concerns(id, operations[each]))
    .map((each) => operations[each].section)
  const own = cheap.filter(({ section }) => sections.includes(section))
  return own.length === 0 || beyondOwn.includes(id) ? cheap : own
}

/** Gaps that are observed in requests of other operations too. */
const beyondOwn: readonly SettableGapId[] = [
  'refusal.unknown-token',
  'refusal.wrong-kind',
  'refusal.foreign-server',
  'server.unavailable',
  'import.keeps',
  'startup.rules',
  'startup.missing-variables',
  'startup.unknown-variables',
  'tags.enforced',
]

/** Choices that look like others to a client that has only the document's operations and three tokens. */
const hidden: Partial<Record<SettableGapId, Readonly<Record<string, 'unseen' | 'other' | 'companions'>>>> = {
  // The kit looks for a read beyond the document, not for writes.
  'operations.beyond': { panel: 'companions' },
  // Nobody promises the token of a subuser.
  'access.subusers': { serve: 'unseen', refuse: 'unseen' },
  // The server of the demo world has backups, and its host has databases.
  'page.empty-total': { '1': 'unseen', '0': 'unseen' },
  // In the demo world every mount tied to the egg is tied to the node as well.
  'mounts.eligible': { 'egg-and-node': 'unseen', egg: 'unseen' },
  // No server that the kit reads has a backup in progress.
  nulls: { unfinished: 'unseen', filled: 'unseen' },
  // That there is no limit could only be seen by looking for one without end.
  'rate.limit': { off: 'unseen' },
  // Without a limit no response has its headers.
  'rate.headers': { count: 'unseen', spare: 'unseen' },
  // The kit sends the operations of the document only.
  'status.options': { '204': 'unseen', '200': 'unseen' },
}

const expected = (id: SettableGapId, choice: string): string => hidden[id]?.[choice] ?? choice

type Mock = Omit<Nestbox, 'target'> & { readonly target: Target }

async function startMock(gapSettings: GapSettings): Promise<Mock> {
  const nestbox = await startNestbox({ gapSettings })
  const response = await fetch(`${nestbox.url}/_nestbox/target.json`)
  return { ...nestbox, target: readTarget(await response.json(), 'target.json') }
}

async function played(gapSettings: GapSettings, options: Partial<RunOptions> = {}): Promise<Run> {
  await using mock = await startMock(gapSettings)
  return await run({ target: mock.target, checks: cheap, ...options })
}

const told = ({ gaps }: Run, id: string): Observation | undefined => gaps.find((gap) => gap.id === id)

/** Observations that an observer of ours has failed to make. */
const broken = ({ gaps }: Run): readonly Observation[] =>
  gaps.filter(({ detail }) => detail?.startsWith('the observer failed'))

const pairs = settableGapIds.flatMap((id) => choicesAt(id).map((choice) => ({ id, choice })))
const defaults = pairs.filter(({ id, choice }) => choicesAt(id)[0] === choice)
/** The other choices; without `test:all`, one of every second gap. */
const others = isWhole
  ? pairs.filter(({ id, choice }) => choicesAt(id)[0] !== choice)
  : sample(4, settableGapIds).map((id) => ({ id, choice: choicesAt(id)[1] ?? '' }))

const companions = new GapSettings().set('operations.beyond', 'companions')

/** The target of a mock that runs no more. */
let target: Target
/** Full runs of the plainest mock and of one with reads beyond the document. */
let full: Run
let rich: Run

beforeAll(async () => {
  await using mock = await startMock(new GapSettings())
  target = mock.target
  full = await run({ target, checks })
  rich = await played(companions, { checks })
})

describe('a full run against the mock server with default gap settings', () => {
  const most = 125 * Object.keys(operations).length
  it(`observes the default of every gap, in the order of the contract, in at most ${most} requests`, () => {
    expect(full.results.filter(({ status }) => status !== 'pass')).toEqual([])
    expect(full.gaps.map(({ id }) => id)).toEqual(Object.keys(gaps))
    expect(broken(full)).toEqual([])
    // A full run asks for the databases of a host that has none.
    for (const { id, choice } of defaults)
      expect({ id, ...told(full, id) }).toMatchObject({
        id,
        observed: id === 'page.empty-total' ? choice : expected(id, choice),
      })
    expect(full.requests).toBeLessThanOrEqual(most)
  })

  // The words of these choices name limits and fields that no request of the kit tries.
  it.each([
    ['node.ranges', 'a memory of 0 is refused'],
    ['node.names', 'a name with a slash is granted'],
    ['startup.partial', 'a command alone keeps the egg'],
    ['body.empty-text', 'spaces around a string stay'],
    ['import.keeps', 'the author is not that of the file; the egg has tags'],
    ['operations.beyond', 'GET /api/application/nodes/{node} does not show the node, but has 405'],
  ])('tells of %s what it saw, and no more', (id, detail) => {
    expect(told(full, id)).toMatchObject({ isSample: true, detail })
  })

  // The most of a whole run holds for these too.
  it.runIf(isWhole)('sends at most 120 requests for observations', async () => {
    const blind = await played(new GapSettings(), { checks, observe: false })
    expect(full.requests - blind.requests).toBeGreaterThan(0)
    expect(full.requests - blind.requests).toBeLessThanOrEqual(120)
  })

  it('restores the maintenance mode and the tags of the node and the egg of its server', async () => {
    await using mock = await startMock(new GapSettings())
    const { url, world } = mock
    const { nodes, servers, users } = world.tables
    const [node, server, people] = [nodes.must(1), servers.must(1), users.size]
    const { ledger } = await run({ target: { ...mock.target, baseUrl: url }, checks: cheap })
    const { name: _, description: __, updated_at: ___, ...fields } = node
    expect(nodes.must(1)).toMatchObject(fields)
    expect(servers.must(1).egg_id).toBe(server.egg_id)
    expect(users.size - people).toBeLessThanOrEqual(2 + 4)
    expect(ledger.filter((line) => /^users created: \d+ \(\S+@\S+ to \S+@\S+\)$/.test(line))).toHaveLength(1)
  })

  it('has the question of a gap as its title, and reports that silent gaps cannot be observed', () => {
    expect(told(full, 'events')).toEqual({
      id: 'events',
      section: '6',
      title: 'Are there events, webhooks or notifications?',
      observed: 'unseen',
      detail: 'not observable',
    })
  })
})

describe('a mock server with one gap setting changed', () => {
  it.each(others)(
    'shows $choice at $id, as src/gaps/presentation.ts or the reader of the gap decides',
    async ({ id, choice }) => {
      const turned = await played(new GapSettings().set(id, choice), { checks: aboutGap(id) })
      expect(broken(turned)).toEqual([])
      expect(told(turned, id)).toMatchObject({ observed: expected(id, choice) })
    },
  )
})

describe('a mock server with every gap setting changed', () => {
  it.each(sample(4, ['panel', ...Array.from({ length: 6 }, (_, seed) => `grease:${seed}`)]))(
    'is never observed with another choice in %s',
    async (name) => {
      const gapSettings = profile(name)
      const seen = await played(gapSettings)
      expect(broken(seen)).toEqual([])
      expect(seen.results.filter(({ status }) => status === 'fail')).toEqual([])
      const mistaken = seen.gaps.filter(({ id, observed }) => {
        const silent = observed === 'unseen' || observed === 'other'
        const choice = gapSettings.settings[id as SettableGapId]
        const isKnown = [choice, expected(id as SettableGapId, choice)].includes(observed)
        return !silent && !isKnown && !isCapped(gapSettings, id)
      })
      expect(mistaken).toEqual([])
    },
  )
})

/** A page cannot hold more databases by default than at most. */
const isCapped = ({ gap }: GapSettings, id: string): boolean =>
  id === 'page.default-databases' &&
  Number(gap('page.default-databases')) > Number(gap('page.maximum-databases'))

describe('reads beyond the document', () => {
  it('are tried for the node and the server that the run changes', () => {
    const detail = 'GET /api/application/nodes/{node} is granted'
    expect(told(rich, 'operations.beyond')).toMatchObject({ observed: 'companions', detail })
    const beyond = rich.exchanges.filter(({ ask }) => !Object.hasOwn(operations, ask.operation))
    expect(new Set(beyond.map(({ ask }) => ask.operation))).toEqual(
      new Set(['showNode', 'showServer', 'showUser']),
    )
  })

  it('are not sent in a read-only run, which is limited to the document', async () => {
    const seen = await played(companions, { checks, readOnly: true })
    expect(told(seen, 'operations.beyond')).toMatchObject({
      observed: 'unseen',
      detail: 'the run is read-only',
    })
    expect(seen.exchanges.filter(({ ask }) => !Object.hasOwn(operations, ask.operation))).toEqual([])
  })

  it('are not judged: no result and no field contains their responses', () => {
    expect(rich.results.map(({ id, status }) => [id, status])).toEqual(
      full.results.map(({ id, status }) => [id, status]),
    )
    expect(rich.fields).toEqual(full.fields)
    // Values that were read first are put back, so there are fewer leftovers.
    expect(rich.ledger.length).toBeLessThan(full.ledger.length)
  })

  it('are not sent if no check needs them', async () => {
    const seen = await played(companions, { checks: checks.filter(({ id }) => id === '4.4/response') })
    expect(told(seen, 'operations.beyond')).toMatchObject({ observed: 'unseen' })
  })
})

describe('the requests for observations', () => {
  it('are none if no check has sent a request', async () => {
    const idle = await played(new GapSettings(), { checks: [counter(() => {})] })
    expect(idle.requests).toBe(0)
    expect(new Set(idle.gaps.map(({ observed }) => observed))).toEqual(new Set(['unseen']))
  })

  it('are of the operations that the selected checks call', async () => {
    const reading = checks.filter(({ id }) => id === '4.4/response')
    const { exchanges, gaps } = await played(new GapSettings(), { checks: reading })
    expect(new Set(exchanges.map(({ ask }) => ask.operation))).toEqual(new Set(['listServerMounts']))
    const told = gaps.filter(({ observed }) => observed !== 'unseen').map(({ id }) => id)
    expect(told).toEqual(
      expect.arrayContaining(['status.success', 'status.unknown-resource', 'path.short-identifier']),
    )
  })

  it('are only reads in a read-only run, which reports that', async () => {
    const seen = await played(new GapSettings(), { checks, readOnly: true })
    expect(seen.exchanges.filter(({ ask }) => ask.method !== 'GET')).toEqual([])
    expect(told(seen, 'page.over-maximum')).toMatchObject({ observed: 'clamp' })
    expect(told(seen, 'node.scheme')).toMatchObject({ observed: 'unseen', detail: 'the run is read-only' })
  })

  it('are only those that the target allows', async () => {
    await using mock = await startMock(new GapSettings())
    const { requests: _, resources, ...rest } = mock.target
    const poor = { ...rest, requests: {}, resources: { ...resources, tags: [1] } }
    const seen = await run({ target: poor, checks: cheap })
    expect(broken(seen)).toEqual([])
    expect(told(seen, 'startup.fields')).toMatchObject({ observed: 'unseen' })
    expect(told(seen, 'startup.missing-variables')?.detail).toContain('requests.startup')
    expect(told(seen, 'tags.body')?.detail).toContain('fewer than two tags')
  })
})

describe('other servers', () => {
  it('the second implementation is observed as it was built', async () => {
    const second = await startSecondServer()
    onTestFinished(() => second.close())
    const seen = await run({ target: readTarget(second.target, 'second'), checks })
    expect(broken(seen)).toEqual([])
    expect(seen.verdict).toBe('conforms')
    const observed = Object.fromEntries(
      seen.gaps.map(({ id, observed, detail }) => [id, observed === 'other' ? `other: ${detail}` : observed]),
    )
    expect(observed).toMatchObject({
      'status.created': 'other: 202',
      'operations.beyond': 'absent',
      'status.invalid': '400',
      'refusal.foreign-server': '403',
      'error.body': 'other: JSON with message',
      'page.default-backups': 'other: 7',
      'page.over-maximum': 'refuse',
      'page.maximum-databases': 'other: 5',
      'page.links': 'other: next, previous, self',
      'list.order': 'newest',
      'backups.count': 'other: 56; there are 64, of which 7 failed',
      'node.ranges': 'accept',
      'tags.body': 'other: selection',
      'startup.fields': 'other: settings, bypass_installer',
      'users.duplicate': 'other: a user name alone can be shared',
      'users.beyond-four': 'ignore',
      nulls: 'null',
      'fields.extra': 'some',
      'time.offset': expect.stringMatching(/^other: \+02(:00)? in \d+ timestamps, \+02/),
      'nesting.cut': 'two-levels',
    })
  })

  it.each(
    sample<[what: string, status: number, body: string]>(5, [
      ['nothing but 404', 404, ''],
      ['a web page', 200, '<!doctype html><p>Hello'],
      ['an empty object', 200, '{}'],
      ['null', 200, 'null'],
      [
        'lists of any items',
        200,
        '{"object":"list","data":[null,1,"x",{},{"object":"tag","attributes":[]}],"meta":7}',
      ],
      [
        'pages of any items',
        200,
        '{"object":"list","data":[],"meta":{"pagination":{"total":"many","links":[]}}}',
      ],
      [
        'an endless page',
        200,
        '{"object":"list","data":[],"meta":{"pagination":{"total":1e9,"total_pages":1e9}}}',
      ],
      ['users', 201, '{"object":"user","attributes":{"id":null,"relationships":[1]},"meta":null}'],
      ['nodes', 200, '{"object":"node","attributes":{"mounts":{},"relationships":{"location":5}}}'],
      ['servers', 200, '{"object":"server","attributes":{"status":5,"container":[],"relationships":null}}'],
      ['eggs', 200, '{"object":"egg","attributes":{"author":1,"relationships":{"variables":{"data":{}}}}}'],
      ['faults', 500, '{"errors":[null]}'],
    ]),
  )(
    'a server that responds to everything with %s is observed without an error of the kit',
    async (_, status, body) => {
      const server = createServer((request, response) => {
        request.resume()
        response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => {
        server.close()
        server.closeAllConnections()
      })
      const { port } = server.address() as AddressInfo
      const seen = await run({ target: { ...target, baseUrl: `http://127.0.0.1:${port}` }, checks })
      expect(broken(seen)).toEqual([])
      expect(seen.results.filter(({ status }) => status === 'error')).toEqual([])
      expect(seen.gaps).toHaveLength(Object.keys(gaps).length)
    },
  )

  it('a server that cannot be reached shows no choices', async () => {
    const seen = await run({ target: { ...target, baseUrl: 'http://127.0.0.1:1' }, checks: cheap })
    expect(new Set(seen.gaps.map(({ observed }) => observed))).toEqual(new Set(['unseen']))
    expect(broken(seen)).toEqual([])
  })
})

/** A check that sends nothing and counts the requests before it. */
const counter = (tell: (sent: number) => void): Check => ({
  id: '5/counter',
  section: '5',
  clauses: [],
  level: 'stated',
  title: 'counts requests',
  scenes: [async ({ exchanges }) => tell(exchanges.length)],
})
