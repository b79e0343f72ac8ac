import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
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

describe('a request with several reasons for a refusal', () => {
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

  it('names the gap only if the order matters', async () => {
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

describe('a request that need not count towards the rate limit', () => {
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

  it('is counted per family if the limits differ', async () => {
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

describe('a request whose body arrives late', () => {
  const person = { email: 'new@example.com', username: 'new', first_name: 'New', last_name: 'One' }

  type Meanwhile = (service: Service, sandbox: string | undefined) => void

  /** Creates a user with a body that is sent once something was done. */
  async function sendLate({ url, application }: Service, prefix: string, meanwhile: () => void) {
    const headers = {
      authorization: `Bearer ${application}`,
      'content-type': 'application/json',
      expect: '100-continue',
    }
    const asked = request(`${url}${prefix}/api/application/users`, { method: 'POST', headers })
    asked.flushHeaders()
    await once(asked, 'continue')
    meanwhile()
    asked.end(JSON.stringify(person))
    const [response]: IncomingMessage[] = await once(asked, 'response')
    response?.resume()
    return response?.statusCode
  }

  const changing =
    (change: object): Meanwhile =>
    (service, sandbox) => {
      const here = sandbox === undefined ? service : service.sandbox(sandbox)
      here.tokens.change({ application: change })
    }

  it.each<[what: string, status: number, sandbox: string | undefined, meanwhile: Meanwhile]>([
    ['whose token is unchanged', 201, undefined, changing({})],
    ['whose token is revoked', 401, undefined, changing({ status: 'revoked' })],
    ['whose token is revoked in a new sandbox', 401, 'new', changing({ status: 'revoked' })],
    [
      'whose token is changed to one of a user',
      403,
      undefined,
      changing({ kind: 'client', rootAdministrator: false }),
    ],
    ['whose sandbox is deleted', 201, 'new', (service) => service.deleteSandbox('new')],
  ])('%s meanwhile gets the status %i', async (_, status, sandbox, meanwhile) => {
    const service = await startService({ scenario: 'empty' })
    const prefix = sandbox === undefined ? '' : `/~${sandbox}`
    expect(await sendLate(service, prefix, () => meanwhile(service, sandbox))).toBe(status)
    const here = sandbox === undefined ? service : service.sandbox(sandbox)
    expect(here.info().checksum === service.checksum).toBe(status !== 201)
    expect(here.requests()).toHaveLength(1)
  })

  it('is kept if its sandbox is deleted during a delay', async () => {
    const service = await startService({ scenario: 'empty', delay: [200, 200] })
    const path = '/~new/api/application/users'
    const sent = service.ask('POST', path, { token: service.application, json: person })
    const known = async () => (await service.ask('GET', '/_nestbox/sandboxes')).json.sandboxes
    await expect.poll(known).toHaveLength(1)
    service.deleteSandbox('new')
    expect((await sent).status).toBe(201)
    expect(service.sandbox('new').info().checksum).not.toBe(service.checksum)
  })
})

describe('a path parameter', () => {
  it.each([
    ['an encoded digit', '%31', 200],
    ['an encoded slash', '1%2F1', 404],
    ['bytes that are not UTF-8', '%ff', 404],
    ['a single percent sign', '1%', 404],
  ])('can have %s: %s is %i', async (_, server, status) => {
    const { ask, root } = await startService()
    expect((await ask('GET', `/api/admin/servers/${server}/mounts`, { token: root })).status).toBe(status)
  })
})
