import { describe, expect, it } from 'vitest'
import { Random } from '../steps/random.ts'
import { drawnPage, pageClasses } from './pages.ts'

describe('drawn pages', () => {
  it('are of each class of sizes within 60 draws, and mostly within the list', () => {
    const random = new Random('pages')
    const drawn = Array.from({ length: 60 }, () => drawnPage(random, 60))
    expect([...new Set(drawn.map((query) => pageClasses(query)[0]))].toSorted()).toEqual([
      ...['size 0', 'size 12', 'size 20', 'size 35', 'size 5', 'size 50', 'size 99', 'size beyond'],
      'size default',
    ])
    const inside = drawn.filter(
      ({ page = 1, per_page = 20 }) =>
        Number(page) <= Math.max(1, Math.ceil(60 / Math.max(1, Number(per_page) || 20))),
    )
    expect(inside.length).toBeGreaterThan(48)
  })
})
