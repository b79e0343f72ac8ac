import { describe, expect, it } from 'vitest'
import { pageClasses, pagesByClass, pagesOf, sizes } from './pages.ts'

/** Whether a page has a number beyond the last one of 60 records. */
const isBeyond = ({ page = 1, per_page = 20 }: { page?: unknown; per_page?: unknown }): boolean =>
  Number(page) > Math.max(1, Math.ceil(60 / Math.max(1, Number(per_page) || 20)))

describe('the pages of a list', () => {
  const pages = pagesOf(60)

  it('have each size, alone and on the second page where there is one', () => {
    expect(sizes.filter((size) => !pages.some(({ per_page, page }) => per_page === size && !page))).toEqual(
      [],
    )
    const second = pages.filter(({ page }) => page === 2).map(({ per_page }) => per_page)
    expect(second).toEqual(expect.arrayContaining([1, 7, 20, 30, 49]))
  })

  it('are within the list, but for some', () => {
    const beyond = pages.filter(isBeyond).length
    expect(beyond).toBeGreaterThan(5)
    expect(beyond).toBeLessThan(pages.length / 5)
  })
})

it('pages of each class are few, and have every class of sizes and of numbers', () => {
  const pages = pagesByClass(60)
  const names = (all: typeof pages) => [...new Set(all.flatMap(pageClasses))].toSorted()
  expect(pages.length).toBeLessThan(12)
  expect(names(pages)).toEqual(names(pagesOf(60)))
})
