import { describe, expect, it } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import type { TableName } from './tables.ts'
import type { World } from './world.ts'
import { danglingReference } from './world-data.ts'

const base = makeWorld({ seed: 'references', scenario: 'demo', scale: 3 })

/** A world whose first row of a table points at something else. */
function pointing(name: TableName, field: string, to: unknown): World {
  const world = base.fork()
  const [first] = world.tables[name].rows()
  // A row of that table, except for its reference.
  world.tables[name].replace({ ...first, [field]: to } as never)
  return world
}

describe('a reference to a missing row', () => {
  it('is in no generated world', () => {
    expect(danglingReference(base)).toBeUndefined()
  })

  it.each<[name: TableName, field: string, to: TableName]>([
    ['nodes', 'location_id', 'locations'],
    ['variables', 'egg_id', 'eggs'],
    ['servers', 'user_id', 'users'],
    ['servers', 'node_id', 'nodes'],
    ['servers', 'allocation_id', 'allocations'],
    ['servers', 'egg_id', 'eggs'],
    ['allocations', 'node_id', 'nodes'],
    ['allocations', 'server_id', 'servers'],
    ['backups', 'server_id', 'servers'],
    ['databases', 'host_id', 'hosts'],
    ['databases', 'server_id', 'servers'],
  ])('is found in %s: %s', (name, field, to) => {
    expect(danglingReference(pointing(name, field, 99_999))).toEqual({
      path: `tables.${name}[0].${field}`,
      must: `be the id of a row in ${to}`,
    })
  })

  it.each<[name: TableName, field: string, to: TableName]>([
    ['nodes', 'tag_ids', 'tags'],
    ['eggs', 'tag_ids', 'tags'],
    ['servers', 'subuser_ids', 'users'],
    ['mounts', 'egg_ids', 'eggs'],
    ['mounts', 'node_ids', 'nodes'],
    ['mounts', 'server_ids', 'servers'],
  ])('is found in a list in %s: %s', (name, field, to) => {
    expect(danglingReference(pointing(name, field, []))).toBeUndefined()
    expect(danglingReference(pointing(name, field, [1, 99_999]))).toEqual({
      path: `tables.${name}[0].${field}`,
      must: `be the id of a row in ${to}`,
    })
  })

  it('does not exist without an id', () => {
    expect(danglingReference(pointing('allocations', 'server_id', null))).toBeUndefined()
  })

  it('is found in a row that is not the first', () => {
    const world = base.fork()
    const { backups } = world.tables
    backups.replace({ ...backups.must(3), server_id: 99_999 })
    expect(danglingReference(world)?.path).toBe('tables.backups[2].server_id')
  })
})
