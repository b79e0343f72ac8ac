import { describe, expect, it } from 'vitest'
import { Random } from './random.ts'

const drawn = (seed: string): unknown[] => {
  const random = new Random(seed)
  return [
    random.integer(1, 1_000_000),
    random.word(),
    random.some([1, 2, 3, 4, 5], 3),
    random.one(['a', 'b', 'c']),
  ]
}

describe('random numbers', () => {
  it('are the same for the same seed, on every machine', () => {
    expect(drawn('nestbox')).toMatchInlineSnapshot(`
      [
        263210,
        "fftzqfrl",
        [
          2,
          5,
          4,
        ],
        "b",
      ]
    `)
    expect(drawn('nestbox')).toEqual(drawn('nestbox'))
  })

  it('are different for another seed', () => {
    expect(drawn('a')).not.toEqual(drawn('b'))
  })

  it('cover a range, including its bounds', () => {
    const random = new Random('range')
    const all = new Set(Array.from({ length: 500 }, () => random.integer(1, 6)))
    expect([...all].toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  })
})
