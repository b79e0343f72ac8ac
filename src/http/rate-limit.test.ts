import { afterEach, describe, expect, it, vi } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { type Service, startService } from '../testing/service.ts'
import { ApiError } from './errors.ts'
import { RateLimit } from './rate-limit.ts'

describe('the request counter', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const spend = (limit: RateLimit, key: string, times: number, now: number): void => {
    for (let count = 0; count < times; count += 1) limit.count(key, now)
  }

  /** The refusal of a request. */
  function refused(limit: RateLimit, key: string, now: number): ApiError {
    try {
      limit.count(key, now)
    } catch (error) {
      if (error instanceof ApiError) return error
    }
    throw new Error(`Request of ${key} at ${now} was not refused.`)
  }

  it('sends the limit and the remaining requests', () => {
    const limit = new RateLimit()
    expect(limit.count('a', 0)).toEqual({ 'X-RateLimit-Limit': '256', 'X-RateLimit-Remaining': '255' })
    spend(limit, 'a', 254, 0)
    expect(limit.count('a', 0)).toEqual({ 'X-RateLimit-Limit': '256', 'X-RateLimit-Remaining': '0' })
  })

  it('refuses the 257th in a minute', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_500 })
    const limit = new RateLimit()
    spend(limit, 'a', 256, 5)
    const { problem, headers } = refused(limit, 'a', 5)
    expect(problem).toBe('tooMany')
    expect(headers).toEqual({
      'X-RateLimit-Limit': '256',
      'X-RateLimit-Remaining': '0',
      'Retry-After': '60',
      'X-RateLimit-Reset': '1000061',
    })
  })

  it.each([
    [0, '60'],
    [1, '60'],
    [1_000, '59'],
    [30_500, '30'],
    [59_000, '1'],
    [59_999.5, '1'],
  ])('sets Retry-After: %i ms after the first request, %s s', (after, wait) => {
    const limit = new RateLimit()
    spend(limit, 'a', 256, 7_000)
    expect(refused(limit, 'a', 7_000 + after).headers['Retry-After']).toBe(wait)
  })

  it('allows a request after that time', () => {
    const limit = new RateLimit()
    spend(limit, 'a', 256, 0)
    const wait = Number(refused(limit, 'a', 12_345).headers['Retry-After'])
    expect(limit.count('a', 12_345 + wait * 1000)).toMatchObject({ 'X-RateLimit-Remaining': '255' })
  })

  it('begins a minute with the first request, and the next minute with the first request after it', () => {
    const limit = new RateLimit()
    spend(limit, 'a', 256, 59_000)
    refused(limit, 'a', 61_000)
    refused(limit, 'a', 118_999)
    spend(limit, 'a', 256, 119_000)
    refused(limit, 'a', 178_999)
    spend(limit, 'a', 256, 500_000)
  })

  it('does not extend the minute for clients that do not wait', () => {
    const limit = new RateLimit()
    spend(limit, 'a', 256, 0)
    for (let now = 0; now < 60_000; now += 100) refused(limit, 'a', now)
    expect(limit.count('a', 60_000)).toMatchObject({ 'X-RateLimit-Remaining': '255' })
  })

  it.each<[what: string, between: (limit: RateLimit) => void, now: number, left: string]>([
    ['its own', () => {}, 59_999, '255'],
    ['not the next one', () => {}, 60_000, '254'],
    ['not one after a reset', (limit) => limit.clear(), 2, '254'],
  ])('spares a request of the minute that has it: %s', (_, between, now, left) => {
    const limit = new RateLimit()
    limit.count('a', 0)
    between(limit)
    if (left === '254') limit.count('a', now)
    limit.spare('a', 0)
    expect(limit.count('a', now)).toMatchObject({ 'X-RateLimit-Remaining': left })
  })

  it('is separate for each key', () => {
    const limit = new RateLimit()
    spend(limit, 'a', 256, 0)
    expect(limit.count('b', 0)).toMatchObject({ 'X-RateLimit-Remaining': '255' })
    refused(limit, 'a', 0)
  })
})

