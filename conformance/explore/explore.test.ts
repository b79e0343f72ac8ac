import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operations } from '../../src/contract/index.ts'
import { GapSettings, profile } from '../../src/index.ts'
import { isWhole, sample } from '../../src/testing/sample.ts'
import { choose } from '../checks/choose.ts'
import { checks } from '../checks/index.ts'
import { Client } from '../client/client.ts'
import { isTokenName } from '../client/credentials.ts'
import { nodeSizes } from '../judge/body-fields.ts'
import { Fixtures } from '../judge/fixtures.ts'
import { Session } from '../judge/session.ts'
import { everyResource, instead, refusal, refusedWhen } from '../proof/changes.ts'
import { replace } from '../proof/json.ts'
import {
  asBy,
  bodyOf,
  isGranted,
  type MakeMiddleware,
  type Middleware,
  type ProxyRequest,
} from '../proof/messages.ts'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { type Effect, effects } from '../proof/only-then/effects.ts'
import { onlyThen } from '../proof/only-then/index.ts'
import { startProxy } from '../proof/proxy.ts'
import { verdictInWords } from '../report/summary.ts'
import { type RunOptions, run } from '../run.ts'
import type { Run } from '../run-result.ts'
import type { Target } from '../target/target.ts'
import { runBehind } from '../testing/run-behind.ts'
import { type Exploration, type ExploreOptions, Explorer } from './explore.ts'
import type { Told } from './trials.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

const pause = async (_: number): Promise<void> => {}

/** Explores a server without the checks before, whose requests take longer than those of most tests. */
async function explorationOf(
  { baseUrl, tokens, headers, ...target }: Target,
  only: readonly string[],
  explore: ExploreOptions,
  waits = pause,
): Promise<Exploration> {
  const client = new Client({ baseUrl, tokens, headers, pause: waits })
  const session = new Session({ baseUrl, tokens, headers, ...target }, client)
  onTestFinished(() => client.close())
  return new Explorer(new Fixtures(session, 'loose'), choose(checks, { only })).explore(explore)
}

/** The same of the mock server behind a middleware. */
async function exploreBehind(
  make: MakeMiddleware,
  only: readonly string[],
  { requests, seed = 'test', ...more }: Partial<ExploreOptions> & { readonly requests: number },
  waits = pause,
): Promise<Exploration> {
  const proxy = await startProxy(pool.fresh(), make())
  onTestFinished(() => proxy.close())
  const result = await explorationOf(proxy.target, only, { requests, seed, ...more }, waits)
  expect(proxy.faults).toEqual([])
  return result
}

/** Runs a few checks on the mock server behind a middleware, and explores it. */
async function explored(
  make: MakeMiddleware,
  only: readonly string[],
  requests = 400,
  more: Partial<RunOptions> = {},
): Promise<Run> {
  return runBehind(pool.fresh(), make(), {
    checks: choose(checks, { only }),
    ...(requests > 0 && { explore: { requests, seed: 'test' } }),
    ...more,
  })
}

/**
 * Explores with one seed after the other until a check fails: what one of them meets is left to chance, and every change
 * of what is drawn changes it. The first one finds it with few requests now.
 */
async function foundByOne(
  make: MakeMiddleware,
  only: readonly string[],
  requests: number,
  first = 'two',
): Promise<Told | undefined> {
  for (const seed of new Set([first, 'one', 'two', 'three', 'four'])) {
    const { told } = await exploreBehind(make, only, { requests, seed, findings: 1 })
    if (told.length > 0) return told[0]
  }
  return undefined
}

const failed = ({ results }: Run) => results.filter(({ status }) => status === 'fail' || status === 'error')

/** Fewer requests outside of `test:all`, for tests of servers in which no number of requests finds a fault. */
const atMost = (requests: number): number => (isWhole ? requests : Math.ceil(requests * 0.4))

const rules = [
  '2',
  '4.1/persists',
  '4.2/tags-now',
  '4.3/persists',
  '4.5/persists',
  '4.5/identity',
  '4.7/stable',
  '4.4/stable',
]

