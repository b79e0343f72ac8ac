import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { weigh } from '../util/weigh.ts'
import { NotKept } from './errors.ts'
import type { Row } from './rows.ts'
import { highestId, type Indexes, type Replaced, Table } from './table.ts'

/** A row with a key of its own, a key that it may share, and a list of keys that it may share. */
interface Bird extends Row {
  readonly ring: string | null
  readonly nest: number | null
  readonly colours: readonly string[]
}

const indexes: Indexes<Bird, 'ring' | 'nest' | 'colour'> = {
  ring: (bird) => bird.ring,
  nest: (bird) => bird.nest,
  colour: (bird) => bird.colours,
}

type Birds = Table<Bird, 'ring' | 'nest' | 'colour'>

const rings = ['a', 'b', 'c', 'd', 'e']
const nests = [1, 2, 3]
const colours = ['red', 'green', 'blue']

const bird = (fields: Partial<Omit<Bird, 'id'>> = {}): Omit<Bird, 'id'> => ({
  ring: null,
  nest: null,
  colours: [],
  ...fields,
})

/** A table and the writes that it reported. */
function birds(below?: Birds): { table: Birds; writes: Replaced<Bird>[] } {
  const writes: Replaced<Bird>[] = []
  return { table: new Table(indexes, (replaced) => writes.push(replaced), below), writes }
}

/** Three birds: `a` in nest 1, `b` in nest 1, `c` in nest 2. */
function three(): Birds {
  const { table } = birds()
  table.insert(bird({ ring: 'a', nest: 1, colours: ['red'] }))
  table.insert(bird({ ring: 'b', nest: 1, colours: ['red', 'green'] }))
  table.insert(bird({ ring: 'c', nest: 2 }))
  return table
}

/** All data of a table, read with all its methods. */
const seen = (table: Birds) => ({
  lastId: table.lastId,
  size: table.size,
  ids: [...table.ids()],
  rows: table.rows(),
  byId: Array.from({ length: 40 }, (_, id) => table.get(id)),
  byRing: rings.map((ring) => table.find('ring', ring)),
  inNest: nests.map((nest) => [...table.idsOf('nest', nest)]),
  ofColour: colours.map((colour) => [...table.idsOf('colour', colour)]),
})

/** The same of a plain map, worked out by looking at every row. */
function expected(rows: ReadonlyMap<number, Bird>, lastId: number): ReturnType<typeof seen> {
  const all = [...rows.values()].sort((one, other) => one.id - other.id)
  const idsWhere = (holds: (row: Bird) => boolean) => all.filter(holds).map(({ id }) => id)
  return {
    lastId,
    size: all.length,
    ids: idsWhere(() => true),
    rows: all,
    byId: Array.from({ length: 40 }, (_, id) => rows.get(id)),
    byRing: rings.map((ring) => all.find((row) => row.ring === ring)),
    inNest: nests.map((nest) => idsWhere((row) => row.nest === nest)),
    ofColour: colours.map((colour) => idsWhere((row) => row.colours.includes(colour))),
  }
}

