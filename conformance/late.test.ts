import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { choose } from './checks/choose.ts'
import { checks as allChecks } from './checks/index.ts'
import { everyResource, refusal, replace } from './proof/changes.ts'
import type { Middleware } from './proof/messages.ts'
import { type MockPool, startMockPool } from './proof/mock-pool.ts'
import { startProxy } from './proof/proxy.ts'
import { run } from './run.ts'

const checks = choose(allChecks, { only: ['1/json', '2.2/types', '4.1/answer', '4.1/identity'] })

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

/** Runs checks against a server whose flags are texts as soon as the run tells of a check for the first time. */
async function turnedAfter(time: 'onProgress' | 'onResult'): Promise<readonly string[]> {
  let isTurned = false
  const turned = everyResource('any', (attributes) => {
    if (isTurned) for (const field of ['public', 'behind_proxy']) replace(attributes, field, String)
  })
  const proxy = await startProxy(pool.fresh(), turned)
  onTestFinished(() => proxy.close())
  const { results } = await run({
    target: proxy.target,
    checks,
    observe: false,
    pause: async () => {},
    [time]: () => {
      isTurned = true
    },
  })
  return results.filter(({ status }) => status === 'fail').map(({ id }) => id)
}

it.each([
  ['after the requests of the first check', 'onProgress'],
  ['after the first result, in a response to the restoring', 'onResult'],
] as const)('every response is judged, whenever it comes: %s', async (_, time) => {
  expect(await turnedAfter(time)).toContain('2.2/types')
})

it('the ledger names both eggs into which the kit imports', async () => {
  const { ledger } = await run({
    target: pool.fresh(),
    checks: choose(allChecks, { only: ['4.3'] }),
    observe: false,
    requests: 'own',
    pause: async () => {},
  })
  expect(ledger.filter((line) => line.includes('a file of the kit is in it'))).toEqual([
    expect.stringMatching(/^egg 2: /),
    expect.stringMatching(/^egg 1: /),
  ])
})

it('the ledger names no egg that refused every file, and no server that refused every update', async () => {
  const refuses: Middleware = async (request, next) => {
    const isRefused = request.operation === 'importEgg' || request.operation === 'updateServerStartup'
    return isRefused ? refusal(422) : next(request)
  }
  const proxy = await startProxy(pool.fresh(), refuses)
  onTestFinished(() => proxy.close())
  const { ledger } = await run({
    target: proxy.target,
    checks: choose(allChecks, { only: ['4.3/answer', '4.5/answer'] }),
    observe: false,
    requests: 'own',
    pause: async () => {},
  })
  expect(ledger).toEqual([])
})
