import { describe, expect, it } from 'vitest'
import { ControlError } from '../contract/checking/errors-in.ts'
import { BadFault } from '../faults/rule.ts'
import { BadWorldData } from '../store/errors.ts'
import { type Service, startService } from '../testing/service.ts'

const start = () => startService({ scenario: 'empty' })

const ask = async (url: string, token: string) =>
  (await fetch(`${url}/api/admin/servers/1/mounts`, { headers: { authorization: `Bearer ${token}` } })).status

/** Overwrites whatever can be written in a value, at every depth. */
function overwrite(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    overwrite(inner)
    Reflect.set(value, key, 'overwritten')
  }
}

describe('a test that changes returned or passed objects', () => {
  const doors: Readonly<Record<string, (service: Service) => unknown>> = {
    'state()': (service) => service.state(),
    'requests()': (service) => service.requests(),
    target: (service) => service.sandbox('one').target,
    'info()': (service) => service.info(),
    'snapshots()': (service) => service.snapshots(),
    'tokens.list()': (service) => service.tokens.list(),
    'gaps.list()': (service) => service.gaps.list(),
    'faults.list()': (service) => service.faults.list(),
  }

  it.each(Object.entries(doors))('affects neither this service nor the next one: %s', async (_, door) => {
    const service = await startService()
    service.snapshot()
    service.faults.add({ path: '/api/client', chain: [{ code: 500 }] })
    const startup = { startup: 'run', environment: {} }
    await service.ask('PUT', '/api/admin/servers/1/startup', { token: service.root, json: startup })
    const before = JSON.stringify([door(service), service.state()])
    overwrite(door(service))
    expect(JSON.stringify([door(service), service.state()])).toBe(before)
    const [one, other] = [await startService(), await startService({ seed: 'unlike' })]
    expect(one.checksum).toBe(service.checksum)
    expect(JSON.stringify(one.gaps.list())).toBe(JSON.stringify(other.gaps.list()))
  })

  it('does not affect what it has loaded or added', async () => {
    const service = await startService()
    const state = service.state()
    const rule = { chain: [{ code: 503 }] }
    await service.load(state)
    const added = service.faults.add(rule)
    const before = JSON.stringify([service.state(), service.faults.list()])
    for (const value of [state, rule, added]) overwrite(value)
    expect(JSON.stringify([service.state(), service.faults.list()])).toBe(before)
  })
})

