import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { makeWorld } from '../../fixtures/index.ts'
import { makeTokens } from '../../fixtures/tokens.ts'
import { GapSettings } from '../../gaps/gap-settings.ts'
import { Events } from '../../sandboxes/events.ts'
import { inMemory } from '../../sandboxes/open-world.ts'
import { states } from '../../sandboxes/states.ts'
import { Workspaces } from '../../sandboxes/workspaces.ts'
import { listen } from '../../testing/listen.ts'
import { isWhole } from '../../testing/sample.ts'
import { send } from '../../testing/send.ts'
import type { Json, Service } from '../../testing/service.ts'
import { clockAt } from '../../util/clock.ts'
import { createLog } from '../../util/log.ts'
import { nextTurn } from '../../util/timers.ts'
import { createUser, expectRefusal, start } from '../testing/control.ts'

const get = async ({ ask }: Service, path: string): Promise<Json> =>
  (await ask('GET', `/_nestbox/${path}`)).json

it('is a stream of server-sent events', async () => {
  const { url } = await start()
  const { response } = await listen(url)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  })
})

it.each<
  [name: string, cause: (service: Service) => Promise<unknown>, data: (service: Service) => Promise<Json>]
>([
  [
    'request',
    (service) => createUser(service),
    async (service) => (await get(service, 'requests')).requests.at(-1),
  ],
  [
    'request',
    ({ ask }) => ask('GET', '/api/nothing'),
    async (service) => (await get(service, 'requests')).requests[0],
  ],
  ['requests', ({ ask }) => ask('DELETE', '/_nestbox/requests'), (service) => get(service, 'requests')],
  [
    'world',
    ({ ask }) => ask('POST', '/_nestbox/reset?seed=two'),
    async (service) => (await get(service, 'health')).world,
  ],
  [
    'world',
    async (service) => service.ask('PUT', '/_nestbox/state', { json: await get(service, 'state') }),
    async (service) => (await get(service, 'health')).world,
  ],
  [
    'snapshots',
    ({ ask }) => ask('POST', '/_nestbox/snapshots', { json: { name: 's' } }),
    (service) => get(service, 'snapshots'),
  ],
  [
    'gaps',
    ({ ask }) => ask('PATCH', '/_nestbox/gaps', { json: { 'users.case': 'lower' } }),
    (service) => get(service, 'gaps'),
  ],
  [
    'tokens',
    ({ ask }) => ask('PATCH', '/_nestbox/tokens', { json: { userClient: { status: 'revoked' } } }),
    (service) => get(service, 'tokens'),
  ],
  [
    'tokens',
    ({ ask }) => ask('POST', '/_nestbox/tokens', { json: { kind: 'client', user: 2 } }),
    (service) => get(service, 'tokens'),
  ],
  [
    'faults',
    ({ ask }) => ask('POST', '/_nestbox/faults', { json: { code: 503 } }),
    (service) => get(service, 'faults'),
  ],
  ['faults', ({ ask }) => ask('DELETE', '/_nestbox/faults'), (service) => get(service, 'faults')],
])('sends the event %s with the entry of the list', async (name, cause, data) => {
  const service = await start()
  const listener = await listen(service.url)
  await cause(service)
  expect(await listener.next()).toEqual({ name, data: await data(service) })
  expect(listener.heard).toHaveLength(1)
})

it('sends an event when a snapshot is restored and when one is deleted', async () => {
  const service = await start()
  const { ask } = service
  await ask('POST', '/_nestbox/snapshots', { json: { name: 's' } })
  const listener = await listen(service.url)
  const { json } = await ask('POST', '/_nestbox/snapshots/s/restore')
  expect(await listener.next()).toEqual({ name: 'world', data: json })
  await ask('DELETE', '/_nestbox/snapshots/s')
  expect(await listener.next()).toEqual({ name: 'snapshots', data: { snapshots: [] } })
})

it('sends an event when the sandbox is deleted, whose next requests have new ids', async () => {
  const service = await start()
  await createUser(service, 'one', '/~mine')
  const listener = await listen(service.url, '/~mine/_nestbox/events')
  await service.ask('DELETE', '/_nestbox/sandboxes/mine')
  expect(await listener.next()).toEqual({ name: 'world', data: (await get(service, 'health')).world })
  await service.ask('GET', '/~mine/api/nothing')
  await createUser(service, 'two', '/~mine')
  expect([(await listener.next()).data.id, (await listener.next()).data.id]).toEqual([2, 3])
})

it('sends no events for refused requests', async () => {
  const service = await start()
  const { ask } = service
  const listener = await listen(service.url)
  await ask('PATCH', '/_nestbox/gaps', { json: { nothing: 'x' } })
  await ask('PATCH', '/_nestbox/tokens', { json: { nobody: { status: 'revoked' } } })
  await ask('POST', '/_nestbox/snapshots/none/restore')
  await ask('POST', '/_nestbox/reset?scale=x')
  await ask('GET', '/_nestbox/health')
  await ask('GET', '/api/last')
  expect(await listener.next()).toMatchObject({ name: 'request', data: { path: '/api/last' } })
})

