import { describe, expect, it } from 'vitest'
import type { DatabaseHostRow } from './rows.ts'
import { World } from './world.ts'
import { Worlds } from './worlds.ts'

const host: Omit<DatabaseHostRow, 'id'> = { name: 'db-01', host: 'db.example.com', port: 3306 }

const worldsOfOneHost = (): Worlds => {
  const base = new World({ seed: 'worlds', scenario: 'empty', scale: 1 })
  base.tables.hosts.insert(host)
  return new Worlds(base)
}

const hosts = (world: World): number => world.tables.hosts.size

describe('the worlds', () => {
  it('start with the main one alone', () => {
    const worlds = worldsOfOneHost()
    expect([hosts(worlds.main), worlds.sandboxCount]).toEqual([1, 0])
  })

  it('make a sandbox on its first use and keep it', () => {
    const worlds = worldsOfOneHost()
    const sandbox = worlds.sandbox('one')
    expect(worlds.sandbox('one')).toBe(sandbox)
    expect(worlds.sandboxCount).toBe(1)
  })

  it('are independent of one another', () => {
    const worlds = worldsOfOneHost()
    worlds.main.tables.hosts.insert(host)
    worlds.sandbox('one').tables.hosts.remove(1)
    expect([worlds.main, worlds.sandbox('one'), worlds.sandbox('two')].map(hosts)).toEqual([2, 0, 1])
  })

  it('make a sandbox as the world was at the start, whatever was written since', () => {
    const worlds = worldsOfOneHost()
    worlds.main.tables.hosts.insert(host)
    worlds.sandbox('one').tables.hosts.insert(host)
    expect(hosts(worlds.sandbox('two'))).toBe(1)
  })

  it('are at most 1,000 sandboxes, of which the one that was idle longest goes', () => {
    const worlds = worldsOfOneHost()
    const made = Array.from({ length: 1_000 }, (_, index) => worlds.sandbox(`s${index}`))
    worlds.sandbox('s0')
    expect(worlds.sandboxCount).toBe(1_000)
    worlds.sandbox('one-more')
    expect(worlds.sandboxCount).toBe(1_000)
    expect(worlds.sandbox('s0')).toBe(made[0])
    expect(worlds.sandbox('s2')).toBe(made[2])
    expect(worlds.sandbox('s1')).not.toBe(made[1])
    expect(worlds.sandboxCount).toBe(1_000)
  })

  it('give a sandbox that went a fresh start under its old name', () => {
    const worlds = worldsOfOneHost()
    worlds.sandbox('old').tables.hosts.insert(host)
    for (let index = 0; index < 1_000; index += 1) worlds.sandbox(`s${index}`)
    expect(hosts(worlds.sandbox('old'))).toBe(1)
  })
})