describe('an exploration finds no fault in', () => {
  it.each(
    sample(4, [
      ['the mock server with a random choice at every gap', { gapSettings: profile('grease:3') }],
      ['the mock server with default options', {}],
      ['the mock server as the real panel', { gapSettings: profile('panel') }],
      [
        'the mock server without nested resources',
        { gapSettings: new GapSettings().set('nesting.cut', 'cut') },
      ],
      ['the mock server with unusual values', { scenario: 'edge' as const }],
      ['the mock server with counts of zero', { gapSettings: new GapSettings().set('counts', 'zero') }],
      ['the mock server without resources', { scenario: 'bare' as const }],
    ] as const),
  )('%s', async (_, options) => {
    const own = await startMockPool(options)
    onTestFinished(() => own.close())
    const { told, requests } = await explorationOf(own.fresh(), rules, {
      requests: atMost(250),
      seed: 'legal',
    })
    expect(told).toEqual([])
    expect(requests).toBeGreaterThanOrEqual(atMost(250))
  })

  it('a server that refuses a value with the status of a wrong token', async () => {
    const proud: MakeMiddleware = () => async (request, next) => {
      const response = await next(request)
      return response.status >= 400 ? { ...response, status: 403 } : response
    }
    const only = ['4.5/response', '4.5/by-id-and-uuid', '4.7/response', '4.8/response']
    expect((await exploreBehind(proud, only, { requests: atMost(300) })).told).toEqual([])
  })

  it('a server that refuses names of users with special characters or many letters', async () => {
    const plain: MakeMiddleware = () =>
      instead('createUser', async (request, next) =>
        /^[a-z0-9]{1,20}$/.test(String(bodyOf(request)['username'])) ? next(request) : refusal(422),
      )
    const only = ['4.6/response', '5/create-user-refused-changes-nothing']
    expect((await exploreBehind(plain, only, { requests: atMost(400) })).told).toEqual([])
  })

  it.runIf(isWhole)('a server that refuses one request after three invalid tokens', async () => {
    const strict: MakeMiddleware = () => {
      let bad = 0
      return async (request, next) => {
        if (bad === 3) {
          bad = 0
          return { status: 403, headers: {}, text: '' }
        }
        if (!isTokenName(request.credential)) bad += 1
        return next(request)
      }
    }
    const only = ['4.4/response', '4.4/by-id-and-uuid']
    expect((await exploreBehind(strict, only, { requests: atMost(300) })).told).toEqual([])
  })

  it('a server that refuses all requests after ten invalid tokens', async () => {
    const strict: MakeMiddleware = () => {
      let bad = 0
      return async (request, next) => {
        if (bad >= 10) return { status: 404, headers: {}, text: '{"errors":[]}' }
        if (!isTokenName(request.credential)) bad += 1
        return next(request)
      }
    }
    // The checks of section 5 are locked out before the exploration begins.
    const only = ['4.1/response', '4.4/response', '4.5/response', '5/update-node-refuses-*']
    const { told, notes } = await exploreBehind(strict, only, { requests: 300 })
    expect(told).toEqual([])
    expect(notes.at(-1)).toMatch(/refusals prove nothing any more/)
  })

  it.each<[string, (request: ProxyRequest) => string | undefined, number, number]>([
    ['an operation with 404', ({ operation }) => operation, 404, 6_000],
    ['a family with 403', ({ operation }) => operation && operations[operation].family, 403, 5_000],
    ['a path with 404', ({ path }) => path, 404, 12_000],
    ['an operation with 403, for ten minutes', ({ operation }) => operation, 403, 600_000],
    ['an operation with 404, for ten minutes', ({ operation }) => operation, 404, 600_000],
  ])('a server that locks clients out after three invalid tokens: of %s', async (_, placeOf, status, ms) => {
    let now = 0
    let locks = 0
    const strict: MakeMiddleware = () => {
      const bad = new Map<string | undefined, number>()
      const until = new Map<string | undefined, number>()
      return async (request, next) => {
        now += 5
        const place = placeOf(request)
        if ((until.get(place) ?? 0) > now) return refusal(status)
        const times = (bad.get(place) ?? 0) + (isTokenName(request.credential) ? 0 : 1)
        bad.set(place, times % 3)
        if (times < 3) return next(request)
        locks += 1
        until.set(place, now + ms)
        return next(request)
      }
    }
    const waits = async (pause: number): Promise<void> => {
      now += pause
    }
    for (const seed of isWhole ? ['one', 'two', 'three'] : ['two']) {
      const options = { requests: isWhole ? 300 : 150, seed }
      const { told, notes } = await exploreBehind(strict, ['4.*/response', '5/*-takes-*'], options, waits)
      expect(told).toEqual([])
      expect(notes.join('\n')).toMatch(
        /locked the kit out after invalid tokens|refusals prove nothing any more/,
      )
    }
    expect(locks).toBeGreaterThan(0)
  })

  it.each([403, 404, 405, 500])(
    'a server that refuses an operation from some request on, with %i',
    async (status) => {
      let sent = 0
      const closed = refusedWhen('listHostDatabases', () => sent > 60, status)
      const counted: MakeMiddleware = () => (request, next) => {
        sent += 1
        return closed(request, next)
      }
      const { told, ended } = await exploreBehind(counted, ['4.8/*', '5/*-takes-*'], { requests: 500 })
      expect(told).toEqual([])
      // The end of the run says whether this is a failure.
      expect(ended).toMatch(/refusals prove nothing any more: GET .*databases.* was granted before/)
    },
  )

  it('a server whose node is deleted by another client during the run', async () => {
    const deleting: MakeMiddleware = () => {
      let sent = 0
      const another = everyResource('node', (attributes) => replace(attributes, 'id', () => 9))
      return async (request, next) => {
        sent += 1
        if (sent < 60) return next(request)
        return /\/nodes\/1\b/.test(request.path) ? refusal(404) : another(request, next)
      }
    }
    const { told, ended } = await exploreBehind(deleting, ['4.1/response', '4.4/response'], { requests: 120 })
    expect(told).toEqual([])
    expect(ended).toMatch(/nodes\/1.* was granted before, and now the response is 404/)
  })

  it('a server that loses values until one is missed, and tells what was seen', async () => {
    const losing = effects.find(({ name }) => name === 'is stored as another value: `memory`') as Effect
    let sent = 0
    let isSeen = false
    let isLost = false
    const layer = losing.make(() => true)
    const once: MakeMiddleware = () => (request, next) => {
      sent += 1
      isSeen ||= isLost && request.operation === 'listServerMounts' && isTokenName(request.credential)
      const isWrite = request.operation === 'updateNode' && request.text?.includes('"memory"') === true
      isLost ||= sent > 60 && isWrite && isTokenName(request.credential)
      return isLost && isWrite && !isSeen ? layer(request, next) : next(request)
    }
    const { told, notes } = await exploreBehind(once, ['4.1/persists'], { requests: 200, seed: 'missed' })
    expect(told).toEqual([])
    expect(notes).toContainEqual(
      expect.stringMatching(/`memory` of node .* Not judged: seen once, and not again/),
    )
  })

  it('a server whose responses lag behind its writes', async () => {
    // The clock of the server advances while the kit waits, and with each request.
    let now = 0
    const lagging = (): Middleware => {
      let before: Awaited<ReturnType<Parameters<Middleware>[1]>> | undefined
      let written = 0
      return async (request, next) => {
        now += 5
        const response = await next(request)
        if (request.method !== 'GET') written = now
        if (request.operation !== 'listServerMounts' || !request.path.includes('/1/')) return response
        if (response.status !== 200) return response
        const shown = now - written < 50 && before ? before : response
        before = response
        return shown
      }
    }
    const only = ['4.1/persists']
    const waits = async (ms: number): Promise<void> => {
      now += ms
    }
    const { told, repeated } = await exploreBehind(lagging, only, { requests: 200 }, waits)
    expect(told).toEqual([])
    // Ten fields lag in one response, and have one cause.
    expect(repeated).toBeLessThan(2_000)
  })
})

