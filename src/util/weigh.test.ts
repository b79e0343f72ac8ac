import { describe, expect, it } from 'vitest'
import { weigh } from './weigh.ts'

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

  it('is infinite for a value that is nested too deeply', () => {
    expect(weigh(nested(50))).toBeLessThan(1_000)
    expect(weigh(nested(150))).toBe(Number.POSITIVE_INFINITY)
    expect(weigh(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toBe(Number.POSITIVE_INFINITY)
  })
})
