import { describe, expect, it } from 'vitest'
import { type Combination, Cover } from './cover.ts'

const both = (one: string): readonly Combination[] => [
  [one.slice(0, 1), 1],
  [one.slice(1), 1],
]

describe('a covering order', () => {
  it('has each value of two dimensions after as many choices as the larger one has values', () => {
    const cover = new Cover()
    const pairs = ['a', 'b', 'c', 'd'].flatMap((one) => [1, 2, 3, 4].map((other) => `${one}${other}`))
    const chosen = [1, 2, 3, 4].map(() => {
      const best = cover.best(pairs, both) ?? ''
      cover.note(both(best))
      return best
    })
    expect(chosen).toEqual(['a1', 'b2', 'c3', 'd4'])
  })

  it('prefers what counts more', () => {
    const weights = { light: 1, heavy: 2 }
    const cover = new Cover()
    expect(cover.best(['light', 'heavy'] as const, (one) => [[one, weights[one]]])).toBe('heavy')
    cover.note([['heavy', 2]])
    expect(cover.best(['light', 'heavy'] as const, (one) => [[one, weights[one]]])).toBe('light')
  })

  it('chooses nothing of nothing', () => {
    expect(new Cover().best([], () => [])).toBeUndefined()
  })
})
