import { describe, expect, it } from 'vitest'
import { Random } from '../steps/random.ts'
import { Decks } from './deck.ts'
import { drawPage } from './pages.ts'

const list = { name: 'a list', shared: 'lists', where: 'node 1', from: 0.3 }

/** The first pages that one sender requests of a list. */
const pagesOf = (count: number, total = 60) => {
  const decks = new Decks(new Random('pages'))
  return Array.from({ length: count }, (_, at) => drawPage(decks, { ...list, total, at }))
}

describe('the pages that a sender requests', () => {
  it('have sizes in each tenth of the sizes up to 50, after few requests', () => {
    const sizes = pagesOf(20).flatMap(({ per_page }) => (typeof per_page === 'number' ? [per_page] : []))
    const tenths = new Set(sizes.filter((size) => size >= 1 && size <= 50).map((size) => Math.ceil(size / 5)))
    expect(tenths.size).toBeGreaterThanOrEqual(9)
    expect(sizes.some((size) => size < 1 || size > 50)).toBe(true)
  })

  it('are the first, the second, later ones, the last, and rarely a page past the end', () => {
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

  it('have small sizes in a short list with a second and a third page', () => {
    const starts = pagesOf(20, 4).map(({ page = 1, per_page = 20 }) => (Number(page) - 1) * Number(per_page))
    expect(starts.filter((start) => start > 0 && start < 4).length).toBeGreaterThan(6)
  })
})