describe('a table', () => {
  it('is empty at first', () => {
    expect(seen(birds().table)).toEqual(expected(new Map(), 0))
  })

  it('assigns ascending ids from 1 to new rows', () => {
    const { table } = birds()
    expect([table.insert(bird()).id, table.insert(bird()).id]).toEqual([1, 2])
    expect(table.lastId).toBe(2)
  })

  it('refuses a row if no id is left, and changes nothing', () => {
    const { table, writes } = birds()
    table.skipTo(highestId)
    expect(() => table.insert(bird())).toThrow(NotKept)
    expect([table.size, table.lastId, writes]).toEqual([0, highestId, []])
  })

  it('finds a row by its id, its unique keys and its shared keys', () => {
    const table = three()
    expect(table.get(2)).toEqual({ id: 2, ring: 'b', nest: 1, colours: ['red', 'green'] })
    expect(table.find('ring', 'b')).toBe(table.get(2))
    expect(table.idsOf('nest', 1)).toEqual([1, 2])
    expect(table.of('colour', 'red')).toEqual([table.get(1), table.get(2)])
    expect(table.count('colour', 'red')).toBe(2)
  })

  it.each<[what: string, look: (table: Birds) => unknown, found: unknown]>([
    ['an id', (table) => table.get(9), undefined],
    ['a unique key', (table) => table.find('ring', 'z'), undefined],
    ['a shared key', (table) => table.idsOf('nest', 9), []],
    ['the number of rows that share a key', (table) => table.count('nest', 9), 0],
  ])('finds nothing if no such row exists: %s', (_, look, found) => {
    expect(look(three())).toEqual(found)
  })

  it('names the missing row that others refer to', () => {
    expect(() => three().must(9)).toThrow('no row 9')
  })

  it.each<[what: string, write: (table: Birds) => unknown]>([
    ['replace', (table) => table.replace({ id: 9, ...bird() })],
    ['remove', (table) => table.remove(9)],
  ])('refuses to %s a missing row', (_, write) => {
    const { table, writes } = birds()
    expect(() => write(table)).toThrow('no row 9')
    expect(writes).toEqual([])
  })

  it('moves a replaced row to its new keys', () => {
    const table = three()
    table.replace({ id: 2, ring: 'd', nest: 2, colours: ['blue'] })
    expect(table.find('ring', 'b')).toBeUndefined()
    expect(table.find('ring', 'd')).toBe(table.get(2))
    expect([table.idsOf('nest', 1), table.idsOf('nest', 2)]).toEqual([[1], [2, 3]])
    expect(colours.map((colour) => table.idsOf('colour', colour))).toEqual([[1], [], [2]])
  })

  it('frees the keys of a removed row', () => {
    const table = three()
    table.remove(1)
    expect(table.find('ring', 'a')).toBeUndefined()
    expect(table.insert(bird({ ring: 'a' })).id).toBe(4)
    expect(table.find('ring', 'a')?.id).toBe(4)
  })

  it('removes 300,000 rows that share a key, the last one first', () => {
    const { table } = birds()
    for (let count = 0; count < 300_000; count += 1) table.insert(bird({ nest: 1, colours: ['red'] }))
    // With a new list of ids for each row, this takes minutes.
    for (const id of [...table.ids()].reverse()) table.remove(id)
    expect([table.size, table.count('nest', 1), table.count('colour', 'red')]).toEqual([0, 0, 0])
  })

  it('moves a row from 100,000 keys to as many others', () => {
    const { table } = birds()
    const keys = (letter: string) => Array.from({ length: 100_000 }, (_, index) => `${letter}${index}`)
    const row = table.insert(bird({ colours: keys('a') }))
    table.replace({ ...row, colours: keys('b') })
    expect([table.count('colour', 'a7'), table.count('colour', 'b7')]).toEqual([0, 1])
  })

  it('lets two rows exchange a key', () => {
    const table = three()
    table.replace({ ...table.must(1), ring: 'b' })
    table.replace({ ...table.must(2), ring: 'a' })
    expect([table.find('ring', 'a')?.id, table.find('ring', 'b')?.id]).toEqual([2, 1])
  })

  it('finds the oldest of several rows with one key, and the next one after that is removed', () => {
    const table = three()
    table.insert(bird({ ring: 'a' }))
    expect(table.find('ring', 'a')?.id).toBe(1)
    table.remove(1)
    expect(table.find('ring', 'a')?.id).toBe(4)
  })

  it('lists a row once in a group, even if it names the group twice', () => {
    const table = three()
    table.insert(bird({ colours: ['blue', 'blue'] }))
    expect(table.idsOf('colour', 'blue')).toEqual([4])
  })

  it('keeps ids ascending after all operations', () => {
    const table = three()
    table.replace({ ...table.must(1), nest: 2 })
    table.replace({ ...table.must(1), nest: 1 })
    table.remove(2)
    table.insert(bird({ nest: 1 }))
    expect(table.ids()).toEqual([1, 3, 4])
    expect(table.idsOf('nest', 1)).toEqual([1, 4])
  })

  it('never assigns an id again', () => {
    const table = three()
    table.remove(3)
    expect([table.lastId, table.insert(bird()).id]).toEqual([3, 4])
  })

  it('accepts rows with ids, in any order, and continues after the highest', () => {
    const { table, writes } = birds()
    for (const id of [7, 2, 5]) table.load({ id, ...bird({ nest: 1 }) })
    expect([table.ids(), table.idsOf('nest', 1), table.insert(bird()).id]).toEqual([
      [2, 5, 7, 8],
      [2, 5, 7],
      8,
    ])
    expect(writes).toHaveLength(1)
  })

  it.each([
    ['continues after ids that were assigned before', 9, 10],
    ['does not fall below the ids of its rows', 1, 4],
  ])('%s', (_, lastId, next) => {
    const table = three()
    table.skipTo(lastId)
    expect(table.insert(bird()).id).toBe(next)
  })

  it('reports each write with the row before and after it', () => {
    const { table, writes } = birds()
    const first = table.insert(bird({ ring: 'a' }))
    const second = table.replace({ ...first, ring: 'b' })
    table.remove(first.id)
    expect(writes).toEqual([
      { before: undefined, after: first },
      { before: first, after: second },
      { before: second, after: undefined },
    ])
  })
})

