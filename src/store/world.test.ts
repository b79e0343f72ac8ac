import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { isWhole } from '../testing/sample.ts'
import type { Row, Rows } from './rows.ts'
import { Table } from './table.ts'
import { tableNames } from './tables.ts'
import { World } from './world.ts'
import { dataOf } from './world-data.ts'

const identity = { seed: 'world', scenario: 'demo', scale: 3, today: '2026-06-01' }
const base = makeWorld(identity)

const place: Omit<Rows['locations'], 'id'> = {
  short: 'new',
  long: 'A new place',
  created_at: '2025-01-01T00:00:00+00:00',
  updated_at: '2025-01-01T00:00:00+00:00',
}

const fieldsOf = <R extends Row>({ id: _, ...fields }: R): Omit<R, 'id'> => fields

describe('a transaction', () => {
  it('returns the result of the function, and keeps its writes', () => {
    const world = base.fork()
    const { result } = world.transaction(() => world.tables.locations.insert(place))
    expect(world.tables.locations.get(result.id)).toBe(result)
  })

  it('lists the rows that were replaced, in the order of the writes', () => {
    const world = base.fork()
    const { users, locations } = world.tables
    const user = users.must(1)
    const { changes } = world.transaction(() => {
      locations.insert(place)
      users.replace({ ...user, language: 'de' })
      locations.remove(locations.lastId)
    })
    const made = { id: base.tables.locations.lastId + 1, ...place }
    expect(changes).toEqual([
      { table: 'locations', before: undefined, after: made },
      { table: 'users', before: user, after: { ...user, language: 'de' } },
      { table: 'locations', before: made, after: undefined },
    ])
  })

  it('lists nothing without writes', () => {
    expect(base.fork().transaction(() => {}).changes).toEqual([])
  })

  it('lists its own writes only', () => {
    const world = base.fork()
    const { locations } = world.tables
    locations.insert(place)
    const first = world.transaction(() => locations.insert(place))
    const second = world.transaction(() => locations.insert(place))
    const idsOf = ({ changes }: typeof first) => changes.map(({ after }) => after?.id)
    locations.insert(place)
    expect([idsOf(first), idsOf(second)]).toEqual([[first.result.id], [second.result.id]])
  })

  it('leaves the tables unchanged if the function throws, and rethrows the error', () => {
    const world = base.fork()
    const { tables } = world
    const before = dataOf(world)
    const failure = new Error('in the middle')
    const work = () => {
      const { id } = tables.tags.insert({ ...fieldsOf(tables.tags.must(1)), slug: 'brand-new' })
      tables.nodes.replace({ ...tables.nodes.must(1), tag_ids: [id] })
      tables.nodes.replace({ ...tables.nodes.must(1), name: 'twice' })
      tables.users.replace({ ...tables.users.must(1), email: 'moved@example.com' })
      tables.users.insert({ ...fieldsOf(tables.users.must(2)), email: 'moved@example.com' })
      for (const backup of tables.backups.rows()) tables.backups.remove(backup.id)
      throw failure
    }
    expect(() => world.transaction(work)).toThrow(failure)
    expect(dataOf(world)).toEqual(before)
    expect(tables.tags.find('slug', 'brand-new')).toBeUndefined()
    expect(tables.users.find('email', 'moved@example.com')).toBeUndefined()
    expect(tables.users.find('email', tables.users.must(1).email.toLowerCase())?.id).toBe(1)
    expect(tables.nodes.idsOf('tag', tables.tags.lastId + 1)).toEqual([])
    expect(tables.backups.of('server', 1)).toEqual(base.tables.backups.of('server', 1))
  })

  it('succeeds after one that failed', () => {
    const world = base.fork()
    const { locations } = world.tables
    const fail = () => {
      locations.insert(place)
      throw new Error('in the middle')
    }
    expect(() => world.transaction(fail)).toThrow()
    const { changes, result } = world.transaction(() => locations.insert(place))
    expect(result.id).toBe(base.tables.locations.lastId + 1)
    expect(changes).toHaveLength(1)
  })
})

