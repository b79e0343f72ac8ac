import { expect, it } from 'vitest'
import { TooManySnapshots } from '../store/errors.ts'
import { World } from '../store/world.ts'
import { WeighedVersions } from './weighed-versions.ts'

const empty = () => new World({ seed: 'weights', scenario: 'empty', scale: 1, today: '2026-06-01' })

it('refuses a snapshot when all snapshots of the world would have more than 128 MB', () => {
  const versions = new WeighedVersions(empty(), () => {})
  const large = empty()
  large.tables.hosts.insert({ name: 'x'.repeat(50_000_000), host: 'db.example.com', port: 3306 })
  versions.enter(versions.afterLoad(large))
  versions.snapshot('one', 0)
  versions.snapshot('two', 0)
  expect(() => versions.snapshot('three', 0)).toThrow(TooManySnapshots)
  expect(() => versions.snapshot('three', 0)).toThrow('they may have 128000000. Delete one of them first.')
  expect(versions.snapshots().map(({ name }) => name)).toEqual(['one', 'two'])
  versions.snapshot('two', 1)
  versions.forget('one')
  versions.snapshot('three', 1)
  expect(versions.snapshots().map(({ name }) => name)).toEqual(['two', 'three'])
})
