import { describe, expect, it } from 'vitest'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { WorldData } from '../../store/world-data.ts'
import type { Service } from '../../testing/service.ts'
import { createUser, expectRefusal, start, worldOf } from '../testing/control.ts'
import { routes } from './index.ts'

const list = async ({ ask }: Service) => (await ask('GET', '/_nestbox/sandboxes')).json

describe('the list of sandboxes', () => {
  it('is sorted by last use, and counts the requests of each', async () => {
    const service = await start()
    expect(await list(service)).toEqual({ sandboxes: [] })
    for (const name of ['one', 'two', 'three', 'one']) await createUser(service, 'x', `/~${name}`)
    await service.ask('POST', '/_nestbox/finish?sandbox=four')
    expect(await list(service)).toEqual({
      sandboxes: [
        { name: 'two', requests: 1 },
        { name: 'three', requests: 1 },
        { name: 'one', requests: 2 },
        { name: 'four', requests: 0 },
      ],
    })
    expect((await service.ask('GET', '/_nestbox/health')).json.sandboxes).toBe(4)
  })

  it('does not create a sandbox when it is read, which a link on any page could do', async () => {
    const service = await start()
    for (const { method, path, media } of routes) {
      if (method !== 'GET' || media?.type === 'text/event-stream') continue
      expect((await service.ask('GET', `/_nestbox${path}?sandbox=new`)).status).toBe(200)
      expect((await service.ask('GET', `/~new/_nestbox${path}`)).status).toBe(200)
    }
    expect(await list(service)).toEqual({ sandboxes: [] })
  })
})

const withOtherNodes = ({ tables, ...rest }: WorldData) => ({
  ...rest,
  tables: { ...tables, nodes: tables.nodes.map((node) => ({ ...node, name: 'other' })) },
})

describe('a sandbox that is deleted', () => {
  it.each<[what: string, change: (sandbox: Sandbox) => Promise<unknown>]>([
    ['its state is replaced', (sandbox) => sandbox.load(withOtherNodes(sandbox.state()))],
    ['it is reset to another world', (sandbox) => sandbox.reset({ seed: 'other' })],
    ['a row is added', (sandbox) => sandbox.add.node({})],
    ['a row is edited', (sandbox) => sandbox.edit('nodes', 1, { name: 'other' })],
  ])('is created again with the pending change if it is deleted while %s', async (_, change) => {
    const service = await start()
    const sandbox = service.sandbox('one')
    const changed = change(sandbox)
    service.deleteSandbox('one')
    await changed
    expect(sandbox.info().checksum).not.toBe(service.checksum)
  })

  it('is created again at its next use, without anything from before', async () => {
    const service = await start()
    const { ask, checksum } = service
    await createUser(service, 'x', '/~one')
    await ask('POST', '/~one/_nestbox/snapshots', { json: { name: 's' } })
    await ask('PATCH', '/~one/_nestbox/gaps', { json: { 'users.case': 'lower' } })
    await ask('PATCH', '/~one/_nestbox/tokens', { json: { rootClient: { status: 'revoked' } } })
    await ask('POST', '/~one/_nestbox/faults', { json: { code: 503 } })
    expect(await ask('DELETE', '/_nestbox/sandboxes/one')).toMatchObject({ status: 204, text: '' })
    expect(await list(service)).toEqual({ sandboxes: [] })
    expect((await worldOf(service, '/~one')).checksum).toBe(checksum)
    for (const [path, main] of [
      ['snapshots', ''],
      ['requests', ''],
      ['gaps', ''],
      ['tokens', ''],
      ['faults', ''],
    ]) {
      expect((await ask('GET', `/~one/_nestbox/${path}`)).json).toEqual(
        (await ask('GET', `${main}/_nestbox/${path}`)).json,
      )
    }
  })

  it('leaves the main world and other sandboxes alone', async () => {
    const service = await start()
    for (const prefix of ['', '/~one', '/~two']) await createUser(service, 'x', prefix)
    const before = [await worldOf(service), await worldOf(service, '/~two')]
    await service.ask('DELETE', '/_nestbox/sandboxes/one')
    expect([await worldOf(service), await worldOf(service, '/~two')]).toEqual(before)
  })

  it('can be deleted during a write', async () => {
    const service = await start()
    const writes = Array.from({ length: 20 }, (_, index) => createUser(service, `u${index}`, '/~one'))
    await Promise.race(writes)
    await service.ask('DELETE', '/_nestbox/sandboxes/one')
    for (const { status } of await Promise.all(writes)) expect(status).toBe(201)
    expect((await worldOf(service)).checksum).toBe(service.checksum)
  })

  it.each(['none', 'None', 'a_b', '..%2Fx', 'constructor'])('must exist: %s', async (name) => {
    const service = await start()
    await createUser(service, 'x', '/~one')
    await expectRefusal(service, ['DELETE', `/sandboxes/${name}`], 404, decodeURIComponent(name))
  })
})