describe('a fork', () => {
  it('equals its original world', () => {
    expect(dataOf(base.fork())).toEqual(dataOf(base))
  })

  it('shows its writes neither there nor in other forks', () => {
    const before = dataOf(base)
    const [one, other] = [base.fork(), base.fork()]
    one.tables.locations.insert(place)
    one.tables.servers.replace({ ...one.tables.servers.must(1), name: 'mine' })
    one.tables.backups.remove(1)
    expect(dataOf(base)).toEqual(before)
    expect(dataOf(other)).toEqual(before)
    expect(dataOf(one)).not.toEqual(before)
  })
})

describe('a copy', () => {
  /** A world in which something of every kind was written. */
  const written = (): World => {
    const world = base.fork()
    world.transaction(() => {
      world.tables.locations.insert(place)
      world.tables.servers.replace({ ...world.tables.servers.must(1), name: 'mine', user_id: 1 })
      world.tables.backups.remove(1)
    })
    return world
  }

  it.each<[what: string, make: () => World]>([
    ['a fork', () => base.fork()],
    ['a fork with writes', written],
    ['a copy of a fork', () => written().copy()],
    ['a separate world', () => base],
    [
      'a world whose last row was removed',
      () => {
        const world = written()
        world.tables.locations.remove(world.tables.locations.lastId)
        return world
      },
    ],
  ])('equals the current world: %s', (_, make) => {
    const world = make()
    const copy = world.copy()
    expect(dataOf(copy)).toEqual(dataOf(world))
    expect(copy.checksum()).toBe(world.checksum())
    expect(copy.identity).toEqual(world.identity)
    for (const id of [1, 2, 3]) {
      expect(copy.tables.servers.idsOf('user', id)).toEqual(world.tables.servers.idsOf('user', id))
    }
  })

  it('does not share later writes with its original', () => {
    const world = written()
    const copy = world.copy()
    const kept = dataOf(copy)
    // Into a list that the original has made for itself before.
    world.tables.servers.replace({ ...world.tables.servers.must(2), user_id: 1 })
    world.tables.locations.insert({ ...place, short: 'there' })
    world.tables.backups.remove(2)
    world.tables.servers.replace({ ...world.tables.servers.must(1), user_id: 2 })
    expect(dataOf(copy)).toEqual(kept)
    expect(copy.tables.servers.idsOf('user', 1)).toContain(1)
    expect(copy.tables.servers.idsOf('user', 1)).not.toContain(2)
    const original = dataOf(world)
    copy.tables.locations.insert({ ...place, short: 'here' })
    copy.tables.servers.replace({ ...copy.tables.servers.must(1), user_id: 3 })
    expect(dataOf(world)).toEqual(original)
    expect(world.tables.servers.idsOf('user', 2)).toContain(1)
  })

  it('has its own transactions', () => {
    const copy = written().copy()
    const before = dataOf(copy)
    expect(() =>
      copy.transaction(() => {
        copy.tables.locations.insert(place)
        throw new Error('in the middle')
      }),
    ).toThrow()
    expect(dataOf(copy)).toEqual(before)
    expect(copy.transaction(() => copy.tables.locations.insert(place)).changes).toHaveLength(1)
  })
})

