import { describe, expect, it } from 'vitest'
import { isDeeper, weigh } from './weigh.ts'

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)])

describe('the weight of a value', () => {
  it.each<[what: string, value: unknown]>([
    ['a text', 'x'.repeat(1_000)],
    ['a number', 1234.5],
    ['null', null],
    ['an object', { name: 'x'.repeat(500), tags: ['a', 'b'], limits: { memory: 1024, swap: null } }],
    ['a list of objects', Array.from({ length: 50 }, (_, id) => ({ id, name: `number ${id}` }))],
    ['an object of long names', { ['x'.repeat(10_000)]: true }],
  ])('is about the length of its JSON: %s', (_, value) => {
    const { length } = JSON.stringify(value)
    expect(weigh(value)).toBeGreaterThan(length * 0.5)
    expect(weigh(value)).toBeLessThan(length * 2 + 10)
  })

  it.each<[what: string, text: string]>([
    ['plain characters', 'plain é € 🦙'],
    ['control characters', '\0\u0001\u001f\u007f'],
    ['control characters with a short escape', '\b\t\n\f\r'],
    ['quotation marks and backslashes', '"\\"'],
    ['surrogates alone, and the wrong way round', '\ud800 \udfff \udfff\ud800'],
    ['separators of lines', '\u2028\u2029'],
  ])('has the exact length of a text with %s, short or long', (_, text) => {
    for (const each of [text, text.repeat(100), `${'x'.repeat(100)}${text}`]) {
      const { length } = JSON.stringify(each)
      expect(weigh(each)).toBe(length)
      expect(weigh({ [each]: '' })).toBe(2 + length + 2 + 2)
    }
  })

  it('is infinite for a value that is nested too deeply', () => {
    expect(weigh(nested(50))).toBeLessThan(1_000)
    expect(weigh(nested(150))).toBe(Number.POSITIVE_INFINITY)
    expect(weigh(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toBe(Number.POSITIVE_INFINITY)
  })
})

const inObjects = (levels: number): unknown => (levels === 0 ? 'core' : { inner: inObjects(levels - 1) })

const inLists = (levels: number): unknown => (levels === 0 ? 'core' : [inLists(levels - 1)])

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
    ['seven objects, one in another', inObjects(7), 7],
    ['seven lists, one in another', inLists(7), 7],
  ])('is computed exactly: %s', (_, value, depth) => {
    const deeper = Array.from({ length: depth + 2 }, (_, levels) => isDeeper(value, levels))
    expect(deeper).toEqual([...Array(depth).fill(true), false, false])
  })
})
