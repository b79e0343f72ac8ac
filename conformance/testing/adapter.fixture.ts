import { discoverTarget } from '../target/discover.ts'
import { conformanceTests } from '../vitest.ts'
import { rows } from './adapter.rows.ts'

// `vitest.test.ts` runs these tests against a mock server that breaks a clause, and without a server.
for (const [at, { target, options }] of rows.entries()) {
  conformanceTests(async () => {
    const whole = await discoverTarget(`${process.env['FIXTURE_URL'] ?? ''}/~vitest-${at}`)
    return {
      ...target(whole),
      ...(process.env['FIXTURE_BASE_URL'] && { baseUrl: process.env['FIXTURE_BASE_URL'] }),
    }
  }, options)
}
