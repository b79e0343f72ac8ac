import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import { type Service, startService } from '../testing/service.ts'

const unknown = '/api/application/nodes/999'
const known = '/api/application/nodes/1'

/** Updates a node with an ordinary user's token, or with an invalid body. */
const requests = {
  'the token of another kind': ({ ask, user }: Service, path: string) =>
    ask('PATCH', path, { token: user, json: {} }),
  'an invalid body': ({ ask, application }: Service, path: string) =>
    ask('PATCH', path, { token: application, json: { memory: 'x' } }),
} as const

describe('a request that several reasons refuse', () => {
  it.each<[choice: string, reason: keyof typeof requests, path: string, status: number]>([
    ['path-last', 'the token of another kind', unknown, 403],
    ['path-first', 'the token of another kind', unknown, 404],
    ['path-first', 'the token of another kind', known, 403],
    ['path-last', 'an invalid body', unknown, 422],
    ['path-first', 'an invalid body', unknown, 404],
    ['path-first', 'an invalid body', known, 422],
  ])('is refused under %s with %s at %s by %i', async (choice, reason, path, status) => {
    const service = await startService({ gapSettings: new GapSettings().set('checks.order', choice) })
    expect((await requests[reason](service, path)).status).toBe(status)
  })

  it('names the gap only where the order matters', async () => {
    const service = await startService()
    const named = async (path: string) =>
      (await requests['an invalid body'](service, path)).headers.get('x-nestbox-assumed')?.split(', ')
    expect(await named(unknown)).toContain('checks.order')
    expect(await named(known)).not.toContain('checks.order')
  })

  it('is still refused for its token, whatever its path names', async () => {
    const service = await startService({ gapSettings: new GapSettings().set('checks.order', 'path-first') })
    expect((await service.ask('PATCH', unknown, { token: 'unknown', json: {} })).status).toBe(401)
  })
})

describe('a request that the limit need not count', () => {
  const limited = new GapSettings().set('rate.limit', '256-a-minute')

  it.each<[choice: string, path: string, body: string, left: string | null]>([
    ['count', unknown, '{}', '254'],
    ['count', known, '{', '254'],
    ['spare', unknown, '{}', null],
    ['spare', known, '{', null],
    ['spare', known, '{"memory":"x"}', '254'],
  ])('has the headers that %s says: %s %s', async (choice, path, body, left) => {
    const { ask, application } = await startService({ gapSettings: limited.set('rate.headers', choice) })
    const send = (to: string, text: string) =>
      ask('PATCH', to, { token: application, body: text, headers: { 'content-type': 'application/json' } })
    await send(known, '{}')
    expect((await send(path, body)).headers.get('x-ratelimit-remaining')).toBe(left)
    const next = await send(known, '{}')
    expect(next.headers.get('x-ratelimit-remaining')).toBe(left === null ? '254' : '253')
  })

  it('counts per family where the limits differ', async () => {
    const { ask, application, root, user, world } = await startService({
      gapSettings: limited.set('rate.limit', '240-720'),
    })
    const uuid = world.tables.servers.of('user', 3)[0]?.uuid
    const limitOf = async (path: string, token: string) =>
      (await ask('GET', path, { token })).headers.get('x-ratelimit-limit')
    expect([
      await limitOf('/api/admin/database-hosts/1/databases', root),
      await limitOf(`/api/client/servers/${uuid}/backups`, user),
      (await ask('PATCH', known, { token: application, json: {} })).headers.get('x-ratelimit-limit'),
    ]).toEqual(['240', '720', '240'])
  })
})

describe('a parameter of a path', () => {
  it.each([
    ['an encoded digit', '%31', 200],
    ['an encoded slash', '1%2F1', 404],
    ['bytes that are not UTF-8', '%ff', 404],
    ['a percent sign alone', '1%', 404],
  ])('may have %s: %s is %i', async (_, server, status) => {
    const { ask, root } = await startService()
    expect((await ask('GET', `/api/admin/servers/${server}/mounts`, { token: root })).status).toBe(status)
  })
})