it.each([
  ['the main world', '', ''],
  ['a sandbox by its path', '/~one', ''],
  ['a sandbox by the query', '', '?sandbox=one'],
])('sends the events of its own world only: %s', async (_, prefix, query) => {
  const service = await start()
  const { ask, url } = service
  const own = prefix || (query ? '/~one' : '')
  const listener = await listen(url, `${prefix}/_nestbox/events${query}`)
  for (const other of ['', '/~one', '/~two'].filter((each) => each !== own)) {
    await ask('GET', `${other}/api/other`)
    await ask('POST', `${other}/_nestbox/reset`)
    await ask('POST', `${other}/_nestbox/snapshots`, { json: { name: 's' } })
    if (other === '') continue
    await ask('POST', `${other}/_nestbox/faults`, { json: { code: 503, from: 99 } })
    await ask('PATCH', `${other}/_nestbox/gaps`, { json: { 'users.case': 'lower' } })
    await ask('PATCH', `${other}/_nestbox/tokens`, { json: { userClient: { status: 'revoked' } } })
  }
  await ask('GET', `${own}/api/own`)
  expect(await listener.next()).toMatchObject({ name: 'request', data: { path: '/api/own' } })
})

it('sends to a sandbox the faults of the whole server, after its own', async () => {
  const service = await start()
  const { ask, url } = service
  await ask('POST', '/~one/_nestbox/faults', { json: { code: 502, from: 9 } })
  const listener = await listen(url, '/~one/_nestbox/events')
  await ask('POST', '/_nestbox/faults', { json: { code: 503, from: 9 } })
  const { name, data } = await listener.next()
  expect([name, data]).toEqual(['faults', await get(service, 'faults?sandbox=one')])
  expect(data.rules.map(({ id }: Json) => id)).toEqual(['1', 'server-1'])
})

it('sends to a sandbox the gaps and tokens of the whole server, except those that the sandbox has set', async () => {
  const service = await start()
  const { ask, url } = service
  const turn = (prefix: string, json: object) => ask('PATCH', `${prefix}/_nestbox/gaps`, { json })
  const change = (prefix: string, json: object) => ask('PATCH', `${prefix}/_nestbox/tokens`, { json })
  await turn('/~one', { 'users.case': 'keep' })
  await change('/~one', { userClient: { status: 'revoked' } })
  const listener = await listen(url, '/~one/_nestbox/events')
  await turn('', { 'users.case': 'lower', 'page.over-maximum': 'refuse' })
  const { name, data } = await listener.next()
  const choice = (id: string) => data.gaps.find((gap: Json) => gap.id === id).choice
  expect([name, choice('users.case'), choice('page.over-maximum')]).toEqual(['gaps', 'keep', 'refuse'])
  await change('', { userClient: { status: 'expired' }, rootClient: { status: 'expired' } })
  const tokens = await listener.next()
  const status = (who: string) => tokens.data.tokens.find((token: Json) => token.name === who).status
  expect([tokens.name, status('userClient'), status('rootClient')]).toEqual(['tokens', 'revoked', 'expired'])
})

it('sends changes of the whole server to one sandbox after another, with requests in between, and only the latest', async () => {
  const service = await start()
  const paths = Array.from({ length: 30 }, (_, nth) => `/~s${nth}/_nestbox/events`)
  const listeners = await Promise.all(paths.map((path) => listen(service.url, path)))
  const made = vi.spyOn(states, 'gaps')
  onTestFinished(() => void made.mockRestore())
  service.gaps.set({ 'users.case': 'lower' })
  service.gaps.set({ 'users.case': 'keep' })
  await nextTurn()
  await nextTurn()
  expect(made.mock.calls.length).toBeLessThan(10)
  for (const listener of listeners) expect((await listener.next()).name).toBe('gaps')
  expect(made).toHaveBeenCalledTimes(30)
})

it('continues for a sandbox that is deleted and created again', async () => {
  const service = await start()
  const { ask, url } = service
  await ask('PATCH', '/~one/_nestbox/gaps', { json: { 'users.case': 'lower' } })
  const listener = await listen(url, '/~one/_nestbox/events')
  await ask('DELETE', '/_nestbox/sandboxes/one')
  expect(await listener.next()).toMatchObject({ name: 'world' })
  await ask('GET', '/~one/api/anew', { token: service.root })
  expect(await listener.next()).toMatchObject({ name: 'request', data: { id: 1 } })
  await ask('PATCH', '/_nestbox/gaps', { json: { 'page.over-maximum': 'refuse' } })
  expect((await listener.next()).data).toEqual((await ask('GET', '/~one/_nestbox/gaps')).json)
})

it('sends an event to each of many listeners, without a warning of Node.js', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  onTestFinished(() => {
    process.off('warning', warn)
  })
  const service = await start()
  const listeners = await Promise.all(Array.from({ length: 20 }, () => listen(service.url)))
  await service.ask('GET', '/api/x')
  for (const listener of listeners) expect((await listener.next()).data.path).toBe('/api/x')
  expect(warnings).toEqual([])
})

