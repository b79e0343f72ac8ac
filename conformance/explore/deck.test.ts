import { describe, expect, it } from 'vitest'
import { Random } from '../steps/random.ts'
import { Decks } from './deck.ts'

const all = () => ['node', 'otherNode']
const taken = (decks: Decks, times: number, fits?: (one: string) => boolean) =>
  Array.from({ length: times }, () => decks.take('places', all, { fits }))

describe('a deck', () => {
  it('has each item once before any occurs again', () => {
    expect(taken(new Decks(new Random('a')), 2).toSorted()).toEqual(all())
  })

  it('still has matching items after items that often did not match', () => {
    const decks = new Decks(new Random('a'))
    expect(taken(decks, 9, (one) => one === 'node')).toEqual(Array.from({ length: 9 }, () => 'node'))
    expect(decks.take('places', all)).toBe('otherNode')
  })

  it.each(['a', 'b', 'c', 'd'])(
    'has each item with each choice next to it after few draws, seed %s',
    (seed) => {
      const decks = new Decks(new Random(seed))
      const pairs = Array.from({ length: 8 }, (_, at) => {
        const other = `token ${at % 2}`
        return `${decks.take('fields', () => ['a', 'b', 'c', 'd'], { others: [other] })} ${other}`
      })
      expect(new Set(pairs).size).toBe(8)
    },
  )

  it('returns undefined if no item matches', () => {
    expect(taken(new Decks(new Random('a')), 3, () => false)).toEqual([undefined, undefined, undefined])
  })
})