const named = (name: string): MakeMiddleware => {
  const found = onlyThen.find((each) => each.name === name)
  if (!found) throw new Error(`no server "${name}"`)
  return found.make
}

describe('an exploration finds the mutant that', () => {
  it.each(
    sample(3, [
      [
        '"listServerBackups" the page lacks its last record, right after a forged request of "Update node"',
        '4.7/stable',
      ],
      ['"updateServerStartup" is stored as another value: `startup`, where a text is digits', '4.5/persists'],
      ['"importEgg" is granted to token-suffix, for the otherEgg', '5/import-egg-refuses-token-suffix'],
      ['"updateServerStartup" is refused with 403, right after "Update server startup"', '4.5/response'],
      [
        '"syncNodeTags" is refused to no-header and done, for the otherNode',
        '5/sync-node-tags-refused-changes-nothing',
      ],
    ]),
  )('%s', async (name, check) => {
    const only = [check, '4.7/pages-partition', '2.1/count-within-page']
    const found = await foundByOne(named(name), only, 2_000, 'one')
    expect(found?.steps.length).toBeLessThanOrEqual(12)
    expect(found?.again).toMatch(/occurred again/)
  })
})

describe('an exploration finds a server that', () => {
  /** A fault that the first requests do not meet, some of which are granted. */
  const later = (fault: Middleware): MakeMiddleware => {
    return () => {
      let times = 0
      return (request, next) => {
        times += 1
        return times > 150 ? fault(request, next) : next(request)
      }
    }
  }
  /** Refuses a request for its credential, but carries it out. */
  const done: Middleware = async (request, next) => {
    if (request.credential !== 'rootClient' && request.credential !== 'application')
      await next(asBy(request, 'rootClient'))
    return next(request)
  }
  const fallingToOne = (all: string, first: string, last: string): string =>
    Number(first) > Number(last) ? `[${last}]` : all
  const areLong = (text: string): boolean =>
    ['name', 'description'].every((field) => new RegExp(`"${field}":"[^"]{90}`).test(text))

  it.each(
    sample<[string, string, MakeMiddleware]>(3, [
      [
        'creates users although it refuses the request',
        '5/create-user-refused-changes-nothing',
        later(instead('createUser', done)),
      ],
      [
        'syncs the tags of a node although it refuses the request',
        '5/sync-node-tags-refused-changes-nothing',
        later(instead('syncNodeTags', done)),
      ],
      [
        'fails with two long strings, although it accepts each alone',
        '4.1/response',
        later(
          instead('updateNode', async (request, next) =>
            isTokenName(request.credential) && areLong(request.text)
              ? { status: 500, headers: {}, text: '' }
              : next(request),
          ),
        ),
      ],
      [
        'stores one of two tags in descending order',
        '4.2/tags-now',
        later(
          instead('syncNodeTags', (request, next) =>
            next({ ...request, text: request.text.replace(/\[(\d+),(\d+)\]/, fallingToOne) }),
          ),
        ),
      ],
      [
        'lists no mounts while a node has little disk',
        '4.4/response',
        () => {
          let isSmall = false
          return async (request, next) => {
            if (isSmall && request.operation === 'listServerMounts') return refusal(403)
            const response = await next(request)
            const { disk } = request.operation === 'updateNode' ? bodyOf(request) : {}
            if (isGranted(response) && typeof disk === 'number') isSmall = disk < 10_000
            return response
          }
        },
      ],
    ]),
  )('%s', async (_, check, make) => {
    expect(await foundByOne(make, [check, '4.1/persists'], 1_500, 'eight')).toMatchObject({
      check,
      again: expect.stringMatching(/occurred again each time/),
    })
  })
})

