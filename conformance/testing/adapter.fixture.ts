import { discoverTarget } from '../target/discover.ts'
import { conformanceTests } from '../vitest.ts'
import { rows } from './adapter.rows.ts'

const runTimeout = process.env['FIXTURE_RUN_TIMEOUT']

// `vitest.test.ts` runs these tests against a mock server that breaks a clause, without a server, and without time.
const played = process.env['FIXTURE_BASE_URL'] === undefined ? rows : rows.slice(0, 1)
for (const [at, { target, options }] of played.entries()) {
  conformanceTests(
    async () => {
      const whole = await discoverTarget(`${process.env['FIXTURE_URL'] ?? ''}/~vitest-${at}`)
      return {
        ...target(whole),
        ...(process.env['FIXTURE_BASE_URL'] && { baseUrl: process.env['FIXTURE_BASE_URL'] }),
      }
    },
    { ...options, ...(runTimeout !== undefined && { runTimeout: Number(runTimeout) }) },
  )
}