describe('a table on top of another', () => {
  it('has the rows of the table below', () => {
    const base = three()
    expect(seen(birds(base).table)).toEqual(seen(base))
  })

  it.each<[what: string, write: (table: Birds) => unknown]>([
    ['a new row', (table) => table.insert(bird({ ring: 'd', nest: 1, colours: ['red'] }))],
    ['another row', (table) => table.replace({ id: 1, ring: 'd', nest: 2, colours: ['green'] })],
    ['a row that takes over a key', (table) => table.replace({ ...table.must(2), ring: 'a' })],
    ['a removed row', (table) => table.remove(1)],
    ['skipped ids', (table) => table.skipTo(30)],
  ])('keeps its writes from other tables: %s', (_, write) => {
    const base = three()
    const before = seen(base)
    const { table } = birds(base)
    write(table)
    expect(seen(base)).toEqual(before)
    expect(seen(birds(base).table)).toEqual(before)
    expect(seen(table)).not.toEqual(before)
  })

  it('adds rows to its own group and not to the one below', () => {
    const base = three()
    const { table } = birds(base)
    table.insert(bird({ nest: 1 }))
    table.insert(bird({ nest: 1 }))
    expect([table.idsOf('nest', 1), base.idsOf('nest', 1)]).toEqual([
      [1, 2, 4, 5],
      [1, 2],
    ])
  })

  it('moves keys of rows of the table below', () => {
    const { table } = birds(three())
    table.replace({ ...table.must(1), ring: 'd' })
    table.insert(bird({ ring: 'a' }))
    expect([table.find('ring', 'd')?.id, table.find('ring', 'a')?.id]).toEqual([1, 4])
  })

  it('has a removed row in no index', () => {
    const { table } = birds(three())
    table.remove(2)
    table.insert(bird({ nest: 1, colours: ['green'] }))
    expect(table.get(2)).toBeUndefined()
    expect(table.find('ring', 'b')).toBeUndefined()
    expect(table.ids()).toEqual([1, 3, 4])
    expect(table.idsOf('nest', 1)).toEqual([1, 4])
    expect(table.idsOf('colour', 'red')).toEqual([1])
    expect(table.idsOf('colour', 'green')).toEqual([4])
    expect(seen(birds(table).table)).toEqual(seen(table))
  })

  it('holds nothing of a row that it had for a while', () => {
    const base = three()
    const { table } = birds(base)
    const [{ id }] = [table.insert(bird({ ring: 'd', nest: 1 })), table.find('ring', 'd')]
    table.replace({ ...table.must(id), ring: 'e' })
    table.remove(id)
    // Rows that it does not have are looked up in the table below.
    const below = [vi.spyOn(base, 'get'), vi.spyOn(base, 'idsOf')]
    const held = [table.get(id), ...table.idsOf('ring', 'd'), ...table.idsOf('ring', 'e')]
    expect([held, below.map(({ mock }) => mock.calls)]).toEqual([
      [undefined],
      [
        [[id]],
        [
          ['ring', 'd'],
          ['ring', 'e'],
        ],
      ],
    ])
  })

  it('never assigns an id of the table below again', () => {
    const base = three()
    base.remove(3)
    const { table } = birds(base)
    expect(table.insert(bird()).id).toBe(4)
    table.remove(4)
    expect(table.insert(bird()).id).toBe(5)
  })
})

it('a table weighs the rows that it does not share with the table below', () => {
  const below = three()
  const { table, writes } = birds(below)
  expect(table.weight).toBe(0)
  const changed = table.replace({ ...below.must(1), ring: 'e' })
  const added = table.insert(bird({ colours: ['red'] }))
  table.remove(2)
  expect(table.weight).toBe(weigh(changed) + weigh(added))
  const copy = birds(below).table
  copy.takeOver(table)
  for (const write of writes.toReversed()) table.undo(write)
  expect([table.weight, copy.weight]).toEqual([0, weigh(changed) + weigh(added)])
  expect(seen(table)).toEqual(seen(below))
})

