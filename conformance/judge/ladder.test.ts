import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checks } from '../checks/index.ts'
import { refusedWhen } from '../proof/changes.ts'
import type { JsonObject } from '../proof/json.ts'
import { bodyOf, type Middleware } from '../proof/messages.ts'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { startProxy } from '../proof/proxy.ts'
import { run } from '../run.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

/**
 * The results of the echo checks of the node update for the mock server behind a middleware, and the number of updates.
 */
async function judged(layer: Middleware): Promise<{ statuses: string[]; updates: number }> {
  const server = await startProxy(pool.fresh(), layer)
  onTestFinished(() => server.close())
  const { results, exchanges } = await run({
    target: server.target,
    checks: checks.filter(({ id }) => id.startsWith('4.1/updates-')),
    observe: false,
    requests: 'own',
    pause: async () => {},
  })
  return {
    statuses: [...new Set(results.map(({ status }) => status))],
    updates: exchanges.filter(({ ask }) => ask.operation === 'updateNode').length,
  }
}

/** A server that refuses some bodies of the node update. */
const refusing = (refuses: (body: JsonObject) => boolean): Middleware =>
  refusedWhen('updateNode', (request) => refuses(bodyOf(request)))

describe('a server with additional rules', () => {
  it('gets a field separately from the others after it has refused a value of that field', async () => {
    const free = await judged(refusing(() => false))
    const names = await judged(
      refusing(({ name }) => String(name).includes('Nestbox ') && name !== 'Nestbox check'),
    )
    expect(names.statuses).toEqual(['pass'])
    // One round is sent field by field; in each later one that has a name, the name is one request more.
    expect(names.updates).toBeLessThanOrEqual(free.updates + 14 + 12)
  })

  it('does not get every field separately for a body that it refuses as a whole', async () => {
    const whole = await judged(refusing((body) => Object.keys(body).length > 1))
    // Each field is sent once alone, which this server grants, and the run restores the fields one by one, twice.
    expect(whole.updates).toBeLessThan(60 + 27 + 26)
  })
})
