import { Agent, request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startService } from '../testing/service.ts'
import type { FaultRule } from './rule.ts'

/** A client that keeps one connection, as long as it holds. */
async function client(userAgent: string, ...chain: NonNullable<FaultRule['chain']>) {
  const service = await startService({ scenario: 'empty' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ask = (path = '/api/admin/servers/1/mounts'): Promise<number | string> =>
    new Promise((resolve) => {
      const headers = { authorization: `Bearer ${service.root}`, 'user-agent': userAgent }
      const asked = request(service.url + path, { agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      })
      asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? '')).end()
    })
  expect(await ask()).toBe(200)
  service.faults.add({ chain })
  return { ask, service }
}

const browser = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140'

describe('what a browser repeats by itself', () => {
  it('meets the same fault, and the one after it the next', async () => {
    const { ask, service } = await client(browser, { fault: 'reset' }, { code: 503 }, 'pass')
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
      'ECONNRESET',
      'ECONNRESET',
      503,
      200,
    ])
    expect(service.requests().map(({ fault }) => fault)).toEqual([
      null,
      'fault=reset',
      'fault=reset',
      'code=503',
      null,
    ])
  })

  it('is only the same request', async () => {
    const { ask } = await client(browser, { fault: 'empty' }, { code: 503 })
    expect([await ask(), await ask('/api/admin/servers/2/mounts')]).toEqual(['ECONNRESET', 503])
  })

  it('is nothing on a connection of its own, which it does not repeat', async () => {
    const { ask } = await client(
      browser,
      { code: 503 },
      { fault: 'reset' },
      { fault: 'reset' },
      { code: 502 },
    )
    // The second is repeated over a new connection; what comes then is a call of the page.
    expect([await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual([
      503,
      'ECONNRESET',
      'ECONNRESET',
      'ECONNRESET',
      502,
    ])
  })

  it('is nothing that anybody else does', async () => {
    const { ask } = await client('node', { fault: 'reset' }, { code: 503 })
    expect([await ask(), await ask()]).toEqual(['ECONNRESET', 503])
  })
})
