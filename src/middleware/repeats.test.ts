import { Agent, request } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { FaultRules } from '../faults/rules.ts'
import type { FaultRule } from '../faults/schemas.ts'
import { startService } from '../testing/service.ts'
import { Repeats } from './repeats.ts'

/** A client that keeps its connections, as long as they hold: one, if it sends one request after the other. */
async function client(sent: Readonly<Record<string, string>>, ...chain: NonNullable<FaultRule['chain']>) {
  const service = await startService({ scenario: 'empty' })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = (
    path = '/api/admin/servers/1/mounts',
    json?: object,
    sandbox?: string,
  ): Promise<number | string> =>
    new Promise((resolve) => {
      const body = json && JSON.stringify(json)
      const headers = {
        authorization: `Bearer ${service.root}`,
        ...sent,
        ...(sandbox !== undefined && { 'x-nestbox-sandbox': sandbox }),
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
      }
      const method = body === undefined ? 'GET' : 'POST'
      const asked = request(service.url + path, { agent, headers, method }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      })
      asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? '')).end(body)
    })
  expect(await ask()).toBe(200)
  if (chain.length > 0) service.faults.add({ chain })
  return { ask, service }
}

const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140' }
const browser = { ...agent, 'sec-fetch-site': 'same-origin' }

describe('a request that a browser repeats', () => {
  it('meets the same fault, and the next request meets the next fault', async () => {
    const { ask, service } = await client(browser, { fault: 'reset' }, { code: 503 }, 'pass')
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
      'ECONNRESET',
      'ECONNRESET',
      503,
      200,
    ])
    expect(service.requests().map(({ fault, repeats }) => [fault, repeats])).toEqual([
      [null, 0],
      ['fault=reset', 1],
      ['code=503', 0],
      [null, 0],
    ])
  })

  it('is added to the log entry of the first attempt, with the rows that it changed', async () => {
    const { ask, service } = await client(browser, { fault: 'reset', when: 'after-commit' }, 'pass')
    const user = { email: 'a@example.com', username: 'abc', first_name: 'A', last_name: 'B' }
    const create = () => ask('/api/application/users', user)
    expect([await create(), await create(), await create()]).toEqual(['ECONNRESET', 'ECONNRESET', 422])
    const [, first, last] = service.requests()
    expect(first).toMatchObject({ id: 2, status: null, fault: 'fault=reset, when=after-commit', repeats: 1 })
    expect(first?.changes).toHaveLength(1)
    expect(last).toMatchObject({ id: 3, status: 422, fault: null, repeats: 0 })
  })

  it('has its own entry after the log is cleared', async () => {
    const { ask, service } = await client(browser, { fault: 'reset' }, 'pass')
    await ask()
    service.clearRequests()
    await ask()
    expect(service.requests()).toMatchObject([{ fault: 'fault=reset', repeats: 0 }])
  })

  it('is recognized if the request itself asks for the fault', async () => {
    const { ask, service } = await client(browser)
    const path = '/api/admin/servers/1/mounts?__fault=reset'
    expect([await ask(path), await ask(path)]).toEqual(['ECONNRESET', 'ECONNRESET'])
    expect(service.requests().map(({ repeats }) => repeats)).toEqual([0, 1])
  })

  it.each([
    [6_900, true],
    [7_100, false],
  ])('is recognized two seconds after a delay of five, so %i ms after the request: %s', (after, isKnown) => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => now.mockRestore())
    // The parts of a context that are read.
    const ctx = {
      method: 'GET',
      originalUrl: '/api',
      get: () => agent['user-agent'],
      socket: { bytesWritten: 1 },
      state: { workspace: { faults: new FaultRules('seed') } },
    } as unknown as Parameters<Repeats['take']>[0]
    const call = { drawn: { effect: { fault: 'reset', delay: 5_000 }, label: '' }, entry: 1 } as const
    const repeats = new Repeats()
    repeats.await(ctx, call)
    now.mockReturnValue(after)
    expect(repeats.take(ctx)).toBe(isKnown ? call : undefined)
  })

  it('must be equal to the first one', async () => {
    const { ask } = await client(browser, { fault: 'empty' }, { code: 503 })
    expect([await ask(), await ask('/api/admin/servers/2/mounts')]).toEqual(['ECONNRESET', 503])
  })

  it('must be for the same sandbox, and not for a new one of the same name', async () => {
    const { ask, service } = await client(browser)
    const mounts = '/api/admin/servers/1/mounts'
    const inside = (sandbox: string) => ask(mounts, undefined, sandbox)
    service.sandbox('one').faults.add({ fault: 'reset', times: 1 })
    service.sandbox('other').faults.add({ code: 503 })
    expect([await inside('one'), await inside('other'), await inside('one')]).toEqual([
      'ECONNRESET',
      503,
      'ECONNRESET',
    ])
    // A browser repeats only what breaks off on a connection that has had a response.
    expect(await ask(mounts)).toBe(200)
    service.sandbox('one').faults.add({ fault: 'reset', times: 1 })
    expect(await inside('one')).toBe('ECONNRESET')
    service.deleteSandbox('one')
    service.sandbox('one').faults.add({ code: 503 })
    expect(await inside('one')).toBe(503)
    expect(service.sandbox('one').requests()).toMatchObject([{ fault: 'code=503', repeats: 0 }])
  })

  it('is not recognized on a separate connection, where a browser does not repeat', async () => {
    const { ask } = await client(
      browser,
      { code: 503 },
      { fault: 'reset' },
      { fault: 'reset' },
      { code: 502 },
    )
    // The second is repeated on a new connection; the next request is a call of the page.
    expect([await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual([
      503,
      'ECONNRESET',
      'ECONNRESET',
      'ECONNRESET',
      502,
    ])
  })

  it.each([
    ['by Referer', { ...agent, referer: 'http://192.0.2.2:4141/' }],
    ['by Origin', { ...agent, origin: 'http://192.0.2.2:4141' }],
  ])('is recognized from a browser that names its page only %s', async (_, sent) => {
    const { ask } = await client(sent, { fault: 'reset' }, { code: 503 })
    expect([await ask(), await ask(), await ask()]).toEqual(['ECONNRESET', 'ECONNRESET', 503])
  })

  it.each([
    ['another client', { 'user-agent': 'node', 'sec-fetch-site': 'same-origin' }],
    ['a library that sends the name of a browser', agent],
    [
      'a simulated browser',
      { 'user-agent': 'Mozilla/5.0 (linux) AppleWebKit/537.36 jsdom/26.1', referer: 'http://a/' },
    ],
  ])('is not recognized from %s', async (_, sent) => {
    const { ask, service } = await client(sent, { fault: 'reset' }, { code: 503 })
    expect([await ask(), await ask()]).toEqual(['ECONNRESET', 503])
    expect(service.requests().map(({ repeats }) => repeats)).toEqual([0, 0, 0])
  })

  it('has its own entry if its body is another one of equal length', async () => {
    const { ask, service } = await client(browser, { fault: 'reset' }, 'pass')
    for (const username of ['one', 'two', 'two']) await ask('/api/application/users', { username })
    expect(
      service.requests({ operation: 'createUser' }).map(({ request, fault }) => [request.body, fault]),
    ).toEqual([
      [{ username: 'one' }, 'fault=reset'],
      [{ username: 'two' }, 'fault=reset'],
      [{ username: 'two' }, null],
    ])
  })

  it('comes after the first one was broken off: a request before that is another call', async () => {
    const { ask, service } = await client(browser, { fault: 'reset', delay: 200 }, { code: 503 })
    const first = ask()
    await vi.waitFor(() => expect(service.faults.list()[0]?.hits).toBe(1))
    expect([await ask(), await first, await ask()]).toEqual([503, 'ECONNRESET', 'ECONNRESET'])
  })
})
