import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Check } from '../checks/check.ts'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { run } from '../run.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

it('a rule stops judging responses when its time has run out', async () => {
  const end = new AbortController()
  const judged: unknown[] = []
  const check: Check = {
    id: '4.4/test',
    clauses: [],
    title: 'ends the run',
    section: '4.4',
    level: 'stated',
    scenes: [(fixtures) => fixtures.mounts('uuid'), (fixtures) => fixtures.mounts('id', 2)],
    rule: {
      on: ['listServerMounts'],
      judge({ exchange }) {
        judged.push(exchange)
        end.abort()
        return []
      },
    },
  }
  const { results } = await run({
    target: pool.fresh(),
    checks: [check],
    observe: false,
    requests: 'own',
    signal: end.signal,
    deadline: end.signal,
  })
  expect(judged).toHaveLength(1)
  expect(results).toMatchObject([{ status: 'skip', message: 'the run was ended before that' }])
})
