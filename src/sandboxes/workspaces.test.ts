import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import { emptyEntry, type Trace } from '../journal/entry.ts'
import type { DatabaseHostRow } from '../store/rows.ts'
import type { Versions } from '../store/versions.ts'
import { World } from '../store/world.ts'
import type { Workspace } from './workspace.ts'
import { Workspaces } from './workspaces.ts'

const host: Omit<DatabaseHostRow, 'id'> = { name: 'db-01', host: 'db.example.com', port: 3306 }

const workspacesOfOneHost = (): Workspaces => {
  const start = new World({ seed: 'workspaces', scenario: 'empty', scale: 1, today: '2026-06-01' })
  start.tables.hosts.insert(host)
  return new Workspaces({ world: start, gapSettings: new GapSettings(), tokens: [] })
}

const hosts = ({ world }: Workspace): number => world.tables.hosts.size

describe('the workspaces', () => {
  it('are only the main one at first', () => {
    const workspaces = workspacesOfOneHost()
    expect([hosts(workspaces.main), workspaces.sandboxes().length]).toEqual([1, 0])
  })

  it('create a sandbox on its first use and keep it', () => {
    const workspaces = workspacesOfOneHost()
    const sandbox = workspaces.sandbox('one')
    expect(workspaces.sandbox('one')).toBe(sandbox)
    expect(workspaces.sandboxes().length).toBe(1)
  })

  it('have independent worlds', () => {
    const workspaces = workspacesOfOneHost()
    workspaces.main.world.tables.hosts.insert(host)
    workspaces.sandbox('one').world.tables.hosts.remove(1)
    expect([workspaces.main, workspaces.sandbox('one'), workspaces.sandbox('two')].map(hosts)).toEqual([
      2, 0, 1,
    ])
  })

  it('create a sandbox with the initial world, despite later writes', () => {
    const workspaces = workspacesOfOneHost()
    workspaces.main.world.tables.hosts.insert(host)
    workspaces.sandbox('one').world.tables.hosts.insert(host)
    expect(hosts(workspaces.sandbox('two'))).toBe(1)
  })

  it('have at most 1,000 sandboxes, and delete the one that was idle longest', () => {
    const workspaces = workspacesOfOneHost()
    const made = Array.from({ length: 1_000 }, (_, index) => workspaces.sandbox(`s${index}`))
    workspaces.sandbox('s0')
    expect(workspaces.sandboxes().length).toBe(1_000)
    workspaces.sandbox('one-more')
    expect(workspaces.sandboxes().length).toBe(1_000)
    expect(workspaces.sandbox('s0')).toBe(made[0])
    expect(workspaces.sandbox('s2')).toBe(made[2])
    expect(workspaces.sandbox('s1')).not.toBe(made[1])
    expect(workspaces.sandboxes().length).toBe(1_000)
  })

  it('can look up a sandbox without using it', () => {
    const workspaces = workspacesOfOneHost()
    expect(workspaces.known('one')).toBeUndefined()
    const [one] = [workspaces.sandbox('one'), workspaces.sandbox('two')]
    expect(workspaces.known('one')).toBe(one)
    expect(workspaces.sandboxes().map(({ name }) => name)).toEqual(['one', 'two'])
  })

  it('can delete a sandbox', () => {
    const workspaces = workspacesOfOneHost()
    workspaces.sandbox('one')
    expect([workspaces.forget('one'), workspaces.forget('one'), workspaces.sandboxes().length]).toEqual([
      true,
      false,
      0,
    ])
  })

  it('create a deleted sandbox again with the initial world', () => {
    const workspaces = workspacesOfOneHost()
    workspaces.sandbox('old').world.tables.hosts.insert(host)
    workspaces.forget('old')
    expect(hosts(workspaces.sandbox('old'))).toBe(1)
  })
})

