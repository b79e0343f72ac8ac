import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationId } from '../src/contract/index.ts'
import { isWhole, sample } from '../src/testing/sample.ts'
import { choose } from './checks/choose.ts'
import { checks as allChecks } from './checks/index.ts'
import { everyResource, refusal } from './proof/changes.ts'
import { replace } from './proof/json.ts'
import type { Middleware, ProxyResponse } from './proof/messages.ts'
import { type MockPool, startMockPool } from './proof/mock-pool.ts'
import { run } from './run.ts'
import { runBehind } from './testing/run-behind.ts'

const checks = choose(allChecks, { only: ['1/json', '2.2/types', '4.1/response', '4.1/identity'] })

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

/** Runs checks against a server whose flags are strings after the run has reported its first check. */
async function turnedAfter(time: 'onProgress' | 'onResult'): Promise<readonly string[]> {
  let isTurned = false
  const turned = everyResource('any', (attributes) => {
    if (isTurned) for (const field of ['public', 'behind_proxy']) replace(attributes, field, String)
  })
  const { results } = await runBehind(pool.fresh(), turned, {
    checks,
    [time]: () => {
      isTurned = true
    },
  })
  return results.filter(({ status }) => status === 'fail').map(({ id }) => id)
}

it.each([
  ['after the requests of the first check', 'onProgress'],
  ['after the first result, in a response while restoring', 'onResult'],
] as const)('every response is judged, whenever it arrives: %s', async (_, time) => {
  expect(await turnedAfter(time)).toContain('2.2/types')
})

it.each([
  [
    'from the second check on',
    true,
    ['Another run of the kit (Nestbox zzzz) has written to the server: check again with one run at a time.'],
  ],
  ['from the first request on', false, []],
] as const)('the mark of another run is told if it was not there before: %s', async (_, isLater, told) => {
  let isThere = !isLater
  const layer = everyResource('node', (attributes) => {
    if (isThere) replace(attributes, 'name', () => 'Nestbox zzzz 1')
  })
  const { targetProblems } = await runBehind(pool.fresh(), layer, {
    checks: choose(allChecks, { only: ['4.1/response', '4.1/persists'] }),
    onProgress: () => {
      isThere = true
    },
  })
  expect(targetProblems).toEqual(told)
})

/** A run that is ended after the requests of its first check, of a server behind a middleware. */
async function endedEarly(layer: Middleware, only: readonly string[], hasTime: boolean) {
  const ending = new AbortController()
  const { verdict, results } = await runBehind(pool.fresh(), layer, {
    checks: choose(allChecks, { only }),
    signal: ending.signal,
    ...(!hasTime && { deadline: ending.signal }),
    onProgress: (_, done) => {
      if (done === 1) ending.abort()
    },
  })
  const told = (id: string): string => {
    const result = results.find((each) => each.id === id)
    return result ? `${result.status} ${result.message ?? ''}` : 'none'
  }
  return { verdict, told }
}

describe('a run that is ended early', () => {
  const turned = everyResource('node', (attributes) => replace(attributes, 'public', String))
  const wrong = everyResource(
    'node',
    (attributes) => replace(attributes, 'memory', (value) => Number(value) + 1),
    {
      on: 'listServerMounts',
    },
  )
  const checksOf = ['4.1/persists', '2.2/types']
  const skipped = 'skip the run was ended before that'
  const unclear = /^skip seen once, and there was no time to send the same requests again: /

  it.each<[what: string, layer: Middleware, hasTime: boolean, persists: string | RegExp, types: string]>([
    ['fails a server because of its responses', turned, true, 'pass', 'fail'],
    ['fails it even if there is no time left', turned, false, skipped, 'fail'],
    ['passes no check that could not be repeated', wrong, true, unclear, 'none'],
    ['passes no check if there is no time left', wrong, false, skipped, 'none'],
  ])('%s', async (_, layer, hasTime, persists, types) => {
    const { verdict, told } = await endedEarly(layer, checksOf, hasTime)
    expect(verdict).toBe(types === 'fail' ? 'nonconforming' : 'incomplete')
    expect(told('4.1/persists')).toMatch(persists)
    expect(told('2.2/types')).toMatch(types)
  })
})

const notFound: ProxyResponse = { ...refusal(404), text: '{"errors":[]}' }
const human: ProxyResponse = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  text: '<h1>human?</h1>',
}

it.each(
  sample<[check: string, from: OperationId, what: string, response: ProxyResponse]>(2, [
    ['5/create-user-takes-application', 'createUser', '404', notFound],
    ['5/create-user-takes-application', 'createUser', 'a page in HTML', human],
    ['4.6/response', 'updateNode', 'a page in HTML', human],
    ['4.6/response', 'updateNode', '404', notFound],
  ]),
)('%s accuses no server that responds to everything after %s with %s', async (check, from, _, response) => {
  let isTurned = false
  const turned: Middleware = async (request, next) => {
    if (isTurned) return response
    const reply = await next(request)
    isTurned = request.operation === from
    return reply
  }
  // The token and a read are granted before the first user is requested.
  const before = from === 'createUser' ? [] : choose(allChecks, { only: ['4.8/response', '4.1/response'] })
  const { results } = await runBehind(pool.fresh(), turned, {
    checks: [...before, ...choose(allChecks, { only: [check] })],
  })
  const message = expect.stringMatching(/^the server now refuses what it granted before: /)
  expect(results.at(-1)).toMatchObject({ id: check, status: 'skip', message })
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

it('a server whose responses lag teaches the run to wait, and gets few further requests', async () => {
  // The time of the server passes at once while the kit waits, and as usual otherwise.
  let waited = 0
  const now = () => performance.now() + waited
  let wroteAt = Number.NEGATIVE_INFINITY
  const shown = new Map<string, ProxyResponse>()
  const lagging: Middleware = async (request, next) => {
    const response = await next(request)
    if (request.method !== 'GET') wroteAt = now()
    if (request.operation !== 'listServerMounts' || response.status !== 200) return response
    const before = now() - wroteAt < 200 ? shown.get(request.path) : undefined
    if (!before) shown.set(request.path, response)
    return before ?? response
  }
  const { results, exchanges } = await runBehind(pool.fresh(), lagging, {
    checks: choose(allChecks, { only: ['4.1/persists', '4.5/persists'] }),
    pause: async (ms) => {
      waited += ms
    },
  })
  expect(results.map(({ status, message }) => [status, message])).toEqual(
    results.map(() => ['pass', undefined]),
  )
  expect(waited).toBeLessThan(30_000)
  expect(exchanges.length).toBeLessThan(600)
})

it('a server whose views alternate is not searched for long', async () => {
  const views = new Map<string, ProxyResponse>()
  let [waited, times] = [0, 0]
  const alternating: Middleware = async (request, next) => {
    times += 1
    const old = views.get(request.path)
    if (request.method !== 'GET') return next(request)
    if (old && times % 2 === 0) return old
    const response = await next(request)
    views.set(request.path, response)
    return response
  }
  const { results } = await runBehind(pool.fresh(), alternating, {
    checks: choose(allChecks, {
      only: isWhole ? ['4.1', '4.2', '4.5'] : ['4.1/persists', '4.2', '4.5/persists'],
    }),
    async pause(milliseconds) {
      waited += milliseconds
    },
  })
  expect(results.filter(({ status }) => status === 'fail')).toEqual([])
  expect(waited).toBeLessThan(100_000)
})
