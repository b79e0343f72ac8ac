import { discoverTarget } from '../target/discover.ts'
import { conformanceTests } from '../vitest.ts'

// `vitest.test.ts` runs these tests against the mock server and against servers with faults.
conformanceTests(
  async () => {
    const { requests: _, ...target } = await discoverTarget(process.env['FIXTURE_URL'] ?? '')
    const { otherNode: __, ...resources } = target.resources
    return { ...target, baseUrl: process.env['FIXTURE_BASE_URL'] ?? target.baseUrl, requests: {}, resources }
  },
  {
    name: 'a server',
    only: ['2.12/backup-count', '4.1/other-node', '4.2/answer', '4.7/answer', '4.8/answer'],
    known: [{ id: '4.8/answer', reason: 'to see it go stale' }],
  },
)