describe('a finding', () => {
  it('about a variable begins with an import that declares it, so that its commands can be repeated', async () => {
    const own = /("environment":\{"\w+":)"Explored (?:[^"\\]|\\.)*"/
    const make: MakeMiddleware = () =>
      instead('updateServerStartup', (request, next) =>
        next({ ...request, text: request.text.replace(own, '$1"none"') }),
      )
    const found = await foundByOne(make, ['4.5/environment'], 1_500)
    expect(found).toMatchObject({ check: '4.5/environment', again: expect.stringMatching(/each time/) })
    const operations = found?.steps.map((step) => ('operation' in step ? step.operation : 'none'))
    expect(operations?.[0]).toBe('importEgg')
    expect(operations?.at(-1)).toBe('updateServerStartup')
  })

  it('can be repeated as long as the server has the fault', async () => {
    const make = named('"updateNode" is not stored: `behind_proxy`, where a port is below 1,024')
    const found = await foundByOne(make, ['4.1/persists'], 500)
    expect(found?.steps.length).toBeLessThanOrEqual(12)
    expect(found?.again).toMatch(/occurred again/)
    const replay = [{ check: '4.1/persists', steps: found?.steps ?? [] }]
    const broken = await explored(make, ['4.1/persists'], 0, { replay })
    expect(broken.results).toMatchObject([{ id: '4.1/persists', status: 'fail' }])
    const mended = await explored(() => (request, next) => next(request), ['4.1/persists'], 0, { replay })
    expect(mended.results).toMatchObject([{ id: '4.1/persists', status: 'pass' }])
    expect(mended.requests).toBeLessThan(80)
  })

  it('gets no verdict if the run ends before its steps were repeated', async () => {
    const ending = new AbortController()
    const step = { operation: 'updateNode', subject: 'node', named: 1, credential: 'rootClient' } as const
    const steps = [
      { ...step, fields: { name: 'sent again' } },
      { pause: 60_000 },
      { ...step, body: 'whole' as const },
    ]
    const replay = ['4.1/persists', '2.1/envelope'].map((check) => ({ check, steps }))
    const sendOn: MakeMiddleware = () => async (request, next) => {
      if (request.text.includes('sent again')) ending.abort()
      return next(request)
    }
    const result = await explored(sendOn, ['4.1/persists', '2.1/envelope'], 0, {
      replay,
      signal: ending.signal,
    })
    const message = 'the run was ended'
    expect(result.results).toMatchObject([
      { id: '2.1/envelope', status: 'skip', message },
      { id: '4.1/persists', status: 'skip', message },
    ])
    expect(result.verdict).toBe('incomplete')
  })

  it('has a command for each step, in which the shell creates new names', async () => {
    // The first users have their names; later ones have another.
    let times = 0
    const rightUntil =
      (last: number): MakeMiddleware =>
      () =>
        instead('createUser', async (request, next) => {
          times += 1
          const text =
            times > last
              ? request.text.replace(/"last_name":"[^"]*"/, '"last_name":"Somebody"')
              : request.text
          return next({ ...request, text })
        })
    const only = ['4.6/creates-last-name', '4.6/distinct']
    await explored(rightUntil(Infinity), only, 0)
    const make = rightUntil(2 * times)
    const result = await explored(make, only, 800, { bail: true })
    const [found] = failed(result)
    expect(found?.curl).toMatch(/^new=nb\$\(date/)
    expect(found?.id).toBe('4.6/creates-last-name')
  })
})

