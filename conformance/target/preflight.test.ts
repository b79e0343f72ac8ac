import { beforeAll, describe, expect, it } from 'vitest'
import { GapSettings, type Nestbox, startNestbox } from '../../src/index.ts'
import { isWhole } from '../../src/testing/sample.ts'
import { choose } from '../checks/choose.ts'
import { checks } from '../checks/index.ts'
import { run } from '../run.ts'
import type { Run } from '../run-result.ts'
import { readTarget } from './read-target.ts'
import type { Target } from './target.ts'

/** The mock server with its reads beyond the document, without them, and without nested resources. */
const mocks: { rich?: Nestbox; plain?: Nestbox; cut?: Nestbox } = {}

beforeAll(async () => {
  mocks.rich = await startNestbox({ gapSettings: new GapSettings().set('operations.beyond', 'companions') })
  mocks.plain = await startNestbox()
  mocks.cut = await startNestbox({ gapSettings: new GapSettings().set('nesting.cut', 'cut') })
  return () => Promise.all(Object.values(mocks).map((mock) => mock.close()))
})

type Change = (target: Target) => Partial<Target>

let sandboxes = 0

/**
 * A run with a wrong target.
 * @param only the checks that are run, all by default
 */
async function runWith(
  change: Change,
  mock: keyof typeof mocks = 'rich',
  only: readonly string[] = [],
): Promise<Run> {
  sandboxes += 1
  const url = `${mocks[mock]?.url}/~look-${sandboxes}`
  const target = readTarget(await (await fetch(`${url}/_nestbox/target.json`)).json(), url)
  return run({
    target: { ...target, ...change(target) },
    checks: choose(checks, { only }),
    observe: false,
    requests: 'own',
  })
}

/** What a run says of the checks that it skips. */
const skips = ({ results }: Run) =>
  results.flatMap(({ status, message = '' }) => (status === 'skip' ? [message] : []))

const writes = ({ exchanges }: Run) => exchanges.filter(({ ask }) => ask.method !== 'GET')

const twoServers: Change = ({ resources: { otherServer, server, ...others } }) => ({
  resources: { ...others, server: { id: server?.id ?? 0, uuid: otherServer?.uuid ?? '' } },
})

/** A target with another id or UUID of the server. */
const named =
  (wrong: Partial<NonNullable<Target['resources']['server']>>): Change =>
  ({ resources: { server = { id: 0, uuid: '' }, ...others } }) => ({
    resources: { ...others, server: { ...server, ...wrong } },
  })

const swap: Change = ({ tokens: { application = '', rootClient = '', ...others } }) => ({
  tokens: { ...others, application: rootClient, rootClient: application },
})