describe('a sandbox of the library', () => {
  it('has its own URL, tokens and target', async () => {
    const service = await start()
    const one = service.sandbox('one')
    expect(one.url).toBe(`${service.url}/~one`)
    expect(one.target).toMatchObject({ baseUrl: one.url })
    expect(await ask(one.url, one.tokens.rootClient)).toBe(200)
    expect(one.requests().map(({ operation }) => operation)).toEqual(['listServerMounts'])
    expect(service.requests()).toEqual([])
  })

  it('can be reset and restored from snapshots', async () => {
    const service = await start()
    const one = service.sandbox('one')
    const base = one.info()
    const changed = { ...one.state(), tables: { ...one.state().tables, hosts: [] } }
    const loaded = await one.load(changed)
    expect(loaded.checksum).not.toBe(base.checksum)
    one.snapshot()
    expect(await one.reset()).toEqual(base)
    expect(await one.restore()).toEqual(loaded)
    expect(one.snapshots().map(({ name }) => name)).toEqual(['snapshot'])
    one.forget('snapshot')
    expect(one.snapshots()).toEqual([])
    expect(service.info()).toEqual(base)
  })

  it('is one object for all calls with its name', async () => {
    const service = await start()
    service.sandbox('one').gaps.set({ 'users.case': 'lower' })
    expect(service.sandbox('one').gaps.get('users.case')).toBe('lower')
    expect(service.gaps.get('users.case')).toBe('keep')
  })

  it.each<[how: string, lose: (service: Service) => void]>([
    ['deleted', (service) => service.deleteSandbox('one')],
    [
      'deleted because it was idle',
      (service) => {
        for (let count = 0; count < 1_001; count += 1) service.sandbox(`other-${count}`)
      },
    ],
  ])('is the sandbox of its name even if that was %s', async (_, lose) => {
    const service = await start()
    const one = service.sandbox('one')
    const base = one.info()
    await one.load({ ...one.state(), tables: { ...one.state().tables, hosts: [] } })
    one.snapshot('before')
    lose(service)
    expect([one.info(), one.snapshots()]).toEqual([base, []])
    expect(await ask(one.url, one.tokens.rootClient)).toBe(200)
    expect(one.requests()).toHaveLength(1)
    one.faults.add({ times: 1, code: 503 })
    one.tokens.change({ userClient: { status: 'revoked' } })
    one.gaps.set({ 'users.case': 'lower' })
    one.snapshot('after')
    const again = service.sandbox('one')
    expect(await ask(one.url, one.tokens.rootClient)).toBe(503)
    expect([again.requests().length, again.faults.list().length, again.gaps.get('users.case')]).toEqual([
      2,
      1,
      'lower',
    ])
    expect(again.tokens.list().find(({ name }) => name === 'userClient')?.status).toBe('revoked')
    expect(again.snapshots().map(({ name }) => name)).toEqual(['after'])
    await one.reset()
    one.clearRequests()
    expect(again.requests()).toEqual([])
  })

  it('can be deleted with its data, even if it does not exist', async () => {
    const service = await start()
    service.sandbox('one').gaps.set({ 'users.case': 'lower' })
    service.deleteSandbox('one')
    service.deleteSandbox('none')
    expect((await service.ask('GET', '/_nestbox/sandboxes')).json.sandboxes).toEqual([])
    expect(service.sandbox('one').gaps.get('users.case')).toBe('keep')
  })

  it('lists the faults of the whole server after its own', async () => {
    const service = await start()
    const one = service.sandbox('one')
    service.faults.add({ code: 500 })
    one.faults.add({ chain: ['pass'] })
    expect([await ask(one.url, service.root), await ask(one.url, service.root)]).toEqual([200, 500])
    expect(one.faults.list().map(({ id, hits, inherited }) => [id, hits, inherited])).toEqual([
      ['1', 0, undefined],
      ['server-1', 1, true],
    ])
    expect(service.faults.list()).toMatchObject([{ id: '1', calls: 0 }])
    expect(() => one.faults.remove('server-1')).toThrow('remove it there, as "1".')
  })

  it('applies faults, and returns the added rules', async () => {
    const service = await start()
    const one = service.sandbox('one')
    const [rule] = one.faults.add({ code: 503, times: 1 })
    expect([await ask(one.url, service.root), await ask(one.url, service.root)]).toEqual([503, 200])
    one.faults.remove(rule?.id ?? '')
    expect(one.faults.add({ profile: 'flaky' })).toHaveLength(3)
    one.faults.clear()
    expect(one.faults.list()).toEqual([])
  })

  it('can change and issue tokens', async () => {
    const service = await start()
    const one = service.sandbox('one')
    one.tokens.change({ rootClient: { status: 'revoked' } })
    one.tokens.change({ rootClient: null })
    expect(await ask(one.url, one.tokens.rootClient)).toBe(200)
    one.tokens.change({ rootClient: { status: 'expired' } })
    const { token } = one.tokens.issue({ kind: 'client', user: 1 })
    expect([await ask(one.url, one.tokens.rootClient), await ask(one.url, token)]).toEqual([401, 200])
    expect(await ask(service.url, service.root)).toBe(200)
  })

  it('lists the scenarios', async () => {
    const service = await start()
    await expect(service.reset({ scenario: 'foo' as 'demo' })).rejects.toThrow(
      'The `scenario` must be one of demo, empty, bare, edge, not "foo".',
    )
  })

  it.each<
    [
      what: string,
      of: new (...all: never[]) => Error,
      act: (one: Awaited<ReturnType<typeof start>>) => unknown,
    ]
  >([
    ['an invalid name', ControlError, (service) => service.sandbox('Mine')],
    ['an invalid name of a snapshot', ControlError, (service) => service.snapshot('a/b')],
    ['a parent folder as a name', ControlError, (service) => service.snapshot('..')],
    ['an unknown snapshot', ControlError, (service) => service.restore('none')],
    ['an unknown snapshot to delete', ControlError, (service) => service.forget('none')],
    ['a misspelt option of a reset', ControlError, (service) => service.reset({ sed: 'x' } as object)],
    ['a scale of another scenario', ControlError, (service) => service.reset({ scenario: 'edge', scale: 3 })],
    ['a damaged state', BadWorldData, (service) => service.load({})],
    [
      'a state whose last ids are too high',
      BadWorldData,
      (service) => service.load({ ...service.state(), lastIds: { users: 2 ** 60 } }),
    ],
    [
      'a state with a function in it',
      BadWorldData,
      (service) => {
        const state = service.state()
        const users = state.tables.users.map((user) => ({ ...user, name: () => user.username }))
        return service.load({ ...state, tables: { ...state.tables, users } })
      },
    ],
    [
      'a state with a BigInt in it',
      BadWorldData,
      (service) => {
        const state = service.state()
        const users = state.tables.users.map((user) => ({ ...user, serial: 1n }))
        return service.load({ ...state, tables: { ...state.tables, users } })
      },
    ],
    ['an unknown token', ControlError, (service) => service.tokens.change({ nobody: {} })],
    ['an unknown user', ControlError, (service) => service.tokens.issue({ kind: 'client', user: 99 })],
    ['a fault without an effect', BadFault, (service) => service.faults.add({})],
    ['an unknown fault profile', BadFault, (service) => service.faults.add({ profile: 'sunny' as never })],
    ['an unknown rule', ControlError, (service) => service.faults.remove('1')],
  ])('throws an error with one sentence: %s', async (_, of, act) => {
    const service = await start()
    const { checksum } = service.info()
    const error = await Promise.resolve()
      .then(() => act(service))
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(of)
    expect((error as Error).message).toMatch(/^[A-Z].*[.?]$/s)
    expect(service.info().checksum).toBe(checksum)
  })
})