describe('256 requests a minute', () => {
  const start = () =>
    startService({ scenario: 'empty', gapSettings: new GapSettings().set('rate.limit', '256-a-minute') })

  const backups = ({ world }: Service): string =>
    `/api/client/servers/${world.tables.servers.must(1).uuid}/backups`

  /** How many requests were left after one; undefined where it was refused for their number. */
  async function left({ ask }: Service, path: string, token: string): Promise<number | undefined> {
    const { status, headers } = await ask('GET', path, { token })
    return status === 429 ? undefined : Number(headers.get('x-ratelimit-remaining'))
  }

  async function spendAll(service: Service, path: string, token: string): Promise<void> {
    const responses = await Promise.all(Array.from({ length: 256 }, () => left(service, path, token)))
    expect(responses).not.toContain(undefined)
    expect(await left(service, path, token)).toBeUndefined()
  }

  it('are answered with the remaining requests', async () => {
    const service = await start()
    const { status, headers } = await service.ask('GET', backups(service), { token: service.user })
    expect(status).toBe(200)
    expect(headers.get('x-ratelimit-limit')).toBe('256')
    expect(headers.get('x-ratelimit-remaining')).toBe('255')
    expect(headers.get('retry-after')).toBeNull()
  })

  it('are the limit: the next is refused with 429 and Retry-After', async () => {
    const service = await start()
    await spendAll(service, backups(service), service.user)
    const { status, headers, json } = await service.ask('GET', backups(service), { token: service.user })
    expect(status).toBe(429)
    expect(json.errors).toEqual([
      { code: 'ThrottleRequestsException', status: '429', detail: expect.stringContaining('256 requests') },
    ])
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    const until = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000
    expect(until).toBeGreaterThan(wait - 5)
    expect(until).toBeLessThan(wait + 5)
  })

  it('are shared by all operations of a family', async () => {
    const service = await start()
    await spendAll(service, '/api/admin/servers/1/mounts', service.root)
    expect(await left(service, '/api/admin/database-hosts/1/databases', service.root)).toBeUndefined()
    const { status } = await service.ask('PUT', '/api/admin/nodes/1/tags', {
      token: service.root,
      json: { tags: [] },
    })
    expect(status).toBe(429)
    expect(service.world.checksum()).toBe(service.checksum)
  })

  it('are counted separately for each family', async () => {
    const service = await start()
    await spendAll(service, '/api/admin/servers/1/mounts', service.root)
    expect(await left(service, backups(service), service.root)).toBe(255)
    const { headers } = await service.ask('POST', '/api/application/users', { token: service.root })
    expect(headers.get('x-ratelimit-remaining')).toBe('255')
  })

  it('are counted separately for each user', async () => {
    const service = await start()
    await spendAll(service, backups(service), service.user)
    expect(await left(service, backups(service), service.root)).toBe(255)
  })

  it('are shared by all tokens of a user', async () => {
    const service = await start()
    const { ask, application, root } = service
    await ask('POST', '/api/application/users', { token: application })
    const { headers } = await ask('POST', '/api/application/users', { token: root })
    expect(headers.get('x-ratelimit-remaining')).toBe('254')
  })

  it('are counted separately in each sandbox', async () => {
    const service = await start()
    const path = backups(service)
    await spendAll(service, path, service.user)
    expect(await left(service, `/~one${path}`, service.user)).toBe(255)
    expect(await left(service, `/~two${path}`, service.user)).toBe(255)
    expect(await left(service, `/~one${path}`, service.user)).toBe(254)
  })

  it('include requests with invalid values, but not requests without permission', async () => {
    const { ask, application, user } = await start()
    const statuses = []
    const remaining = []
    for (const token of [undefined, 'wrong', user, application, application]) {
      const { status, headers } = await ask('POST', '/api/application/users', { token })
      statuses.push(status)
      remaining.push(headers.get('x-ratelimit-remaining'))
    }
    expect(statuses).toEqual([401, 401, 403, 422, 422])
    expect(remaining).toEqual([null, null, null, '255', '254'])
  })

  it.each<[what: string, act: (of: Sandbox) => unknown]>([
    ['a reset', (of) => of.reset()],
    ['a snapshot that is restored', (of) => of.restore('s')],
    ['another world that is loaded', (of) => of.load(of.state())],
  ])('are counted anew with %s, in that world only', async (_, act) => {
    const service = await start()
    const one = service.sandbox('one')
    const path = '/api/admin/servers/1/mounts'
    for (const of of [service, one]) of.snapshot('s')
    await spendAll(service, path, service.root)
    await spendAll(service, `/~one${path}`, service.root)
    await act(one)
    expect(await left(service, `/~one${path}`, service.root)).toBe(255)
    expect(await left(service, path, service.root)).toBeUndefined()
    await act(service)
    expect(await left(service, path, service.root)).toBe(255)
    expect(await left(service, `/~one${path}`, service.root)).toBe(254)
  })

  it('are counted anew in a sandbox that is created again', async () => {
    const service = await start()
    const path = '/~one/api/admin/servers/1/mounts'
    await spendAll(service, path, service.root)
    service.deleteSandbox('one')
    expect(await left(service, path, service.root)).toBe(255)
  })

  it('are not limited unless the gap says so', async () => {
    const service = await startService({ scenario: 'empty' })
    const asked = () => service.ask('GET', backups(service), { token: service.user })
    const responses = await Promise.all(Array.from({ length: 300 }, asked))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    for (const { headers } of responses) expect(headers.get('x-ratelimit-limit')).toBeNull()
  })
})
