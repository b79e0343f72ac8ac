import { afterAll, beforeAll, expect, it } from 'vitest'
import { sample } from '../../src/testing/sample.ts'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { run } from '../run.ts'
import { checks } from './index.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

// As `--only` with the id of a failure runs them: a scene that another check has played is not there then.
it.each(sample(12, checks).map((check) => [check.id, check] as const))(
  '%s passes alone on the mock server',
  async (_, check) => {
    const { results } = await run({ target: pool.fresh(), checks: [check], observe: false, requests: 'own' })
    expect(results).toMatchObject([{ id: check.id, status: 'pass' }])
  },
)
