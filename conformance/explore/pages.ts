import type { Query } from '../client/request-path.ts'
import { oddPages, oddSizes } from '../steps/values.ts'
import type { Decks } from './deck.ts'

const largest = 50

/** All sizes of pages up to 50, and odd ones beyond. */
export const sizes: readonly (number | string)[] = [
  ...new Set([...Array.from({ length: largest }, (_, at) => at + 1), ...oddSizes]),
]

/** The number of the last page. @param total the records of the list */
const lastOf = (size: unknown, total: number): number =>
  Math.max(1, Math.ceil(total / (Number(size) > 0 ? Number(size) : 20)))

/** Which page is requested: the first without a number, the second, one in between, the last, or one past the end. */
const pages: Readonly<Record<string, (last: number, even: number) => number | undefined>> = {
  first: () => undefined,
  second: () => 2,
  third: () => 3,
  later: (last, even) => 3 + (even % Math.max(1, last - 3)),
  last: (last) => last,
  beyond: (last) => last + 1 + (last % 2) * 20,
}

/** The sizes with which the last page is full, after which a server may count one more. */
const fullSizes = (total: number): readonly number[] =>
  Array.from({ length: largest - 1 }, (_, at) => at + 2).filter((size) => total % size === 0)

const usual = ['first', 'first', 'second', 'second', 'third', 'later', 'last']

/** A list whose pages are drawn. */
interface List {
  /** The names of the list with its sender, and of the values that it has in common with other lists. */
  readonly name: string
  readonly shared: string
  /** The name by which it is requested. */
  readonly where: string
  /** The records of the list. */
  readonly total: number
  /** Where its sizes began, and how many pages were drawn. */
  readonly from: number
  readonly at: number
}

/**
 * Draws the pages of a list for one sender. Its sizes are spread evenly over those up to 50, however few are drawn (steps
 * of the golden ratio), except for each fourth one, which is unusual.
 */
export function drawPage(decks: Decks, { name, shared, where, total, from, at }: List): Query {
  // A refusal is the fault of no value.
  if (at === 0) return {}
  if (at % 8 === 3) return decks.take(`${shared} form of a page`, () => oddPages) ?? {}
  const forms = () => [...usual, ...usual, 'beyond', 'bare']
  const form = decks.take(`${name} page`, forms, { others: [where] }) ?? 'bare'
  const even = Math.floor(largest * ((from + at * golden) % 1))
  // In a short list only small sizes have a second page.
  const spread = 1 + (form !== 'first' && total > 1 ? even % (total - 1) : even)
  const exact =
    at % 24 === 21 ? decks.take(`${name} full pages of ${total}`, () => fullSizes(total)) : undefined
  const size = at % 8 === 7 ? decks.take(`${shared} size`, () => [1, ...oddSizes, 1]) : (exact ?? spread)
  if (form === 'bare' || size === undefined) return at % 2 === 0 ? {} : { page: 2 }
  const page = pages[form]?.(lastOf(size, total), even)
  if (page === undefined) return { per_page: size }
  // A server may read the first parameter only.
  return at % 3 === 0 ? { page, per_page: size } : { per_page: size, page }
}

const golden = 0.618
