import { describe, expect, it } from 'vitest'
import { splitTexts } from '../../../contract/checking/similar.ts'
import { diffRows } from './row-diff.ts'

describe('diffRows', () => {
  it('omits equal fields', () => {
    expect(diffRows({ id: 1, name: 'a', tags: [1, 2] }, { id: 1, name: 'b', tags: [1, 2] })).toEqual([
      { path: 'name', before: 'a', after: 'b' },
    ])
  })

  it('compares the fields of objects', () => {
    const before = { limits: { memory: 1, disk: 2 }, environment: { A: '1' } }
    const after = { limits: { memory: 3, disk: 2 }, environment: { B: '2' } }
    expect(diffRows(before, after)).toEqual([
      { path: 'limits.memory', before: 1, after: 3 },
      { path: 'environment.A', before: '1', after: undefined },
      { path: 'environment.B', before: undefined, after: '2' },
    ])
  })

  it('compares arrays, and null with an object, as whole values', () => {
    expect(diffRows({ tag_ids: [1], a: null }, { tag_ids: [1, 2], a: { b: 1 } })).toEqual([
      { path: 'tag_ids', before: [1], after: [1, 2] },
      { path: 'a', before: null, after: { b: 1 } },
    ])
  })

  it('lists all fields of an added and of a removed row', () => {
    expect(diffRows(null, { id: 1 })).toEqual([{ path: 'id', before: undefined, after: 1 }])
    expect(diffRows({ id: 1 }, null)).toEqual([{ path: 'id', before: 1, after: undefined }])
  })
})

describe('splitTexts', () => {
  it.each([
    ['java -Xmx1G -jar a', 'java -Xmx2G -jar a', 'java -Xmx', '1', '2', 'G -jar a'],
    ['aa', 'aaa', 'aa', '', 'a', ''],
    ['', 'new', '', '', 'new', ''],
    ['abc', 'xyz', '', 'abc', 'xyz', ''],
  ])('finds the difference between %j and %j', (from, to, start, before, after, end) => {
    expect(splitTexts(from, to)).toEqual({ start, before, after, end })
  })
})