describe('the UUID of a new row', () => {
  const world = new World(identity)

  it('is a UUID of version 4', () => {
    expect(world.uuid('users', 1)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })

  it('is the same in every world of the same seed', () => {
    expect(base.fork().uuid('users', 1)).toBe(world.uuid('users', 1))
  })

  it.each<[what: string, uuid: () => string]>([
    ['seed', () => new World({ ...identity, seed: 'other' }).uuid('users', 1)],
    ['table', () => world.uuid('servers', 1)],
    ['id', () => world.uuid('users', 2)],
  ])('is different with another %s', (_, uuid) => {
    expect(uuid()).not.toBe(world.uuid('users', 1))
  })

  it('belongs to the next id unless another is given', () => {
    expect(base.uuid('users')).toBe(base.uuid('users', base.tables.users.lastId + 1))
  })
})

describe('the checksum', () => {
  it.runIf(isWhole)('can be computed for rows whose JSON together is longer than a string can be', () => {
    const world = base.fork()
    // JSON escapes each of these characters by six.
    const long = '\u0001'.repeat(10_000_000)
    for (let count = 0; count < 10; count += 1) world.tables.locations.insert({ ...place, long })
    expect(world.checksum()).toMatch(/^[0-9a-f]{12}$/)
  })

  it('has 12 hexadecimal digits', () => {
    expect(makeWorld(identity).checksum()).toMatch(/^[0-9a-f]{12}$/)
  })

  it('is the same for equal worlds', () => {
    expect(makeWorld(identity).checksum()).toBe(base.checksum())
    expect(base.fork().checksum()).toBe(base.checksum())
  })

  it.each<[what: string, change: (world: World) => void]>([
    ['a new row', ({ tables }) => tables.locations.insert(place)],
    [
      'one letter',
      ({ tables }) =>
        tables.users.replace({ ...tables.users.must(1), last_name: `${tables.users.must(1).last_name}.` }),
    ],
    [
      'one flag',
      ({ tables }) =>
        tables.mounts.replace({ ...tables.mounts.must(1), read_only: !tables.mounts.must(1).read_only }),
    ],
    ['a removed row', ({ tables }) => tables.databases.remove(tables.databases.lastId)],
  ])('differs after %s', (_, change) => {
    const world = base.fork()
    change(world)
    expect(world.checksum()).not.toBe(base.checksum())
  })

  /** What it would be if nothing were remembered. */
  const anew = (world: World) => {
    const fresh = new World(world.identity)
    for (const name of tableNames)
      for (const row of world.tables[name].rows()) fresh.tables[name].load(row as never)
    return fresh.checksum()
  }

  it.each<[what: string, change: (world: World) => void]>([
    ['a write outside of a transaction', ({ tables }) => tables.locations.insert(place)],
    ['a transaction', (world) => world.transaction(() => world.tables.locations.insert(place))],
    [
      'a failed transaction',
      (world) => {
        expect(() =>
          world.transaction(() => {
            world.tables.locations.insert(place)
            world.checksum()
            throw new Error('in the middle')
          }),
        ).toThrow()
      },
    ],
    [
      'a write without an effect',
      ({ tables }) => {
        tables.locations.insert(place)
        tables.locations.remove(tables.locations.lastId)
      },
    ],
    ['a loaded row', ({ tables }) => tables.locations.load({ id: 99, ...place })],
    [
      'copied rows',
      ({ tables }) => {
        const other = base.fork()
        other.tables.locations.insert(place)
        tables.locations.takeOver(other.tables.locations)
      },
    ],
    [
      'as many writes as there are tables',
      ({ tables }) => {
        for (const _ of tableNames) tables.locations.insert(place)
      },
    ],
    ['no change', () => {}],
  ])('is correct after %s, although it is cached', (_, change) => {
    const world = base.fork()
    world.checksum()
    change(world)
    expect(world.copy().checksum()).toBe(anew(world))
    expect(world.checksum()).toBe(anew(world))
    const copy = world.copy()
    expect(copy.checksum()).toBe(anew(world))
    change(copy)
    expect(copy.checksum()).toBe(anew(copy))
    expect(world.checksum()).toBe(anew(world))
    expect(world.fork().checksum()).toBe(anew(world))
  })

  it('is computed once, for forks and copies too, until a write', () => {
    const world = makeWorld(identity)
    const rows = vi.spyOn(Table.prototype, 'rows')
    onTestFinished(() => rows.mockRestore())
    world.checksum()
    expect(rows).toHaveBeenCalledTimes(tableNames.length)
    const fork = world.fork()
    for (const same of [world, fork, world.fork().fork()]) same.checksum()
    for (const same of [world.copy(), fork.copy(), fork.copy().copy()]) same.checksum()
    expect(rows).toHaveBeenCalledTimes(tableNames.length)
    fork.tables.locations.insert(place)
    fork.checksum()
    fork.copy().checksum()
    expect(rows).toHaveBeenCalledTimes(2 * tableNames.length)
  })

  it('differs between seeds', () => {
    expect(makeWorld({ ...identity, seed: 'other' }).checksum()).not.toBe(base.checksum())
  })
})