describe('sandboxes that exceed the memory limit together', () => {
  const worldOf = (characters: number): World => {
    const world = new World({ seed: 'heavy', scenario: 'empty', scale: 1, today: '2026-06-01' })
    world.tables.hosts.insert({ ...host, name: 'x'.repeat(characters) })
    return world
  }
  const names = (workspaces: Workspaces) => workspaces.sandboxes().map(({ name }) => name)
  const reset = (versions: Versions, to = versions.start) => versions.enter(to.fork(), to)
  const start = () => {
    const world = new World({ seed: 'workspaces', scenario: 'empty', scale: 1, today: '2026-06-01' })
    return new Workspaces({ world, gapSettings: new GapSettings(), tokens: [] })
  }

  it.each<[what: string, grow: (sandbox: Workspace) => void]>([
    ['loaded worlds', ({ versions }) => versions.enter(worldOf(1_000_000).fork())],
    ['worlds of another seed', ({ versions }) => reset(versions, worldOf(1_000_000))],
    [
      'written rows',
      ({ world }) => {
        const write = () => world.tables.hosts.insert({ ...host, name: 'x'.repeat(1_000_000) })
        world.transaction(write)
      },
    ],
    [
      'tokens',
      ({ tokens }) => {
        const token = { kind: 'client', userId: 1, status: 'active', isDowngraded: false } as const
        for (let at = 0; at < 1_000; at += 1) tokens.issue({ ...token, name: `${at}`, token: `ptlc_${at}` })
      },
    ],
    [
      'snapshots',
      ({ versions }) => {
        versions.enter(worldOf(500_000).fork())
        versions.snapshot('one', 0)
      },
    ],
  ])('lose the one that was idle longest: %s', (_, grow) => {
    const workspaces = start()
    for (const name of ['a', 'b', 'c']) grow(workspaces.sandbox(name))
    workspaces.lighten(3_500_000)
    expect(names(workspaces)).toEqual(['a', 'b', 'c'])
    workspaces.sandbox('a')
    grow(workspaces.sandbox('d'))
    workspaces.lighten(3_500_000)
    expect(names(workspaces)).toEqual(['c', 'a', 'd'])
  })

  it('keep the one in use, however large it is', () => {
    const workspaces = start()
    workspaces.sandbox('a')
    const { versions } = workspaces.sandbox('b')
    versions.enter(worldOf(5_000_000).fork())
    workspaces.lighten(3_500_000)
    expect(names(workspaces)).toEqual(['b'])
  })

  it('count each snapshot, even that of an unchanged world', () => {
    const { versions } = start().sandbox('a')
    for (let at = 0; at < 10; at += 1) versions.snapshot(`s${at}`, 0)
    expect(versions.weight).toBe(150_000)
  })

  it('are small again after a reset and without their snapshots', () => {
    const { versions } = start().sandbox('a')
    versions.enter(worldOf(1_000).fork())
    versions.snapshot('one', 0)
    reset(versions)
    expect(versions.weight).toBeGreaterThan(1_000)
    const restored = versions.copyOf('one')
    if (restored) versions.enter(restored)
    expect(versions.weight).toBeGreaterThan(2_000)
    versions.forget('one')
    reset(versions)
    expect(versions.weight).toBe(0)
  })
})

describe('the journals of the sandboxes', () => {
  const entry = (text: string): Trace => ({
    ...emptyEntry,
    method: 'GET',
    path: '/api',
    status: 200,
    responseBody: text,
    responseLength: text.length,
    duration: 1,
  })

  it('are cleared before a sandbox is deleted: those of the sandboxes that were idle longest first', () => {
    const workspaces = workspacesOfOneHost()
    workspaces.main.journal.add(entry('kept'))
    const body = 'x'.repeat(16_000)
    for (const name of ['a', 'b', 'c', 'd']) {
      const { journal } = workspaces.sandbox(name)
      for (let count = 0; count < 900; count += 1) journal.add(entry(body))
    }
    workspaces.lighten(48_000_000)
    const sizes = [workspaces.main, ...workspaces.sandboxes()].map(({ journal }) => journal.size)
    expect(sizes).toEqual([1, 0, 900, 900, 900])
  })

  it('are weighed after a hundred uses of sandboxes', () => {
    const workspaces = workspacesOfOneHost()
    const body = 'x'.repeat(16_000)
    for (let nth = 0; nth < 20; nth += 1) {
      const { journal } = workspaces.sandbox(`s${nth}`)
      for (let count = 0; count < 900; count += 1) journal.add(entry(body))
    }
    const emptied = () => workspaces.sandboxes().filter(({ journal }) => journal.size === 0).length
    expect(emptied()).toBe(0)
    for (let count = 20; count < 100; count += 1) workspaces.sandbox('s19')
    expect(emptied()).toBe(4)
  })
})
