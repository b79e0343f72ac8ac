import { pagedIds } from '../../src/contract/index.ts'
import { Pagination } from '../../src/contract/schemas/index.ts'
import type { Exchange } from '../client/client.ts'
import { ajv, faultOf } from '../judge/fields.ts'
import type { Failure } from '../judge/outcome.ts'
import { dataOf, paginationOf } from '../judge/parts.ts'
import type { ResponseRule } from '../judge/rule.ts'
import { type CheckRow, inJson } from './check.ts'

const validate = ajv.compile(Pagination)

const noNumbers = 'no page has valid numbers: prerequisite 2.1/pagination'

const names = ['total', 'count', 'per_page', 'current_page', 'total_pages'] as const

/** The integers of `meta.pagination`. */
export type Numbers = Readonly<Record<(typeof names)[number], number>>

/** Checks of the numbers in every granted response of the two paginated lists. */
export const pagination: readonly CheckRow[] = [
  {
    id: '2.1/pagination',
    clauses: Object.keys(Pagination.properties).map((field) => `2.1#${field}`),
    title: '`meta.pagination` has its six fields, each of its type',
    rule: {
      on: pagedIds,
      without: ({ exchange }) => (paginationOf(exchange) ? undefined : 'no response has `meta.pagination`'),
      *judge({ exchange }): Iterable<Failure> {
        validate(paginationOf(exchange))
        for (const error of validate.errors ?? []) {
          const { at, isMissing, expected, actual } = faultOf(error)
          const what = isMissing ? 'is missing' : 'has the wrong type'
          const message = `\`meta.pagination${at.replaceAll('/', '.')}\` ${what}.`
          const pointer = `/meta/pagination${at}`
          yield { message, expected, actual, pointer, clauses: [`2.1#${at.split('/')[1]}`] }
        }
      },
    },
  },
  numberRule({
    id: '2.1/count-of-data',
    title: '`count` is the number of items in `data`',
    field: 'count',
    message: '`count` is not the number of items.',
    due: (_, exchange) => dataOf(exchange).length,
  }),
  numberRule({
    id: '2.1/count-within-page',
    title: '`count` is at most `per_page`, and less only where the list ends',
    field: 'count',
    message: 'A page does not hold as many items as `per_page` and `total` require.',
    due: ({ total, count, per_page, current_page, total_pages }) =>
      // The content of a page after the last one is a gap, but no page may exceed its own `per_page`.
      current_page < 1 || current_page > total_pages
        ? Math.min(count, per_page)
        : Math.max(0, Math.min(per_page, total - (current_page - 1) * per_page)),
  }),
  numberRule({
    id: '2.1/total-pages',
    clauses: ['2.1#total-pages-of-total'],
    title: '`total_pages` is `total` divided by `per_page`, rounded up',
    ignored: 'whether an empty list has one page or none',
    field: 'total_pages',
    message: '`total_pages` does not follow from `total` and `per_page`.',
    due: ({ total, per_page, total_pages }) =>
      total === 0 && total_pages === 1 ? 1 : Math.ceil(total / per_page),
  }),
]

interface NumberRule
  extends Pick<CheckRow, 'id' | 'clauses' | 'title' | 'ignored' | 'scenes'>,
    Pick<ResponseRule, 'on'> {
  readonly field: keyof Numbers
  readonly message: string
  /** The number in the request on which the rule depends, and the reason for a skip without one. */
  readonly asked?: readonly [read: (exchange: Exchange) => number | undefined, ifNone: string]
  /** The number that a page must have; undefined if the rule has nothing to say of the page. */
  readonly due: (numbers: Numbers, exchange: Exchange, asked: number) => number | undefined
}

/** A rule about a number of each page; pages with invalid numbers are judged by the check of their types. */
export function numberRule({
  field,
  message,
  due,
  on = pagedIds,
  asked: [read, ifNone] = [(exchange) => (numbersOf(exchange) ? 0 : undefined), noNumbers],
  ...check
}: NumberRule): CheckRow {
  return {
    ...check,
    rule: {
      on,
      without: ({ exchange }) => (read(exchange) === undefined ? ifNone : undefined),
      *judge({ exchange }): Iterable<Failure> {
        const numbers = numbersOf(exchange)
        const asked = read(exchange)
        const expected = numbers && asked !== undefined ? due(numbers, exchange, asked) : undefined
        if (expected === undefined || numbers?.[field] === expected) return
        const actual = inJson(numbers?.[field])
        yield { message, expected: String(expected), actual, pointer: `/meta/pagination/${field}` }
      },
    },
  }
}

/** The numbers of a page; undefined if they are not all integers, or if `per_page` is not positive. */
export function numbersOf(exchange: Exchange): Numbers | undefined {
  const found = paginationOf(exchange)
  const isWhole = names.every((name) => Number.isInteger(found?.[name])) && Number(found?.['per_page']) > 0
  // `isWhole` has shown that all of them are integers.
  return isWhole ? (found as unknown as Numbers) : undefined
}