it('sends events in order', async () => {
  const service = await start()
  const listener = await listen(service.url)
  await Promise.all(Array.from({ length: 200 }, (_, index) => service.ask('GET', `/api/${index}`)))
  while (listener.heard.length < 200) await listener.next()
  expect(listener.heard.map(({ data }) => data.id)).toEqual(
    Array.from({ length: 200 }, (_, index) => index + 1),
  )
})

it('ends the stream when the server closes', async () => {
  const service = await start()
  const listeners = [await listen(service.url), await listen(service.url, '/~one/_nestbox/events')]
  await service.close()
  await Promise.all(listeners.map(({ over }) => over))
  expect(listeners.map(({ response }) => response.complete)).toEqual([true, true])
})

it('does not prevent the server from closing if a listener does not read', async () => {
  const service = await start()
  const { response } = await listen(service.url)
  response.pause()
  await fill(service, 3_000_000)
  await expect(service.close()).resolves.toBeUndefined()
})

it('disconnects a listener that reads too slowly', async () => {
  const service = await start()
  const { response, over } = await listen(service.url)
  response.pause()
  await fill(service, 14_000_000)
  response.resume()
  await over
  expect(response.complete).toBe(false)
  // All is well for others.
  const other = await listen(service.url)
  await service.ask('GET', '/api/x')
  expect((await other.next()).data.path).toBe('/api/x')
})

/** Causes events with about this number of characters. */
async function fill({ url }: Service, characters: number): Promise<void> {
  const path = `/api/${'x'.repeat(14_000)}`
  for (let sent = 0; sent < characters; sent += 10 * 14_000) {
    await Promise.all(Array.from({ length: 10 }, () => send(url, 'GET', path)))
  }
}

/** Events that know how many listen. */
class Counted extends Events {
  listeners = 0

  override subscribe(...listener: Parameters<Events['subscribe']>): () => void {
    const leave = super.subscribe(...listener)
    this.listeners += 1
    return () => {
      this.listeners -= 1
      leave()
    }
  }
}

it('removes listeners that have disconnected', async () => {
  const events = new Counted()
  const url = await serve(events)
  const listeners = await Promise.all(Array.from({ length: 30 }, () => listen(url)))
  expect(events.listeners).toBe(30)
  for (const { leave } of listeners) leave()
  await expect.poll(() => events.listeners).toBe(0)
  await send(url, 'HEAD', '/_nestbox/events')
  await expect.poll(() => events.listeners).toBe(0)
})

it('serializes an event once for all its listeners', async () => {
  const events = new Events()
  const url = await serve(events)
  const paths = [...Array.from({ length: 20 }, () => ''), '/~mine', '/~mine', '/~yours']
  const listeners = await Promise.all(paths.map((path) => listen(url, `${path}/_nestbox/events`)))
  let written = 0
  events.publish('gaps', undefined, () => ({ toJSON: () => ({ written: ++written }) }))
  const heard = await Promise.all(listeners.map(async (listener) => (await listener.next()).data))
  expect(heard.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => ({ written: 1 })))
  for (const { gaps } of heard.slice(20)) expect(gaps.length).toBeGreaterThan(50)
})

/** A control API over events that the test has in its hands. */
async function serve(events: Events): Promise<string> {
  const world = makeWorld({ seed: 'nestbox', scenario: 'empty', scale: 1 })
  const app = createApp({
    workspaces: new Workspaces({
      world,
      gapSettings: new GapSettings(),
      tokens: makeTokens(world),
    }),
    events,
    clock: clockAt(),
    secrets: new Set(),
    log: createLog('silent', () => {}),
    options: {
      baseUrl: undefined,
      cors: true,
      corsOrigins: undefined,
      delay: undefined,
      deviations: [],
      control: true,
      controlToken: undefined,
      allowedHosts: [],
    },
    keeper: inMemory,
    makeWorld: async () => world,
  })
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('responds to HEAD without a stream', async () => {
  const { url } = await start()
  const { status, headers, text } = await send(url, 'HEAD', '/_nestbox/events')
  expect([status, headers['content-type'], text]).toEqual([200, 'text/event-stream; charset=utf-8', ''])
})

it('refuses unknown query parameters', async () => {
  await expectRefusal(await start(), ['GET', '/events?since=1'], 422, 'since', 'sandbox')
})

it.runIf(isWhole)('buffers at most 64 MB for all listeners together', async () => {
  const events = new Events()
  const url = await serve(events)
  const listeners = await Promise.all(Array.from({ length: 30 }, () => listen(url)))
  for (const { response } of listeners) response.pause()
  for (let times = 0; times < 7; times += 1) events.publish('request', undefined, () => 'x'.repeat(1_000_000))
  for (const { response } of listeners) response.resume()
  await Promise.all(listeners.map(({ over }) => over))
  expect(listeners.map(({ response }) => response.complete)).not.toContain(true)
})
