import { describe, expect, it, vi } from 'vitest'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import type { FaultRule } from '../faults/schemas.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { startService, upload } from '../testing/service.ts'

const person = { email: 'jo@example.com', username: 'jo', first_name: 'Jo', last_name: 'March' }

describe('a call that a fault prevents', () => {
  it.each<[what: string, rule: FaultRule, status: number | null, assumed?: string[]]>([
    ['an error', { code: 503 }, 503],
    ['a reset', { fault: 'reset' }, null],
    ['an empty response', { fault: 'empty' }, null],
    ['half a response', { fault: 'truncated' }, null],
    ['an error after the commit', { code: 503, when: 'after-commit' }, 503, ['error.body']],
    ['a text after the commit', { code: 503, when: 'after-commit', body: 'no' }, 503, []],
    ['a delay and an error', { code: 503, delay: 1 }, 503],
  ])('is logged like any other: %s', async (_, rule, status, assumed) => {
    const service = await startService({ scenario: 'empty' })
    service.faults.add(rule)
    const reply = await service
      .ask('POST', '/api/application/users', { token: service.application, json: person })
      .catch(() => undefined)
    expect(service.requests({ operation: 'createUser', body: { username: 'jo' } })).toMatchObject([
      { status, owner: 'application, made by admin', request: { body: person }, ...(assumed && { assumed }) },
    ])
    if (assumed) expect(reply?.headers.get('x-nestbox-assumed') ?? '').toBe(assumed.join())
  })

  it('is logged with its file', async () => {
    const service = await startService({ scenario: 'empty' })
    service.faults.add({ code: 503 })
    const body = upload(JSON.stringify(exampleEgg))
    await service.ask('POST', '/api/admin/eggs/1/import', { token: service.root, body })
    const [request] = service.requests({ operation: 'importEgg' })
    expect(request?.request.body).toEqual({ import_file: JSON.stringify(exampleEgg) })
  })

  it('is logged with its whole body, whatever fields that has', async () => {
    const service = await startService({ scenario: 'empty' })
    service.faults.add({ code: 503 })
    const json = { ...person, files: ['one'] }
    await service.ask('POST', '/api/application/users', { token: service.application, json })
    expect(service.requests()[0]?.request.body).toEqual(json)
  })

  it.each([
    ['a preference', { headers: { prefer: 'code=503' } }, '/api/application/users'],
    [
      'an unreadable body',
      { body: '{', headers: { 'content-type': 'application/json' } },
      '/api/application/users',
    ],
    ['no token', {}, '/api/application/users'],
  ])('is logged without a body, with %s', async (_, ask, path) => {
    const service = await startService({ scenario: 'empty' })
    service.faults.add({ code: 503 })
    expect((await service.ask('POST', path, ask)).status).toBe(503)
    expect(service.requests()).toMatchObject([
      { operation: 'createUser', owner: null, request: { body: null } },
    ])
  })

  it('is logged without an operation if its path has none', async () => {
    const service = await startService({ scenario: 'empty' })
    service.faults.add({ code: 503 })
    await service.ask('GET', '/api/nothing', { token: service.user })
    expect(service.requests()).toMatchObject([{ operation: null, fault: 'code=503' }])
  })
})

describe('a call that the client aborts', () => {
  it.each<[what: string, options: NestboxOptions, headers: Record<string, string>]>([
    ['while every response is delayed', { delay: [600_000, 600_000] }, {}],
    ['while a preference delays it', {}, { prefer: 'delay=600000' }],
  ])('is logged at once, with its operation and token: %s', async (_, options, headers) => {
    const service = await startService({ scenario: 'empty', ...options })
    const leaving = new AbortController()
    const asked = fetch(`${service.url}/api/application/users`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.application}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(person),
      signal: leaving.signal,
    }).catch(() => {})
    setTimeout(() => leaving.abort(), 100)
    await asked
    await vi.waitFor(() => expect(service.requests()).toHaveLength(1), { timeout: 5_000 })
    expect(service.requests()).toMatchObject([
      { operation: 'createUser', owner: 'application, made by admin', status: null, end: 'client' },
    ])
    expect(service.world.checksum()).toBe(service.checksum)
  })

  it('is logged differently from a call that a fault breaks off, and from one with a response', async () => {
    const service = await startService({ scenario: 'empty' })
    const asked = (prefer: string) =>
      service
        .ask('GET', '/api/admin/servers/1/mounts', { token: service.root, headers: { prefer } })
        .catch(() => {})
    for (const prefer of ['fault=reset', 'code=503', 'fault=truncated']) await asked(prefer)
    expect(service.requests().map(({ end }) => end)).toEqual(['fault', 'response', 'fault'])
  })
})
