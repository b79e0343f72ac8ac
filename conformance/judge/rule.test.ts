import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { run } from '../run.ts'
import { ruleCheck } from './rule.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

it('a rule does not judge more responses after the end of the run', async () => {
  const end = new AbortController()
  const judged: unknown[] = []
  const rule = ruleCheck({
    id: '4.4/test',
    clauses: [],
    title: 'ends the run',
    on: ['listServerMounts'],
    fixtures: [(fixtures) => fixtures.mounts('uuid'), (fixtures) => fixtures.mounts('id', 2)],
    judge({ exchange }) {
      judged.push(exchange)
      end.abort()
      return []
    },
  })
  const { results } = await run({
    target: pool.fresh(),
    checks: [{ ...rule, section: '4.4', level: 'stated' }],
    observe: false,
    requests: 'own',
    signal: end.signal,
  })
  expect(judged).toHaveLength(1)
  expect(results).toMatchObject([{ status: 'skip', message: 'the run was ended before that' }])
})
