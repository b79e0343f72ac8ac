import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checks } from './checks/index.ts'
import { type MockPool, startMockPool } from './proof/mock-pool.ts'
import { startProxy } from './proof/proxy.ts'
import { run } from './run.ts'
import type { Step } from './steps/step.ts'
import type { Target } from './target/target.ts'

let pool: MockPool
let withCompanions: MockPool

beforeAll(async () => {
  pool = await startMockPool()
  withCompanions = await startMockPool({ gaps: { 'operations.beyond': 'companions' } })
})

afterAll(() => Promise.all([pool.close(), withCompanions.close()]))

const replay = async (target: Target, steps: readonly Step[]) => {
  const { results, verdict, ledger } = await run({
    target,
    checks,
    replay: [{ check: '4.1/persists', steps }],
    pause: async () => {},
  })
  return { verdict, message: results[0]?.message ?? '', ledger: ledger.join('\n') }
}

const update = ({ resources }: Target): Step => ({
  ...{ operation: 'updateNode', subject: 'node', named: resources.node ?? 0, credential: 'application' },
  ...{ fields: { description: 'Sent again' }, isGranted: true },
})

const read = ({ resources }: Target): Step => ({
  ...{ operation: 'listServerMounts', subject: 'server', named: resources.server?.id ?? 0 },
  ...{ credential: 'rootClient', isGranted: true },
})

describe('a replay that does not repeat a failure', () => {
  it('passes if the server grants the same requests as before', async () => {
    const target = pool.fresh()
    expect(await replay(target, [update(target), read(target)])).toMatchObject({ verdict: 'conforms' })
  })

  it.each([
    ['404 to everything', 404, {}],
    ['500 to everything', 500, {}],
    ['an empty object to everything', 200, {}],
    ['an empty list to everything', 200, { object: 'list', data: [] }],
  ])('is incomplete for a server that responds with %s', async (_, status, json) => {
    const proxy = await startProxy(pool.fresh(), async () => ({ status, headers: {}, json, text: '' }))
    onTestFinished(() => proxy.close())
    const { verdict, message } = await replay(proxy.target, [update(proxy.target), read(proxy.target)])
    expect(verdict).toBe('incomplete')
    expect(message).toMatch(/^the requests show no failure now, which proves nothing: /)
  })

  it('is incomplete if the server refuses a request that it granted before', async () => {
    const proxy = await startProxy(pool.fresh(), async (asked, next) =>
      asked.text.includes('Sent again') ? { status: 422, headers: {}, json: {}, text: '' } : next(asked),
    )
    onTestFinished(() => proxy.close())
    const { verdict, message } = await replay(proxy.target, [update(proxy.target), read(proxy.target)])
    expect(verdict).toBe('incomplete')
    expect(message).toMatch(/PATCH \S+ was granted in the exploration, and is answered with 422/)
  })

  it.each([422, 409, 503])(
    'is incomplete if the last request is still refused, now with %d',
    async (status) => {
      const proxy = await startProxy(pool.fresh(), async (asked, next) =>
        asked.text.includes('Sent again') ? { status, headers: {}, json: {}, text: '' } : next(asked),
      )
      onTestFinished(() => proxy.close())
      const last = { ...update(proxy.target), isGranted: false }
      const { verdict, message } = await replay(proxy.target, [read(proxy.target), last])
      expect(verdict).toBe('incomplete')
      expect(message).toMatch(new RegExp(`: PATCH \\S+ is answered with ${status}`))
    },
  )

  it('is incomplete without a request', async () => {
    const target = pool.fresh()
    expect(await replay(target, [{ pause: 1 }])).toMatchObject({ verdict: 'incomplete' })
  })
})

it.each(['replay', 'explore'] as const)('a run that ends before it can %s keeps its report', async (flag) => {
  // The requests of the check itself only read.
  const check = '4.7/total-constant'
  const ending = new AbortController()
  const proxy = await startProxy(pool.fresh(), async (asked, next) => {
    if (asked.operation === 'updateNode') ending.abort()
    return next(asked)
  })
  onTestFinished(() => proxy.close())
  const options = {
    replay: [{ check, steps: [update(proxy.target)] }],
    explore: { requests: 10, seed: 'a' },
  }
  const { verdict } = await run({
    target: proxy.target,
    checks: checks.filter(({ id }) => id === check),
    [flag]: options[flag],
    pause: async () => {},
    signal: ending.signal,
  })
  expect(verdict).toBe('incomplete')
})

describe('a replay that writes to other resources of the target', () => {
  const nodeOf = async ({ baseUrl, tokens, resources }: Target) => {
    const response = await fetch(`${baseUrl}/api/application/nodes/${resources.otherNode}`, {
      headers: { authorization: `Bearer ${tokens.application}` },
    })
    // The response of the mock server is not validated.
    return ((await response.json()) as { attributes: { description: string } }).attributes.description
  }
  const other = ({ resources }: Target, field = 'description'): Step => ({
    ...{ operation: 'updateNode', subject: 'otherNode', named: resources.otherNode ?? 0 },
    ...{ credential: 'application', fields: { [field]: 'Sent again' }, isGranted: true },
  })

  it('restores them', async () => {
    const target = withCompanions.fresh()
    const before = await nodeOf(target)
    expect(await replay(target, [other(target)])).toMatchObject({ verdict: 'conforms' })
    expect(await nodeOf(target)).toBe(before)
  })

  it('is not sent if it could disconnect a node whose previous values are unknown', async () => {
    const whole = pool.fresh()
    // Responses about another server would show its node.
    const { otherServer: _, ...resources } = whole.resources
    const target: Target = { ...whole, resources: { ...resources, otherNode: 2 } }
    const proxy = await startProxy(target, async (asked, next) => {
      if (asked.text.includes('Sent again')) throw new Error('it was sent')
      return next(asked)
    })
    onTestFinished(() => proxy.close())
    const { verdict, message } = await replay(proxy.target, [other(proxy.target, 'fqdn')])
    expect([verdict, message, proxy.faults]).toEqual([
      'incomplete',
      'nothing shows otherNode of the target, so that it could not be put back',
      [],
    ])
  })
})