describe('a target that does not match its server', () => {
  it.each<[what: string, mock: keyof typeof mocks, change: Change, problems: readonly RegExp[]]>([
    [
      'an application token and a root token that are swapped',
      'plain',
      swap,
      [
        /^`tokens.rootClient` and `tokens.application` seem to be swapped: GET \S+\/databases refuses the first/,
      ],
    ],
    [
      'a root token and a user token that are swapped',
      'plain',
      ({ tokens: { rootClient = '', userClient = '', ...others } }) => ({
        tokens: { ...others, rootClient: userClient, userClient: rootClient },
      }),
      [/^`tokens.rootClient` and `tokens.userClient` seem to be swapped/],
    ],
    [
      'an application token instead of the user token',
      'plain',
      ({ tokens: { application = '', userClient = '', ...others } }) => ({
        tokens: { ...others, application: userClient, userClient: application },
      }),
      [/^`tokens.userClient` and `tokens.application` seem to be swapped/],
    ],
    [
      'an id and a UUID of two servers',
      'rich',
      twoServers,
      [/^`resources.server` is wrong: the server with the id 1 has the UUID [-0-9a-f]+, not [-0-9a-f]+\.$/],
    ],
    [
      'an id and a UUID of two servers, by their mounts',
      'plain',
      twoServers,
      [/^`resources.server` is wrong: the server with the id 1 has the UUID [-0-9a-f]+, not [-0-9a-f]+\.$/],
    ],
    [
      'an unknown id of a server',
      'plain',
      named({ id: 99_999 }),
      [/^`resources.server` is wrong: the server with the UUID [-0-9a-f]+ has the id 1, not 99999\.$/],
    ],
    [
      'an unknown UUID of a server',
      'plain',
      named({ uuid: 'nobody' }),
      [/^`resources.server` is wrong: the server with the id 1 has the UUID [-0-9a-f]+, not nobody\.$/],
    ],
    [
      'a wrong location of the node, by a read of the node',
      'rich',
      ({ resources }) => ({ resources: { ...resources, location: 77 } }),
      [/^`resources.location` is wrong: the node 1 is in location \d+, not 77\.$/],
    ],
    [
      'a wrong location of the node, by the mounts of its server',
      'plain',
      ({ resources }) => ({ resources: { ...resources, location: 77 } }),
      [/^`resources.location` is wrong: the node 1 is in location \d+, not 77\.$/],
    ],
    [
      'another server with a wrong UUID',
      'rich',
      ({ resources: { otherServer, ...others } }) => ({
        resources: { ...others, otherServer: { id: otherServer?.id ?? 0, uuid: 'not-its-own' } },
      }),
      [/^`resources.otherServer` is wrong: .+, not not-its-own\.$/],
    ],
    [
      'a server on another node, with another egg',
      'rich',
      ({ resources }) => ({ resources: { ...resources, node: 999, egg: 998 } }),
      [/its node is \d+, but `resources.node` is 999\.$/, /its egg is \d+, but `resources.egg` is 998\.$/],
    ],
  ])('by %s is reported, and nothing is written or judged', async (_, mock, change, problems) => {
    const outcome = await runWith(change, mock)
    expect(outcome.targetProblems).toEqual(problems.map((problem) => expect.stringMatching(problem)))
    expect(outcome).toMatchObject({ verdict: 'incomplete', results: [], cut: checks.length })
    expect(writes(outcome)).toEqual([])
  })

  it.each<[what: string, change: Change, problem: RegExp]>([
    ['an id and a UUID of two servers', twoServers, /the id 1 has the UUID [-0-9a-f]+, not [-0-9a-f]+\.$/],
    ['an unknown id of a server', named({ id: 99_999 }), /the UUID [-0-9a-f]+ has the id 1, not 99999\.$/],
    [
      'an unknown UUID of a server',
      named({ uuid: 'nobody' }),
      /the id 1 has the UUID [-0-9a-f]+, not nobody\.$/,
    ],
  ])(
    'by %s is reported after the first startup updates if no read shows servers',
    async (_, change, problem) => {
      const outcome = await runWith(change, 'cut')
      expect(outcome.targetProblems).toEqual([expect.stringMatching(problem)])
      expect(outcome).toMatchObject({ verdict: 'incomplete', results: [] })
      expect(writes(outcome).every(({ ask }) => ask.operation === 'updateServerStartup')).toBe(true)
    },
  )

  it('by an unknown id is not reported if the run must not write', async () => {
    const wrong = named({ id: 99_999 })
    const outcome = await runWith((target) => ({ ...wrong(target), disposable: false }), 'cut', ['4'])
    expect(outcome.results.filter(({ status }) => status === 'fail')).toEqual([])
    expect(skips(outcome)).toContainEqual(expect.stringMatching(/99999.*`resources\.server` may be wrong/))
  })

  it('by an unknown egg and node leaves no changes', async () => {
    const { ledger } = await runWith(
      ({ resources }) => ({ resources: { ...resources, egg: 998, node: 999 } }),
      'plain',
      ['4.1/response', '4.2/response', '4.3/response', '4.5/response'],
    )
    expect(ledger.filter((line) => /99[89]/.test(line))).toEqual([])
  })

  it('by a server of a root administrator is reported', async () => {
    const nestbox = mocks.rich
    const state = nestbox?.state()
    const admin = state?.tables.users.find(({ root_admin }) => root_admin)
    const server = state?.tables.servers.find(({ user_id }) => user_id === admin?.id)
    const outcome = await runWith(({ resources }) => ({
      resources: {
        ...resources,
        node: server?.node_id ?? 0,
        egg: server?.egg_id ?? 0,
        server: { id: server?.id ?? 0, uuid: server?.uuid ?? '' },
      },
    }))
    expect(outcome.targetProblems).toContainEqual(
      expect.stringMatching(/belongs to user \d+, who is a root administrator\.$/),
    )
    expect(writes(outcome)).toEqual([])
  })

  it('by an unknown key is reported at the end of the run, and fails no check', async () => {
    const wrong: Change = ({ tokens }) => ({ tokens: { ...tokens, rootClient: 'belongs-to-nobody' } })
    const outcome = await runWith(wrong, 'rich', isWhole ? [] : ['4.*/response', '5/*-root-client'])
    expect(outcome.targetProblems).toEqual([
      expect.stringMatching(/^`tokens.rootClient` may be wrong: each of the \d+ requests .+ with 401\.$/),
    ])
    expect(outcome.results.filter(({ status }) => status === 'fail')).toEqual([])
    expect(outcome.verdict).toBe('incomplete')
  })

  it('is reported with all its problems together', async () => {
    const outcome = await runWith((target) => ({
      ...swap(target),
      resources: { ...target.resources, node: 999 },
    }))
    expect(outcome.targetProblems.join(' ')).toMatch(/seem to be swapped.+`resources.node` is 999/)
  })

  it('is checked with the three lists only, if the target is not disposable', async () => {
    const outcome = await runWith((target) => ({ ...swap(target), disposable: false }))
    expect(outcome.targetProblems).toHaveLength(1)
    expect(outcome.exchanges.map(({ ask }) => ask.operation)).toEqual(
      outcome.exchanges.map(() =>
        expect.stringMatching(/^list(?:ServerMounts|ServerBackups|HostDatabases)$/),
      ),
    )
  })
})

