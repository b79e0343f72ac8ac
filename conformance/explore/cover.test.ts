import { describe, expect, it } from 'vitest'
import { Random } from '../steps/random.ts'
import { Cover } from './cover.ts'
import { Decks } from './deck.ts'

describe('the cover', () => {
  it('gains less from kinds that already occurred in a context, and not less from those in other contexts', () => {
    const cover = new Cover(['a write', 'a read'])
    cover.note('after a read', 'a write')
    expect(cover.gain('after a read', 'a write')).toBe(1 / 4)
    expect(cover.gain('after a read', 'a read')).toBe(1)
    expect(cover.gain('after a write', 'a write')).toBe(1)
  })

  it('returns the share that is left in a context', () => {
    const cover = new Cover(['a write', 'a read'])
    cover.note('after a read', 'a write')
    expect(cover.left('after a read')).toBe(5 / 8)
    cover.note('after a read', 'a read')
    expect(cover.left('after a read')).toBe(1 / 4)
    expect(new Cover([]).left('after a read')).toBe(0)
  })
})

describe('a deck', () => {
  const letters = ['a', 'b', 'c', 'd', 'e']

  it('has each item once before one occurs twice', () => {
    const decks = new Decks(new Random('deck'))
    const taken = letters.map(() => decks.take('letters', () => letters))
    expect(taken.toSorted()).toEqual(letters)
    expect(letters).toContain(decks.take('letters', () => letters))
  })

  it('keeps items that do not match for later', () => {
    const decks = new Decks(new Random('fit'))
    const take = (isMeant?: (one: number) => boolean) =>
      decks.take('numbers', () => [1, 2, 3], { fits: isMeant })
    const isOdd = (one: number) => one % 2 === 1
    expect([take(isOdd), take(isOdd)].toSorted()).toEqual([1, 3])
    expect(take()).toBe(2)
  })

  it('returns undefined if no item matches, and does not grow', () => {
    const decks = new Decks(new Random('none'))
    for (let times = 0; times < 3; times += 1)
      expect(decks.take('one', () => [1], { fits: (one) => one > 1 })).toBeUndefined()
    expect(decks.take('one', () => [1])).toBe(1)
    expect(decks.take('nothing', () => [])).toBeUndefined()
  })
})
