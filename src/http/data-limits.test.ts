import { expect, it } from 'vitest'
import { ControlError } from '../contract/checking/errors-in.ts'
import { Versions } from '../store/versions.ts'
import { World } from '../store/world.ts'
import { tooLarge } from './data-limits.ts'

const empty = () => new World({ seed: 'weights', scenario: 'empty', scale: 1, today: '2026-06-01' })

it('refuses a snapshot if all snapshots of the world would exceed 128 MB', () => {
  const versions = new Versions(empty())
  const large = empty()
  large.tables.hosts.insert({ name: 'x'.repeat(50_000_000), host: 'db.example.com', port: 3306 })
  versions.enter(large.fork())
  versions.snapshot('one', 0)
  versions.snapshot('two', 0)
  expect(() => versions.snapshot('three', 0)).toThrow(ControlError)
  expect(() => versions.snapshot('three', 0)).toThrow('they may have 128000000. Delete one of them first.')
  expect(versions.snapshots().map(({ name }) => name)).toEqual(['one', 'two'])
  versions.snapshot('two', 1)
  versions.forget('one')
  versions.snapshot('three', 1)
  expect(versions.snapshots().map(({ name }) => name)).toEqual(['two', 'three'])
})

const host = (name: string) => ({ name, host: 'db.example.com', port: 3306 })

it('refuses new rows in a full world, counts shared rows once, and accepts requests that change or shrink rows', () => {
  const start = empty()
  const first = start.tables.hosts.insert(host('of the start'))
  const versions = new Versions(start)
  const write = (work: () => void) => {
    const { changes } = versions.now.transaction(work)
    const refusal = tooLarge(changes, versions)
    if (refusal !== undefined) versions.now.undo(changes)
    return refusal
  }
  const { hosts } = versions.now.tables
  const name = 'x'.repeat(450_000)
  for (let count = 1; count <= 284; count += 1) expect(write(() => hosts.insert(host(name)))).toBeUndefined()
  expect(write(() => hosts.insert(host(name)))).toMatch(
    /^The world would have \d+ characters in new and changed rows; it may have 128000000\. Reset it\.$/,
  )
  // The same row again and again adds nothing.
  const of = (id: number, text: string) => () => hosts.replace({ ...hosts.must(id), name: text })
  for (let count = 1; count <= 100; count += 1)
    expect(write(of(2, `${count}`.padEnd(450_000)))).toBeUndefined()
  expect(write(of(first.id, name))).toContain('The world would have')
  expect(write(of(3, 'short'))).toBeUndefined()
  expect(write(of(first.id, name))).toBeUndefined()
  expect(versions.weight).toBeLessThan(128_000_000)
})