describe('an undone write', () => {
  it.each<[what: string, write: (table: Birds) => unknown]>([
    ['a new row', (table) => table.insert(bird({ ring: 'd', nest: 1, colours: ['red'] }))],
    ['a new row with the key of another', (table) => table.insert(bird({ ring: 'a' }))],
    ['another row', (table) => table.replace({ id: 2, ring: 'd', nest: 2, colours: [] })],
    ['a row that takes over a key', (table) => table.replace({ ...table.must(3), ring: 'a' })],
    ['a removed row', (table) => table.remove(2)],
    ['the removed last row', (table) => table.remove(3)],
  ])('leaves no trace: %s', (_, write) => {
    for (const { table, writes } of [birds(three()), owning()]) {
      const before = seen(table)
      write(table)
      expect(seen(table)).not.toEqual(before)
      for (const replaced of writes.toReversed()) table.undo(replaced)
      expect(seen(table)).toEqual(before)
    }
  })

  it.each<[what: string, write: (table: Birds) => void, lastId: number]>([
    ['frees the id of a new row', (table) => table.insert(bird()), 3],
    ['does not free ids that were skipped before', (table) => [table.skipTo(8), table.insert(bird())], 8],
    ['does not free ids that were skipped since', (table) => [table.insert(bird()), table.skipTo(8)], 8],
  ])('%s', (_, write, lastId) => {
    const { table, writes } = birds(three())
    write(table)
    for (const replaced of writes.toReversed()) table.undo(replaced)
    expect(table.lastId).toBe(lastId)
  })

  it('is not reported as another write', () => {
    const { table, writes } = birds(three())
    table.remove(1)
    for (const replaced of writes.toReversed()) table.undo(replaced)
    expect(writes).toHaveLength(1)
  })
})

/** The same three birds in a table without a table below. */
function owning(): ReturnType<typeof birds> {
  const made = birds()
  for (const row of three().rows()) made.table.load(row)
  return made
}

/** One write, with its row by the position in the table. */
type Write =
  | { readonly kind: 'insert'; readonly fields: Omit<Bird, 'id'> }
  | { readonly kind: 'replace'; readonly at: number; readonly fields: Omit<Bird, 'id'> }
  | { readonly kind: 'remove'; readonly at: number }

const anyFields = fc.record({
  ring: fc.option(fc.constantFrom(...rings)),
  nest: fc.option(fc.constantFrom(...nests)),
  colours: fc.array(fc.constantFrom(...colours), { maxLength: 4 }),
})

const anyWrite: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), fields: anyFields }),
  fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), fields: anyFields }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
)

const anyWrites = fc.array(anyWrite, { maxLength: 10 })

/** Does to the table and to its model what a write says; nothing if there is no row to do it to. */
function perform(write: Write, table: Birds, model: Map<number, Bird>): void {
  if (write.kind === 'insert') {
    const row = table.insert(write.fields)
    model.set(row.id, row)
    return
  }
  const ids = [...model.keys()].sort((one, other) => one - other)
  const id = ids[write.at % ids.length]
  if (id === undefined) return
  if (write.kind === 'replace') model.set(id, table.replace({ id, ...write.fields }))
  else {
    table.remove(id)
    model.delete(id)
  }
}

describe('any writes to tables on top of one another', () => {
  it('have the effect of a plain map, no effect on tables below, and none when they are undone', () => {
    fc.assert(
      fc.property(fc.array(anyWrites, { minLength: 1, maxLength: 3 }), (layers) => {
        const model = new Map<number, Bird>()
        const below: { table: Birds; was: ReturnType<typeof seen> }[] = []
        let top = birds()
        let history: ReturnType<typeof seen>[] = []
        let lastId = 0
        for (const layer of layers) {
          top = birds(below.at(-1)?.table)
          history = [seen(top.table)]
          for (const write of layer) {
            perform(write, top.table, model)
            lastId = Math.max(lastId, ...model.keys())
            expect(seen(top.table)).toEqual(expected(model, lastId))
            if (top.writes.length === history.length) history.push(seen(top.table))
          }
          below.push({ table: top.table, was: seen(top.table) })
        }
        below.pop()
        for (const replaced of top.writes.toReversed()) {
          expect(seen(top.table)).toEqual(history.pop())
          top.table.undo(replaced)
        }
        expect(seen(top.table)).toEqual(history.pop())
        for (const { table, was } of below) expect(seen(table)).toEqual(was)
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  it('have the effect of a plain map when an index is first used after all of them, also in a copy', () => {
    fc.assert(
      fc.property(fc.array(anyWrites, { minLength: 1, maxLength: 3 }), (layers) => {
        const model = new Map<number, Bird>()
        let below: Birds | undefined
        let { table } = birds()
        let lastId = 0
        for (const [index, layer] of layers.entries()) {
          below = index === 0 ? undefined : table
          table = birds(below).table
          for (const write of layer) {
            perform(write, table, model)
            lastId = Math.max(lastId, ...model.keys())
          }
        }
        const copy = birds(below).table
        copy.takeOver(table)
        expect(seen(copy)).toEqual(expected(model, lastId))
        expect(seen(table)).toEqual(expected(model, lastId))
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})
