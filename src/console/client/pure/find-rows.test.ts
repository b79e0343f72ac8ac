import { describe, expect, it } from 'vitest'
import { searchFor, sortRows, unknownField } from './find-rows.ts'

const rows = [
  { id: 1, name: 'Alpha', tag_ids: [1, 12], port: 25565, alias: null },
  { id: 2, name: 'beta 10', tag_ids: [2], port: 443, alias: 'b', choices: [{ text: 'Yes.' }] },
  { id: 3, name: 'beta 9', tag_ids: [], port: 80, alias: 'a' },
]
const ids = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id)

describe('searchFor', () => {
  it.each([
    ['', [1, 2, 3]],
    ['BETA', [2, 3]],
    ['beta 44', [2]],
    ['tag_ids=1', [1]],
    ['tag_ids=2', [2]],
    ['alias=null', [1]],
    ['name=alpha', [1]],
    ['unknown=1', []],
    ['yes', [2]],
    ['text', []],
  ])('finds rows by %j', (search, found) => {
    expect(ids(rows.filter(searchFor(search)))).toEqual(found)
  })
})

describe('sortRows', () => {
  it.each([
    ['port', false, [3, 2, 1]],
    ['port', true, [1, 2, 3]],
    ['name', false, [1, 3, 2]],
    ['alias', false, [3, 2, 1]],
    ['alias', true, [2, 3, 1]],
  ])('sorts by %s, descending: %s', (field, isDown, sorted) => {
    expect(ids(sortRows(rows, field, isDown))).toEqual(sorted)
  })
})

it.each([
  ['words only', 'finch name', undefined],
  ['a field of the rows', 'name=finch', undefined],
  ['another field', 'name=finch colour=red', 'colour'],
])('names the first searched field that no row has: %s', (_, search, field) => {
  expect(unknownField(search, ['id', 'name'])).toBe(field)
})
