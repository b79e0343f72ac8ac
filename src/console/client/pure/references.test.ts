import { describe, expect, it } from 'vitest'
import { tableNames } from '../../../store/tables.ts'
import { idsIn, referenceOf } from './references.ts'

describe('referenceOf', () => {
  it.each([
    ['location_id', 'locations'],
    ['tag_ids', 'tags'],
    ['subuser_ids', 'users'],
    ['allocation_id', 'allocations'],
    ['host_id', 'hosts'],
    ['external_id', undefined],
    ['legacy_nest_id', undefined],
    ['id', undefined],
    ['uuid', undefined],
  ])('sends %s to %s', (field, table) => {
    expect(referenceOf(field, tableNames)).toBe(table)
  })
})

describe('idsIn', () => {
  it('takes an id, a list of them, or none', () => {
    expect([idsIn(7), idsIn([1, 2]), idsIn(null)]).toEqual([[7], [1, 2], []])
  })
})
