import { expect, onTestFinished } from 'vitest'
import type { Check } from '../checks/check.ts'
import type { MakeMiddleware } from '../proof/messages.ts'
import { startProxy } from '../proof/proxy.ts'
import { run } from '../run.ts'
import type { Target } from '../target/target.ts'

/** The results of checks that are not `pass`, of a server behind a layer; the run sends only what the checks need. */
export async function notPassed(
  target: Target,
  make: MakeMiddleware,
  checks: readonly Check[],
): Promise<readonly string[]> {
  const proxy = await startProxy(target, make())
  onTestFinished(() => proxy.close())
  const { results } = await run({
    target: proxy.target,
    checks,
    observe: false,
    requests: 'own',
    pause: async () => {},
  })
  expect(proxy.faults).toEqual([])
  expect(results).toHaveLength(checks.length)
  return results.filter(({ status }) => status !== 'pass').map(({ id, status }) => `${id} ${status}`)
}
