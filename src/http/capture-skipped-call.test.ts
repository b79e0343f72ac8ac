import { describe, expect, it } from 'vitest'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import type { FaultRule } from '../faults/schemas.ts'
import { startService, upload } from '../testing/service.ts'

const person = { email: 'jo@example.com', username: 'jo', first_name: 'Jo', last_name: 'March' }

describe('a call that a fault keeps from its operation', () => {
  it.each<[what: string, rule: FaultRule, status: number | null]>([
    ['an error', { code: 503 }, 503],
    ['a reset', { fault: 'reset' }, null],
    ['an empty answer', { fault: 'empty' }, null],
    ['half an answer', { fault: 'truncated' }, null],
    ['an error after the commit', { code: 503, when: 'after-commit' }, 503],
    ['a delay and an error', { code: 503, delay: 1 }, 503],
  ])('is known to the log as any other: %s', async (_, rule, status) => {
    const service = await startService({ scenario: 'empty' })
    service.faults.add(rule)
    await service
      .ask('POST', '/api/application/users', { token: service.application, json: person })
      .catch(() => {})
    expect(service.requests({ operation: 'createUser', body: { username: 'jo' } })).toMatchObject([
      { status, bearer: 'application, made by admin', request: { body: person } },
    ])
  })

  it('is known by its file', async () => {
    const service = await startService({ scenario: 'empty' })
    service.faults.add({ code: 503 })
    const body = upload(JSON.stringify(exampleEgg))
    await service.ask('POST', '/api/admin/eggs/1/import', { token: service.root, body })
    const [request] = service.requests({ operation: 'importEgg' })
    expect(request?.request.body).toEqual({ import_file: JSON.stringify(exampleEgg) })
  })

  it('is known by all of its body, whatever fields that has', async () => {
    const service = await startService({ scenario: 'empty' })
    service.faults.add({ code: 503 })
    const json = { ...person, files: ['one'] }
    await service.ask('POST', '/api/application/users', { token: service.application, json })
    expect(service.requests()[0]?.request.body).toEqual(json)
  })

  it.each([
    ['a wish of its own', { headers: { prefer: 'code=503' } }, '/api/application/users'],
    [
      'a body that cannot be read',
      { body: '{', headers: { 'content-type': 'application/json' } },
      '/api/application/users',
    ],
    ['no token', {}, '/api/application/users'],
  ])('is what it is, with %s', async (_, ask, path) => {
    const service = await startService({ scenario: 'empty' })
    service.faults.add({ code: 503 })
    expect((await service.ask('POST', path, ask)).status).toBe(503)
    expect(service.requests()).toMatchObject([
      { operation: 'createUser', bearer: null, request: { body: null } },
    ])
  })

  it('of no operation has none', async () => {
    const service = await startService({ scenario: 'empty' })
    service.faults.add({ code: 503 })
    await service.ask('GET', '/api/nothing', { token: service.user })
    expect(service.requests()).toMatchObject([{ operation: null, fault: 'code=503' }])
  })
})
