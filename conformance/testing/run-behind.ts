import { expect, onTestFinished } from 'vitest'
import type { Check } from '../checks/check.ts'
import type { MakeMiddleware, Middleware } from '../proof/messages.ts'
import { startProxy } from '../proof/proxy.ts'
import { type RunOptions, run } from '../run.ts'
import type { Run } from '../run-result.ts'
import type { Target } from '../target/target.ts'

/**
 * Runs checks against a server behind a middleware, without waits; the run sends only requests that the checks need.
 */
export async function runBehind(
  target: Target,
  layer: Middleware,
  options: Pick<RunOptions, 'checks'> & Partial<RunOptions>,
): Promise<Run> {
  const proxy = await startProxy(target, layer)
  onTestFinished(() => proxy.close())
  const own = { observe: false, requests: 'own', pause: async () => {} } as const
  const result = await run({ ...own, ...options, target: proxy.target })
  expect(proxy.faults).toEqual([])
  return result
}

/** The results of checks that are not `pass`, of a server behind a middleware. */
export async function notPassed(
  target: Target,
  make: MakeMiddleware,
  checks: readonly Check[],
): Promise<readonly string[]> {
  const { results } = await runBehind(target, make(), { checks })
  expect(results).toHaveLength(checks.length)
  return results.filter(({ status }) => status !== 'pass').map(({ id, status }) => `${id} ${status}`)
}
