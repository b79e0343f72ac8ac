import type { Query } from '../client/request-path.ts'
import type { Random } from '../steps/random.ts'
import { oddSizes } from '../steps/values.ts'

/** All sizes of pages up to 50, and odd ones beyond. */
export const sizes: readonly (number | string)[] = [
  ...new Set([...Array.from({ length: 50 }, (_, at) => at + 1), ...oddSizes]),
]

/** The last size of each class of sizes. */
const classes = [0, 5, 12, 20, 35, 50, 99] as const

const classOf = (size: unknown): string =>
  size === undefined ? 'default' : String(classes.find((last) => Number(size) <= last) ?? 'beyond')

/** The sizes of each class. */
const sizesByClass = [...new Set(sizes.map(classOf))].map((name) =>
  sizes.filter((size) => classOf(size) === name),
)

/** The classes of the size and of the number of a page. */
export const pageClasses = ({ page = 1, per_page }: Query): readonly [size: string, number: string] => [
  `size ${classOf(per_page)}`,
  `page ${Math.min(3, Number(page))}`,
]

/**
 * A page of a list: now and then without a size or a number, seldom beyond the end.
 * @param total the records of the list
 */
export function drawnPage(random: Random, total: number): Query {
  if (random.chance(0.1)) return {}
  const per_page = random.chance(0.1) ? undefined : random.one(random.one(sizesByClass))
  const last = Math.max(1, Math.ceil(total / (Number(per_page) > 0 ? Number(per_page) : 20)))
  const page = random.chance(0.9) ? random.integer(1, last) : random.integer(last, last + 20)
  return {
    ...(per_page !== undefined && { per_page }),
    ...((page > 1 || random.chance(0.5)) && { page }),
  }
}
