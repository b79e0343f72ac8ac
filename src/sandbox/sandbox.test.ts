import { describe, expect, it } from 'vitest'
import { BadFault } from '../faults/rule.ts'
import { BadWorldData } from '../store/world-data.ts'
import { startService } from '../testing/service.ts'
import { Impossible } from './impossible.ts'

const start = () => startService({ scenario: 'empty' })

const ask = async (url: string, token: string) =>
  (await fetch(`${url}/api/admin/servers/1/mounts`, { headers: { authorization: `Bearer ${token}` } })).status

describe('a sandbox, as tests use it', () => {
  it('has a URL, tokens and a target of its own', async () => {
    const service = await start()
    const one = service.sandbox('one')
    expect(one.url).toBe(`${service.url}/~one`)
    expect(one.target).toMatchObject({ baseUrl: one.url })
    expect(await ask(one.url, one.tokens.rootClient)).toBe(200)
    expect(one.requests().map(({ operation }) => operation)).toEqual(['listServerMounts'])
    expect(service.requests()).toEqual([])
  })

  it('goes back to the start and to snapshots', async () => {
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

  it('is the same whoever asks for it by its name', async () => {
    const service = await start()
    service.sandbox('one').gaps.set({ 'users.case': 'lower' })
    expect(service.sandbox('one').gaps.get('users.case')).toBe('lower')
    expect(service.gaps.get('users.case')).toBe('keep')
  })

  it('plays faults, and hands out the rules that were added', async () => {
    const service = await start()
    const one = service.sandbox('one')
    const [rule] = one.faults.add({ code: 503, times: 1 })
    expect([await ask(one.url, service.root), await ask(one.url, service.root)]).toEqual([503, 200])
    one.faults.remove(rule?.id ?? '')
    expect(one.faults.add({ profile: 'flaky' })).toHaveLength(3)
    one.faults.clear()
    expect(one.faults.list()).toEqual([])
  })

  it('lets tokens be changed and issued', async () => {
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

  it('says which scenarios there are', async () => {
    const service = await start()
    await expect(service.reset({ scenario: 'foo' as 'demo' })).rejects.toThrow(
      'There is no scenario "foo"; there are demo, empty, edge.',
    )
  })

  it.each<
    [
      what: string,
      of: new (...all: never[]) => Error,
      act: (one: Awaited<ReturnType<typeof start>>) => unknown,
    ]
  >([
    ['a bad name', Impossible, (service) => service.sandbox('Mine')],
    ['a bad name of a snapshot', Impossible, (service) => service.snapshot('a/b')],
    ['a way up for a name', Impossible, (service) => service.snapshot('..')],
    ['a snapshot that there is not', Impossible, (service) => service.restore('none')],
    ['nothing to forget', Impossible, (service) => service.forget('none')],
    ['a slip of the pen in a reset', Impossible, (service) => service.reset({ sed: 'x' } as object)],
    ['a scale of another scenario', Impossible, (service) => service.reset({ scenario: 'edge', scale: 3 })],
    ['a damaged state', BadWorldData, (service) => service.load({})],
    ['a token that there is not', Impossible, (service) => service.tokens.change({ nobody: {} })],
    ['a user that there is not', Impossible, (service) => service.tokens.issue({ kind: 'client', user: 99 })],
    ['a fault that does nothing', BadFault, (service) => service.faults.add({})],
    [
      'a fault profile that there is not',
      BadFault,
      (service) => service.faults.add({ profile: 'sunny' as never }),
    ],
    ['a rule that there is not', Impossible, (service) => service.faults.remove('1')],
  ])('says in a sentence what it cannot do: %s', async (_, of, act) => {
    const service = await start()
    const { checksum } = service.info()
    const error = await Promise.resolve()
      .then(() => act(service))
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(of)
    expect((error as Error).message).toMatch(/^[A-Z].*\.$/s)
    expect(service.info().checksum).toBe(checksum)
  })
})
