import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import type { Entry } from '../journal/entry.ts'
import type { Workspace } from './workspace.ts'
import { Workspaces } from './workspaces.ts'
import type { DatabaseHostRow } from '../store/rows.ts'
import { World } from '../store/world.ts'

const host: Omit<DatabaseHostRow, 'id'> = { name: 'db-01', host: 'db.example.com', port: 3306 }

const roomsOfOneHost = (): Workspaces => {
  const start = new World({ seed: 'rooms', scenario: 'empty', scale: 1 })
  start.tables.hosts.insert(host)
  return new Workspaces(start, { dial: new GapSettings(), tokens: [] })
}

const hosts = ({ world }: Workspace): number => world.tables.hosts.size

describe('the rooms', () => {
  it('start with the main one alone', () => {
    const rooms = roomsOfOneHost()
    expect([hosts(rooms.main), rooms.sandboxCount]).toEqual([1, 0])
  })

  it('make a sandbox on its first use and keep it', () => {
    const rooms = roomsOfOneHost()
    const sandbox = rooms.sandbox('one')
    expect(rooms.sandbox('one')).toBe(sandbox)
    expect(rooms.sandboxCount).toBe(1)
  })

  it('have worlds that are independent of one another', () => {
    const rooms = roomsOfOneHost()
    rooms.main.world.tables.hosts.insert(host)
    rooms.sandbox('one').world.tables.hosts.remove(1)
    expect([rooms.main, rooms.sandbox('one'), rooms.sandbox('two')].map(hosts)).toEqual([2, 0, 1])
  })

  it('make a sandbox as the world was at the start, whatever was written since', () => {
    const rooms = roomsOfOneHost()
    rooms.main.world.tables.hosts.insert(host)
    rooms.sandbox('one').world.tables.hosts.insert(host)
    expect(hosts(rooms.sandbox('two'))).toBe(1)
  })

  it('are at most 1,000 sandboxes, of which the one that was idle longest goes', () => {
    const rooms = roomsOfOneHost()
    const made = Array.from({ length: 1_000 }, (_, index) => rooms.sandbox(`s${index}`))
    rooms.sandbox('s0')
    expect(rooms.sandboxCount).toBe(1_000)
    rooms.sandbox('one-more')
    expect(rooms.sandboxCount).toBe(1_000)
    expect(rooms.sandbox('s0')).toBe(made[0])
    expect(rooms.sandbox('s2')).toBe(made[2])
    expect(rooms.sandbox('s1')).not.toBe(made[1])
    expect(rooms.sandboxCount).toBe(1_000)
  })

  it('know a sandbox without using it', () => {
    const rooms = roomsOfOneHost()
    expect(rooms.known('one')).toBeUndefined()
    const [one] = [rooms.sandbox('one'), rooms.sandbox('two')]
    expect(rooms.known('one')).toBe(one)
    expect(rooms.sandboxes().map(({ name }) => name)).toEqual(['one', 'two'])
  })

  it('forget a sandbox that there is', () => {
    const rooms = roomsOfOneHost()
    rooms.sandbox('one')
    expect([rooms.forget('one'), rooms.forget('one'), rooms.sandboxCount]).toEqual([true, false, 0])
  })

  it('give a sandbox that went a fresh start under its old name', () => {
    const rooms = roomsOfOneHost()
    rooms.sandbox('old').world.tables.hosts.insert(host)
    rooms.forget('old')
    expect(hosts(rooms.sandbox('old'))).toBe(1)
  })
})

describe('the journals of the rooms', () => {
  const entry = (text: string): Entry => ({
    at: 0,
    method: 'GET',
    path: '/api',
    headers: {},
    body: undefined,
    answered: { operation: null, bearer: null, status: 200, headers: {}, text, assumed: [] },
    duration: 1,
    fault: null,
    changes: [],
  })

  it('stay within bounds together: those of the sandboxes idle longest are cleared first', () => {
    const rooms = roomsOfOneHost()
    rooms.main.journal.add(entry('kept'))
    const body = 'x'.repeat(16_000)
    for (const name of ['a', 'b', 'c', 'd']) {
      const { journal } = rooms.sandbox(name)
      for (let count = 0; count < 900; count += 1) journal.add(entry(body))
    }
    const sizes = [rooms.main, ...rooms.sandboxes()].map(({ journal }) => journal.size)
    expect(sizes).toEqual([1, 0, 900, 900, 900])
  })

  it('of sandboxes that went do not count, even for requests that end late', () => {
    const rooms = roomsOfOneHost()
    const body = 'x'.repeat(16_000)
    for (let count = 0; count < 10; count += 1) {
      const { journal } = rooms.sandbox('gone')
      rooms.forget('gone')
      for (let late = 0; late < 900; late += 1) journal.add(entry(body))
    }
    for (const name of ['a', 'b']) rooms.sandbox(name).journal.add(entry(body))
    expect(rooms.sandboxes().map(({ journal }) => journal.size)).toEqual([1, 1])
  })

  it('leave room for those of the sandboxes beside a main one that is full', () => {
    const rooms = roomsOfOneHost()
    const body = 'x'.repeat(16_000)
    const headers = { 'x-long': body, 'x-longer': body, 'x-longest': body }
    for (let count = 0; count < 1_000; count += 1) {
      rooms.main.journal.add({ ...entry(body), headers })
    }
    for (const name of ['a', 'b']) rooms.sandbox(name).journal.add(entry(body))
    expect(rooms.sandboxes().map(({ journal }) => journal.size)).toEqual([1, 1])
  })
})
