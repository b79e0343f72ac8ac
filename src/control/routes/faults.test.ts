import { describe, expect, it } from 'vitest'
import { faultProfiles } from '../../faults/profiles.ts'
import type { Json, Service } from '../../testing/service.ts'
import { expectRefusal, start } from '../testing/control.ts'

const add = ({ ask }: Service, json: unknown, prefix = '') =>
  ask('POST', `${prefix}/_nestbox/faults`, { json })

const rules = async ({ ask }: Service, prefix = ''): Promise<Json[]> =>
  (await ask('GET', `${prefix}/_nestbox/faults`)).json.rules

const mounts = async ({ ask, root }: Service, prefix = '') =>
  (await ask('GET', `${prefix}/api/admin/servers/1/mounts`, { token: root })).status

describe('a fault rule', () => {
  it('is added, listed with its hits, and removed', async () => {
    const service = await start()
    const { status, json } = await add(service, { operation: 'listServerMounts', code: 503, times: 2 })
    expect([status, json]).toEqual([
      201,
      {
        rules: [{ id: '1', operation: 'listServerMounts', code: 503, times: 2, calls: 0, hits: 0 }],
        profiles: faultProfiles,
      },
    ])
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push(await mounts(service))
    expect(statuses).toEqual([503, 503, 200])
    expect(await rules(service)).toMatchObject([{ calls: 3, hits: 2 }])
    expect(await service.ask('DELETE', '/_nestbox/faults/1')).toMatchObject({ status: 204, text: '' })
    expect(await rules(service)).toEqual([])
  })

  it.each(faultProfiles.map(({ name }) => name))('can be one of the profile %s', async (profile) => {
    const service = await start()
    const { status } = await add(service, { profile })
    const expected = faultProfiles.find(({ name }) => name === profile)?.rules ?? []
    expect([status, await rules(service)]).toMatchObject([201, expected])
  })

  it.each<[what: string, rule: object, type: string, body: unknown]>([
    [
      'the fields that it names as invalid',
      { code: 422, errors: [{ field: 'email', detail: 'The email is taken.' }], retryAfter: 5 },
      'application/json',
      {
        errors: [
          {
            code: 'ValidationException',
            status: '422',
            detail: 'The email is taken.',
            meta: { source_field: 'email', rule: 'invalid' },
          },
        ],
      },
    ],
    ['a body of its own', { code: 402, body: { quota: 0 }, retryAfter: 5 }, 'application/json', { quota: 0 }],
    ['a body that is null', { code: 500, body: null, retryAfter: 5 }, 'application/json', null],
    [
      'a page',
      { code: 502, body: '<h1>Bad</h1>', headers: { 'content-type': 'text/html', 'Retry-After': '5' } },
      'text/html',
      '<h1>Bad</h1>',
    ],
    [
      'a text',
      { code: 502, body: 'bad', headers: { 'RETRY-AFTER': '5' } },
      'text/plain; charset=utf-8',
      'bad',
    ],
    ['no text', { code: 502, body: '', retryAfter: 5 }, 'text/plain; charset=utf-8', ''],
  ])('responds with %s', async (_, rule, type, body) => {
    const service = await start()
    expect((await add(service, rule)).status).toBe(201)
    expect(await rules(service)).toMatchObject([rule])
    const reply = await service.ask('GET', '/api/admin/servers/1/mounts', { token: service.root })
    expect(reply.status).toBe(Object(rule).code)
    expect([reply.headers.get('content-type'), reply.headers.get('retry-after')]).toEqual([type, '5'])
    expect(type.includes('json') ? JSON.parse(reply.text) : reply.text).toEqual(body)
    expect(service.requests()).toMatchObject([
      { status: Object(rule).code, fault: `code=${Object(rule).code}` },
    ])
  })

  it('names invalid fields in the form of the gap error.body', async () => {
    const service = await start({ gaps: { 'error.body': 'problem' } })
    const errors = [{ field: 'email', rule: 'unique', detail: 'The email is taken.' }]
    await add(service, { code: 422, errors })
    const { json } = await service.ask('GET', '/api/admin/servers/1/mounts', { token: service.root })
    expect(json).toMatchObject({ status: 422, detail: 'The email is taken.', errors })
  })

  it('is removed with all others', async () => {
    const service = await start()
    await add(service, { profile: 'flaky' })
    await service.ask('DELETE', '/_nestbox/faults')
    expect(await rules(service)).toEqual([])
  })

  it('of a sandbox applies to that sandbox only, and one of the server to all', async () => {
    const service = await start()
    await add(service, { code: 503 }, '/~one')
    expect([await mounts(service), await mounts(service, '/~one'), await mounts(service, '/~two')]).toEqual([
      200, 503, 200,
    ])
    await add(service, { code: 502 })
    expect([await mounts(service), await mounts(service, '/~one'), await mounts(service, '/~two')]).toEqual([
      502, 503, 502,
    ])
    await service.ask('DELETE', '/_nestbox/faults')
    expect([await mounts(service), await mounts(service, '/~one')]).toEqual([200, 503])
  })

  it('of the server is counted per world, and counted anew in a new sandbox', async () => {
    const service = await start()
    await add(service, { operation: 'listServerMounts', chain: [{ code: 503 }, { code: 503 }, 'pass'] })
    const seen = []
    for (const name of ['a', 'b', 'a', 'b', 'c', 'a']) seen.push(await mounts(service, `/~${name}`))
    expect(seen).toEqual([503, 503, 503, 503, 503, 200])
    expect(await rules(service)).toMatchObject([{ calls: 0, hits: 0 }])
    expect(await rules(service, '/~a')).toMatchObject([
      { id: 'server-1', inherited: true, calls: 3, hits: 2 },
    ])
    await service.ask('POST', '/_nestbox/reset?sandbox=a')
    expect(await rules(service, '/~a')).toMatchObject([{ calls: 3 }])
    await service.ask('DELETE', '/_nestbox/sandboxes/a')
    expect(await mounts(service, '/~a')).toBe(503)
  })

  it('of the server is listed in a sandbox after its own, and can be removed only where it was set', async () => {
    const service = await start()
    await add(service, { code: 500 })
    await add(service, { chain: ['pass', { code: 503 }] }, '/~r')
    const seen = []
    for (const _ of [1, 2, 3]) seen.push(await mounts(service, '/~r'))
    expect(seen).toEqual([200, 503, 500])
    expect(await rules(service, '/~r')).toEqual([
      { id: '1', chain: ['pass', { code: 503 }], calls: 3, hits: 1 },
      { id: 'server-1', code: 500, calls: 1, hits: 1, inherited: true },
    ])
    const asked = ['DELETE', '/faults/server-1?sandbox=r'] as const
    await expectRefusal(service, asked, 404, 'whole server', 'as "1"')
    await expectRefusal(service, ['DELETE', '/faults/server-2?sandbox=r'], 404, 'There is no fault')
    await service.ask('DELETE', '/_nestbox/faults?sandbox=r')
    expect(await rules(service, '/~r')).toMatchObject([{ id: 'server-1' }])
    await service.ask('DELETE', '/_nestbox/faults/1')
    expect(await rules(service, '/~r')).toEqual([])
  })

  it('without an effect exempts a sandbox from the rules of the server', async () => {
    const service = await start()
    await add(service, { code: 500 })
    await add(service, { delay: 0 }, '/~r')
    expect([await mounts(service, '/~r'), await mounts(service, '/~r'), await mounts(service)]).toEqual([
      200, 200, 500,
    ])
  })

  it.each<[what: string, json: unknown, ...says: string[]]>([
    ['a rule without an effect', {}, '`code`'],
    ['an unknown field', { code: 503, tims: 2 }, 'tims'],
    ['a code that is not an error', { code: 200 }, 'code', '400'],
    ['an unknown operation', { operation: 'x', code: 503 }, 'operation', 'createUser'],
    [
      'a path without an operation',
      { path: '/api/nothing', code: 503 },
      'No operation',
      'the nearest is /api/',
    ],
    [
      'a method that does not match the operation',
      { operation: 'createUser', method: 'GET', code: 503 },
      'method',
      'POST /api',
    ],
    ['an unknown profile', { profile: 'sunny' }, '"sunny"', 'flaky'],
    [
      'a profile with other fields',
      { profile: 'flaky', code: 503 },
      'The `code` cannot be combined with `profile`',
    ],
    ['a profile that is not a string', { profile: 1 }, 'There is no fault profile 1', 'slow-api'],
    ['a text', 'flaky', 'A fault rule must be an object'],
    ['nothing', null, 'A fault rule must be an object'],
    ['a list', [{ code: 503 }], 'A fault rule must be an object'],
    [
      'an invalid entry of a sequence',
      { chain: [{ code: 1 }] },
      'code` must be an integer from 400 to 599, not 1.',
    ],
  ])('is refused for %s', async (_, json, ...says) => {
    const service = await start()
    await add(service, { code: 503, from: 99 })
    await expectRefusal(service, ['POST', '/faults', { json }], 422, ...says)
  })

  it.each(['2', 'x', '1.0', '%31%20'])('must exist to be removed: %s', async (id) => {
    const service = await start()
    await add(service, { code: 503, from: 99 })
    await expectRefusal(service, ['DELETE', `/faults/${id}`], 404)
  })
})
