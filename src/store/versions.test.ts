import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ControlError } from '../contract/checking/errors-in.ts'
import type { DatabaseHostRow } from './rows.ts'
import { Versions } from './versions.ts'
import { World } from './world.ts'
import { dataOf } from './world-data.ts'

const host = (name: string): Omit<DatabaseHostRow, 'id'> => ({ name, host: 'db.example.com', port: 3306 })

function worldOfHosts(seed: string, ...names: readonly string[]): World {
  const world = new World({ seed, scenario: 'empty', scale: 1, today: '2026-06-01' })
  for (const name of names) world.tables.hosts.insert(host(name))
  return world
}

const start = () => new Versions(worldOfHosts('one', 'a', 'b'))

const names = ({ now }: Versions) => now.tables.hosts.rows().map(({ name }) => name)

const add = ({ now }: Versions, name: string) => now.transaction(() => now.tables.hosts.insert(host(name)))

const reset = (versions: Versions, to = versions.start) => versions.enter(to.fork(), to)

function restore(versions: Versions, name: string): void {
  const world = versions.copyOf(name)
  expect(world).toBeDefined()
  if (world) versions.enter(world)
}

describe('the copy of a snapshot', () => {
  it('changes nothing before it is restored', () => {
    const versions = start()
    add(versions, 'c')
    versions.snapshot('s', 1)
    const before = versions.now
    versions.copyOf('s')
    expect(versions.now).toBe(before)
    reset(versions)
    expect(names(versions)).toEqual(['a', 'b'])
  })
})

describe('a reset', () => {
  it('restores the initial world with its ids and UUIDs, any number of times', () => {
    const versions = start()
    const made = () => [add(versions, 'c').result.id, versions.now.uuid('hosts')]
    const first = made()
    for (const _ of [1, 2]) {
      reset(versions)
      expect(names(versions)).toEqual(['a', 'b'])
      expect(made()).toEqual(first)
    }
  })

  it('can select another world, which is the initial world from then on', () => {
    const versions = start()
    reset(versions, worldOfHosts('two', 'x'))
    add(versions, 'y')
    reset(versions)
    expect([names(versions), versions.now.identity.seed]).toEqual([['x'], 'two'])
  })

  it('does not change the previous world, which callers may still hold', () => {
    const versions = start()
    const before = versions.now
    add(versions, 'c')
    reset(versions)
    before.tables.hosts.insert(host('late'))
    expect(names(versions)).toEqual(['a', 'b'])
  })
})

describe('a loaded world', () => {
  it('is used until a reset, and is not changed itself', () => {
    const versions = start()
    const other = worldOfHosts('two', 'x')
    versions.enter(other.fork())
    add(versions, 'y')
    expect([names(versions), versions.now.identity.seed, other.tables.hosts.size]).toEqual([
      ['x', 'y'],
      'two',
      1,
    ])
    reset(versions)
    expect([names(versions), versions.now.identity.seed]).toEqual([['a', 'b'], 'one'])
  })
})

describe('a snapshot', () => {
  it('is the world at that time, however often it is restored', () => {
    const versions = start()
    add(versions, 'c')
    versions.now.tables.hosts.remove(1)
    const kept = dataOf(versions.now)
    versions.snapshot('s', 7)
    for (const name of ['d', 'e']) {
      add(versions, name)
      versions.now.tables.hosts.replace({ ...versions.now.tables.hosts.must(2), name: 'changed' })
      restore(versions, 's')
      expect(dataOf(versions.now)).toEqual(kept)
    }
    expect(versions.snapshots().map(({ name, at }) => [name, at])).toEqual([['s', 7]])
  })

  it('replaces one of the same name, at the end of the list', () => {
    const versions = start()
    versions.snapshot('s', 1)
    versions.snapshot('t', 2)
    add(versions, 'c')
    versions.snapshot('s', 3)
    expect(versions.snapshots().map(({ name, at }) => [name, at])).toEqual([
      ['t', 2],
      ['s', 3],
    ])
    reset(versions)
    restore(versions, 's')
    expect(names(versions)).toEqual(['a', 'b', 'c'])
  })

  it('is kept after resets, and restores its own seed without changing the initial world', () => {
    const versions = start()
    add(versions, 'c')
    versions.snapshot('s', 1)
    reset(versions, worldOfHosts('two', 'x'))
    restore(versions, 's')
    expect([names(versions), versions.now.identity.seed]).toEqual([['a', 'b', 'c'], 'one'])
    reset(versions)
    expect([names(versions), versions.now.identity.seed]).toEqual([['x'], 'two'])
  })

  it('is removed when it is deleted', () => {
    const versions = start()
    versions.snapshot('s', 1)
    expect([versions.forget('s'), versions.forget('s'), versions.copyOf('s')]).toEqual([
      true,
      false,
      undefined,
    ])
    expect(versions.snapshots()).toEqual([])
  })

  it('is one of at most 100; an existing one can still be replaced', () => {
    const versions = start()
    for (let count = 0; count < 100; count += 1) versions.snapshot(`s${count}`, count)
    expect(() => versions.snapshot('more', 1)).toThrow(
      new ControlError(409, 'There are 100 snapshots already; delete one of them first.'),
    )
    versions.snapshot('s5', 1)
    expect(versions.snapshots()).toHaveLength(100)
    versions.forget('s6')
    versions.snapshot('more', 1)
    expect(versions.snapshots()).toHaveLength(100)
  })

  it('copies no rows that are unchanged since the start', () => {
    const size = 20_000
    const versions = new Versions(worldOfHosts('large', ...Array.from({ length: size }, (_, id) => `h${id}`)))
    add(versions, 'changed')
    const set = vi.spyOn(Map.prototype, 'set')
    onTestFinished(() => set.mockRestore())
    for (let count = 0; count < 100; count += 1) versions.snapshot(`s${count}`, count)
    for (let count = 0; count < 100; count += 1) restore(versions, `s${count}`)
    expect(set.mock.calls.length).toBeLessThan(size)
  })
})
