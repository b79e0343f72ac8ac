import type { Query } from '../client/request-path.ts'
import { oddSizes } from '../steps/values.ts'

/** All sizes of pages up to 50, and odd ones beyond. */
export const sizes: readonly (number | string)[] = [
  ...new Set([...Array.from({ length: 50 }, (_, at) => at + 1), ...oddSizes]),
]

/** The last size of each class of sizes. */
const classes = [0, 5, 10, 20, 30, 40, 50, 99] as const

const classOf = (size: unknown): string =>
  size === undefined ? 'default' : String(classes.find((last) => Number(size) <= last) ?? 'beyond')

/** The classes of the size and of the number of a page. */
export const pageClasses = ({ page = 1, per_page }: Query): readonly [size: string, number: string] => [
  `size ${classOf(per_page)}`,
  `page ${Math.min(4, Number(page))}`,
]

/** The number of the last page. @param total the records of the list */
const lastOf = (size: unknown, total: number): number =>
  Math.max(1, Math.ceil(total / (Number(size) > 0 ? Number(size) : 20)))

/**
 * The pages of a list: each size with the first two pages, and with the third, one in the middle, the last or the one
 * after it.
 * @param total the records of the list
 */
export function pagesOf(total: number): readonly Query[] {
  return [
    {},
    ...[1, 2].map((page): Query => ({ page })),
    ...sizes.flatMap((per_page, at) => {
      const last = lastOf(per_page, total)
      const more = [3, Math.max(3, last - 2), last, last, last + 1 + (at % 2) * 20][at % 5] ?? last
      const pages = [2, more].filter((page) => page > 1 && (page <= last || at % 5 === 4))
      return [{ per_page }, ...[...new Set(pages)].map((page): Query => ({ per_page, page }))]
    }),
  ]
}

/** A page of each class of sizes, and of each class of numbers, for requests of which only the credential matters. */
export function pagesByClass(total: number): readonly Query[] {
  const all = pagesOf(total).slice(1)
  const names = [...new Set(all.map((query) => pageClasses(query)[0]))]
  const sized = names.map((name, at) => {
    const own = all.filter((query) => pageClasses(query)[0] === name)
    // Each class of numbers comes up, too.
    return own.findLast((query) => pageClasses(query)[1] === `page ${1 + (at % 4)}`) ?? own[0] ?? {}
  })
  return [{}, ...sized]
}
