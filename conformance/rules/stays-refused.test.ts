import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationId, operations } from '../../src/contract/index.ts'
import { choose } from '../checks/choose.ts'
import { checks } from '../checks/index.ts'
import { isTokenName } from '../client/credentials.ts'
import { refusal } from '../proof/changes.ts'
import type { MakeMiddleware } from '../proof/messages.ts'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { runBehind } from '../testing/run-behind.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

/** Refuses an operation with valid tokens after a number of its requests, for some of them or to the end. */
const closed =
  (
    id: OperationId,
    status: number,
    { from, times = Infinity }: { from: number; times?: number },
  ): MakeMiddleware =>
  () => {
    let sent = 0
    return async (request, next) => {
      if (request.operation !== id || !isTokenName(request.credential)) return next(request)
      sent += 1
      return sent > from && sent <= from + times ? refusal(status) : next(request)
    }
  }

describe('an operation that is refused up to the end of a run', () => {
  const now = /^refusals prove nothing any more: .* was granted before, and now the response is 40/
  const broken = /is refused from some request on, though it was granted before\.$/

  it.each<[OperationId, number, 'fail' | 'skip', RegExp]>([
    ['listServerMounts', 500, 'fail', broken],
    ['listServerMounts', 405, 'fail', broken],
    ['listServerMounts', 404, 'skip', now],
    ['listServerBackups', 403, 'skip', now],
    ['syncNodeTags', 405, 'fail', broken],
    ['importEgg', 501, 'fail', broken],
  ])('%s, with %i', async (id, status, result, message) => {
    const response = `${operations[id].section}/response`
    const only = choose(checks, {
      only: [response, '4.7/response', '4.8/response', `${operations[id].section}/*-*`],
    })
    const run = await runBehind(pool.fresh(), closed(id, status, { from: 3 })(), { checks: only })
    expect(run.results.find((each) => each.id === response)).toMatchObject({
      status: result,
      message: expect.stringMatching(message),
    })
    // A token is not the reason.
    expect(run.results.filter((each) => each.status === 'fail' && each.id !== response)).toEqual([])
  })

  it.each<[OperationId, number, 'fail' | 'skip']>([
    ['createUser', 500, 'fail'],
    ['createUser', 403, 'skip'],
    ['importEgg', 500, 'fail'],
  ])('%s, with %i, in an exploration', async (id, status, result) => {
    const response = `${operations[id].section}/response`
    const run = await runBehind(pool.fresh(), closed(id, status, { from: 2 })(), {
      checks: choose(checks, { only: [response] }),
      explore: { requests: 250, seed: 'closed' },
    })
    expect(run.results.map((each) => [each.id, each.status])).toEqual([[response, result]])
  })

  it.each([
    [500, 'fail'],
    [403, 'skip'],
    // Values that were granted before.
    [422, 'skip'],
    [429, 'pass'],
    // A success without the node.
    [200, 'skip'],
  ])('only in the restoring, with %i', async (status, result) => {
    let isRestoring = false
    const layer = closed('updateNode', status, { from: 0 })()
    const run = await runBehind(
      pool.fresh(),
      (request, next) => (isRestoring ? layer(request, next) : next(request)),
      {
        checks: choose(checks, { only: ['4.1/response'] }),
        onResult: () => {
          isRestoring = true
        },
      },
    )
    expect(run.results.map((each) => each.status)).toEqual([result])
  })

  it('is no verdict on the others if the server limits requests', async () => {
    const layer = closed('listServerBackups', 429, { from: 1 })()
    const run = await runBehind(pool.fresh(), layer, {
      checks: choose(checks, { only: ['4.6/response', '4.7/*'] }),
    })
    const statuses = Object.fromEntries(run.results.map((each) => [each.id, each.status]))
    expect(statuses).toMatchObject({ '4.6/response': 'pass', '4.7/response': 'skip' })
    expect(run.ledger).not.toEqual([])
  })

  it('is reported although the run is ended while that is judged', async () => {
    const ending = new AbortController()
    const layer = closed('listServerMounts', 403, { from: 3 })()
    const run = await runBehind(pool.fresh(), layer, {
      checks: choose(checks, { only: ['4.1/response', '4.4/response', '4.4/*-*', '4.7/response'] }),
      // The first wait is the one for a lockout.
      pause: async () => ending.abort(),
      signal: ending.signal,
    })
    expect(run.results.find(({ id }) => id === '4.1/response')?.status).toBe('pass')
    expect(run.verdict).toBe('incomplete')
  })
})

it.each<[string, OperationId, number]>([
  ['a single error of a read', 'listServerMounts', 500],
  ['a single refused token', 'listServerBackups', 401],
])('%s at the end of a run is no failure', async (_, id, status) => {
  const response = `${operations[id].section}/response`
  const layer = closed(id, status, { from: 1, times: 1 })()
  const run = await runBehind(pool.fresh(), layer, { checks: choose(checks, { only: [response] }) })
  expect(run.results.map((each) => each.status)).toEqual(['pass'])
})
