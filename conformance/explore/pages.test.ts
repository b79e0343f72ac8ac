import { describe, expect, it } from 'vitest'
import { Random } from '../steps/random.ts'
import { Decks } from './deck.ts'
import { drawPage } from './pages.ts'

/** The first pages that one sender requests of a list with 60 records. */
const pagesOf = (count: number) => {
  const decks = new Decks(new Random('pages'))
  return Array.from({ length: count }, (_, at) => drawPage(decks, 'a list', 60, 0.3, at))
}

describe('the pages that a sender requests', () => {
  it('have sizes in each tenth of those up to 50, after few requests', () => {
    const sizes = pagesOf(20).flatMap(({ per_page }) => (typeof per_page === 'number' ? [per_page] : []))
    const tenths = new Set(sizes.filter((size) => size >= 1 && size <= 50).map((size) => Math.ceil(size / 5)))
    expect(tenths.size).toBeGreaterThanOrEqual(9)
    expect(sizes.some((size) => size < 1 || size > 50)).toBe(true)
  })

  it('are the first, the second, later ones, the last, and seldom one that is none', () => {
    const all = pagesOf(64)
    const isBeyond = ({ page = 1, per_page = 20 }) =>
      Number(page) > Math.max(3, Math.ceil(60 / Math.max(1, Number(per_page) || 20)))
    expect(all.filter(({ page }) => page === undefined).length).toBeGreaterThan(10)
    expect(all.filter(({ page }) => page === 2).length).toBeGreaterThan(10)
    expect(all.filter(({ page }) => Number(page) > 2).length).toBeGreaterThan(15)
    const beyond = all.filter(isBeyond as (query: object) => boolean).length
    expect(beyond).toBeGreaterThan(0)
    expect(beyond).toBeLessThan(8)
  })
})
