import { describe, expect, it } from 'vitest'
import { isDeeper } from './objects.ts'

const nested = (levels: number): unknown => (levels === 0 ? 'core' : { inner: nested(levels - 1) })

const listed = (levels: number): unknown => (levels === 0 ? 'core' : [listed(levels - 1)])

describe('the depth of a value', () => {
  it.each<[what: string, value: unknown, depth: number]>([
    ['text', 'x', 0],
    ['a number', 0, 0],
    ['null', null, 0],
    ['nothing', undefined, 0],
    ['an empty object', {}, 1],
    ['an empty list', [], 1],
    ['an object of strings', { a: 'x', b: null }, 1],
    ['a list of strings', ['x', null], 1],
    ['a list of objects', [{ a: 1 }, { a: 2 }], 2],
    ['an object whose last field is the deepest', { a: 1, b: {}, c: [[]] }, 3],
    ['an object whose first field is the deepest', { a: [[]], b: {}, c: 1 }, 3],
    ['a list whose middle is the deepest', [1, [[]], {}], 3],
    ['seven objects, one in another', nested(7), 7],
    ['seven lists, one in another', listed(7), 7],
  ])('is computed exactly: %s', (_, value, depth) => {
    const deeper = Array.from({ length: depth + 2 }, (_, levels) => isDeeper(value, levels))
    expect(deeper).toEqual([...Array(depth).fill(true), false, false])
  })
})