describe('a target that matches its server', () => {
  it.each(['rich', 'plain', 'cut'] as const)(
    'has no problems with the mock server that is %s',
    async (mock) => {
      const { targetProblems } = await runWith(
        () => ({}),
        mock,
        isWhole ? ['4'] : ['4.*/response', '4.5/egg'],
      )
      expect(targetProblems).toEqual([])
    },
  )
})

describe('a resource that the server does not have', () => {
  it.each([
    ['otherEgg', 7777, ['4.2']],
    ['otherNode', 7777, ['4.1', '4.2']],
    ['tags', [7777], ['4.2']],
  ])('is reported by its key if requests with it are refused: %s', async (name, value, only) => {
    const change: Change = ({ resources }) => ({ resources: { ...resources, [name]: value } })
    const seen = await runWith(change, 'plain', only)
    const named = skips(seen).filter((message) => message.includes(`\`resources.${name}\``))
    expect(named).not.toEqual([])
    expect(named.every((message) => /4\d\d with /.test(message))).toBe(true)
  })
})

describe('a target with entries that are not in the document', () => {
  it('is doubted if the fields of its startup have no effect', async () => {
    const startup = { envv: { A: 'b' }, skip: true }
    const { targetProblems } = await runWith(
      ({ requests }) => ({ requests: { ...requests, startup } }),
      'rich',
      ['4.5'],
    )
    expect(targetProblems).toEqual([
      '`requests.startup.envv` may be wrong: no response has a value that was sent in it.',
      '`requests.startup.skip` may be wrong: `container.skip_scripts` does not depend on it.',
    ])
  })

  it('gets no unnamed field if none holds the environment', async () => {
    const startup = { skip_scripts: true }
    const seen = await runWith(({ requests }) => ({ requests: { ...requests, startup } }), 'rich', [
      '4.5',
      '5/update-server-startup',
    ])
    const unnamed = writes(seen).filter(({ ask: { json } }) => Object.hasOwn(Object(json), ''))
    expect(unnamed).toEqual([])
  })

  it('fails no check because of its own page of a list', async () => {
    const query = { listServerBackups: { page: 99 }, listHostDatabases: { page: 3 } }
    const { results } = await runWith(() => ({ query }), 'plain', ['2', '4.7', '4.8'])
    expect(results.filter(({ status }) => status === 'fail')).toEqual([])
  })
})
