import { describe, expect, it } from 'vitest'
import { Random } from '../steps/random.ts'
import { type Combination, Cover } from './cover.ts'
import { Deck } from './deck.ts'

const both = (one: string): readonly Combination[] => [
  [one.slice(0, 1), 1],
  [one.slice(1), 1],
]

const pairs = ['a', 'b', 'c', 'd'].flatMap((one) => [1, 2, 3, 4].map((other) => `${one}${other}`))

describe('a covering order', () => {
  it('has each value of two dimensions after as many choices as the larger one has values', () => {
    const cover = new Cover()
    const deck = new Deck(pairs, new Random('cover'))
    const chosen = [1, 2, 3, 4].map(() => {
      const best = deck.take((pair) => cover.gain(both(pair))) ?? ''
      cover.note(both(best))
      return best
    })
    expect(new Set(chosen.map((pair) => pair.slice(0, 1))).size).toBe(4)
    expect(new Set(chosen.map((pair) => pair.slice(1))).size).toBe(4)
  })

  it('counts what was noted often less, and what weighs more', () => {
    const cover = new Cover()
    expect(cover.gain([['one', 2]])).toBe(2)
    cover.note([['one', 2]])
    expect(cover.gain([['one', 2]])).toBe(0.5)
  })
})

describe('a deck', () => {
  it('has each of its things once before one comes twice', () => {
    const deck = new Deck(pairs, new Random('deck'))
    const taken = pairs.map(() => deck.take(() => 0))
    expect(taken.toSorted()).toEqual(pairs.toSorted())
    expect(pairs).toContain(deck.take(() => 0))
  })

  it('leaves things that do not fit for later', () => {
    const deck = new Deck([1, 2, 3], new Random('fit'))
    const isOdd = (one: number) => (one % 2 === 1 ? 0 : undefined)
    expect([deck.take(isOdd), deck.take(isOdd)].toSorted()).toEqual([1, 3])
    expect(deck.take((one) => one)).toBe(2)
  })

  it('has nothing if nothing fits', () => {
    expect(new Deck([1], new Random('none')).take(() => undefined)).toBeUndefined()
    expect(new Deck([], new Random('none')).take(() => 0)).toBeUndefined()
  })
})