describe('an exploration', () => {
  it('only reads if the kit must not write', async () => {
    const methods = new Set<string>()
    const heard: MakeMiddleware = () => (request, next) => {
      methods.add(request.method)
      return next(request)
    }
    const result = await explored(heard, ['4.4/stable', '4.7/stable'], 100, { readOnly: true })
    expect([...methods]).toEqual(['GET'])
    expect(result.exploration?.requests).toBeGreaterThanOrEqual(100)
  })

  it('creates at most 40 users, and restores what a read showed', async () => {
    const own = await startMockPool({ gapSettings: new GapSettings().set('operations.beyond', 'companions') })
    onTestFinished(() => own.close())
    const target = own.fresh()
    const read = async () =>
      (await fetch(target.baseUrl.replace(/\/~(.*)$/, '/_nestbox/state?sandbox=$1'))).json() as Promise<State>
    const before = await read()
    const result = await run({
      target,
      checks: choose(checks, { only: ['4.6/distinct', '4.1/same-node', '4.5/same-server'] }),
      observe: false,
      requests: 'own',
      pause,
      explore: { requests: 200, seed: 'restore' },
    })
    const after = await read()
    expect(result.verdict).toBe('conforms')
    expect(after.tables.users.length - before.tables.users.length).toBeLessThanOrEqual(42)
    const kept = ({ nodes, servers }: State['tables']) => [
      nodes.slice(0, 3).map(({ tag_ids: _, updated_at: __, description, ...node }) => ({
        ...node,
        // A response shows no difference between null and an empty text.
        description: description ?? '',
      })),
      servers.slice(0, 3).map(({ startup, image, egg_id }) => ({ startup, image, egg_id })),
    ]
    expect(kept(after.tables)).toEqual(kept(before.tables))
  })

  it('writes harmless fields to another node that no read shows, and reports that they are left', async () => {
    const target = pool.fresh()
    const unseen = [...Array(9).keys()].find((id) => id > 1 && id !== target.resources.otherNode) ?? 0
    const names = new Set<string>()
    const heard: MakeMiddleware = () => async (request, next) => {
      const response = await next(request)
      if (request.path.endsWith(`/nodes/${unseen}`) && response.status === 200)
        for (const name of Object.keys(bodyOf(request))) names.add(name)
      return response
    }
    const { ledger } = await runBehind(
      { ...target, resources: { ...target.resources, otherNode: unseen } },
      heard(),
      { checks: choose(checks, { only: ['4.1/same-node'] }), explore: { requests: 500, seed: 'unseen' } },
    )
    expect([...names].toSorted()).toEqual(['name', 'description', ...nodeSizes].toSorted())
    expect(ledger).toContain(`node ${unseen}: what was sent to it was not put back`)
  })

  it('is the same for the same seed', async () => {
    const sent = async (): Promise<string[]> => {
      const paths: string[] = []
      await explored(
        () => (request, next) => {
          paths.push(`${request.method} ${request.path} ${request.credential}`)
          return next(request)
        },
        ['4.4/stable'],
        60,
        { readOnly: true },
      )
      return paths
    }
    expect(await sent()).toEqual(await sent())
  })

  it('is incomplete if the server grants nothing, and the only check has nothing to judge', async () => {
    const target = pool.fresh()
    const { otherNode: _, ...resources } = target.resources
    const result = await runBehind({ ...target, resources }, async () => refusal(500), {
      checks: choose(checks, { only: ['5/sync-node-tags-refused-changes-nothing'] }),
      explore: { requests: 500, seed: 'nothing' },
    })
    expect([result.verdict, verdictInWords(result)]).toEqual([
      'incomplete',
      expect.stringMatching(
        /^Nothing was checked\. 1 check was not selected.+ The exploration ended early: no request of the plain run/,
      ),
    ])
  })

  it('ends with its findings when the server stops responding', async () => {
    let times = 0
    const silent: MakeMiddleware = () => async (request, next) => {
      times += 1
      if (times > 120) throw new Error('silence')
      return next(request)
    }
    const proxy = await startProxy(pool.fresh(), silent())
    onTestFinished(() => proxy.close())
    const result = await run({
      target: proxy.target,
      checks: choose(checks, { only: ['4.4/stable'] }),
      observe: false,
      requests: 'own',
      pause,
      explore: { requests: 500, seed: 'silent' },
    })
    expect(result.exploration?.notes).toEqual([
      'the exploration ended early: three requests in a row got no response: the connection broke off',
    ])
    expect([result.verdict, verdictInWords(result)]).toEqual([
      'incomplete',
      expect.stringMatching(
        /^Nothing failed\. The exploration ended early: three requests in a row got no response/,
      ),
    ])
  })

  it('ends with the run, and restores resources', async () => {
    const ending = new AbortController()
    let times = 0
    const result = await explored(
      () => (request, next) => {
        times += 1
        if (times === 150) ending.abort()
        return next(request)
      },
      ['4.1/same-node'],
      2_000,
      { signal: ending.signal },
    )
    expect(result.exploration?.notes).toEqual([expect.stringMatching(/^the exploration ended early/)])
    expect(result.requests).toBeLessThan(200)
  })

  it('reports findings of an episode that the end of the run interrupts', async () => {
    const ending = new AbortController()
    const result = await explored(
      () => {
        let times = 0
        return async (request, next) => {
          times += 1
          const isForged = request.operation === 'listServerMounts' && request.credential === 'garbage'
          if (!isForged || times < 100) return next(request)
          setTimeout(() => ending.abort(), 20)
          return next(asBy(request, 'rootClient'))
        }
      },
      ['5/list-server-mounts-refuses-garbage'],
      2_000,
      { signal: ending.signal },
    )
    expect(failed(result)).toMatchObject([
      { id: '5/list-server-mounts-refuses-garbage', again: 'the exploration ended before it was repeated' },
    ])
    expect(result.exploration?.notes).toEqual([expect.stringMatching(/^the exploration ended early/)])
  })

  it.runIf(isWhole)(
    'sends each invalid credential to each operation after several others, and reports how many it tried',
    async () => {
      const before = new Map<string, Set<string>>()
      let last = ''
      const layer: MakeMiddleware = () => (request, next) => {
        const pair = `${request.operation} ${request.credential}`
        before.set(pair, (before.get(pair) ?? new Set()).add(last))
        last = String(request.operation)
        return next(request)
      }
      const { exploration } = await explored(layer, ['4.7/stable'], 1_200)
      const pairs = Object.values(operations).flatMap(({ id }) =>
        (['no-header', 'garbage', 'token-suffix', 'token-case', 'token-cut-short'] as const).map(
          (credential) => `${id} ${credential}`,
        ),
      )
      // With random pairs, one in five is sent after one operation only, or not at all.
      expect(pairs.filter((pair) => (before.get(pair)?.size ?? 0) < 2).length).toBeLessThan(4)
      const row = exploration?.coverage.find(({ operation }) => operation === 'listServerBackups')
      expect(row?.subjects).toEqual({ tried: 2, of: 2 })
      expect(row?.credentials.tried).toBeGreaterThan(5)
      expect(row?.sizes.of).toBeGreaterThan(row?.sizes.tried ?? 0)
    },
  )
})

interface State {
  readonly tables: {
    readonly users: readonly unknown[]
    readonly nodes: readonly Readonly<Record<string, unknown>>[]
    readonly servers: readonly Readonly<Record<string, unknown>>[]
  }
}
