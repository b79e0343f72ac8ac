import { Pagination } from '../../src/contract/schemas/envelopes.ts'
import type { Exchange } from '../client/client.ts'
import { type Failure, prerequisite, Unjudged } from '../judge/outcome.ts'
import { dataOf, paginationOf } from '../judge/parts.ts'
import type { Scenes } from '../judge/scenes.ts'
import { ajv, faultOf } from '../judge/schema-fault.ts'
import { type Check, differs, inJson } from './check.ts'

const validate = ajv.compile(Pagination)

/** The fields that the others are reckoned from. */
const numbers = ['total', 'count', 'per_page', 'total_pages'] as const

type Numbers = Readonly<Record<(typeof numbers)[number], number>>

/** Arithmetic of pages, in every answer of the two paginated lists. */
export const pagination: readonly Check[] = [
  {
    id: '2.1/pagination',
    section: '2.1',
    clauses: Object.keys(Pagination.properties).map((field) => `2.1#${field}`),
    level: 'stated',
    title: '`meta.pagination` has its six fields, each of its type',
    run: (scenes) => everyPage(scenes, typed),
  },
  {
    id: '2.1/count-of-data',
    section: '2.1',
    clauses: ['2.1#count-of-data'],
    level: 'inferred',
    title: '`count` is the number of items in `data`',
    run: (scenes) =>
      everyPage(scenes, (exchange, { count }) =>
        differs(
          exchange,
          '/meta/pagination/count',
          dataOf(exchange).length,
          count,
          '`count` is not the number of items.',
        ),
      ),
  },
  {
    id: '2.1/count-within-page',
    section: '2.1',
    clauses: ['2.1#count-within-page'],
    level: 'inferred',
    title: '`count` is at most `per_page`',
    run: (scenes) =>
      everyPage(scenes, (exchange, { count, per_page }) =>
        count <= per_page
          ? undefined
          : {
              message: 'A page holds more than `per_page` items.',
              expected: `at most ${per_page}`,
              actual: String(count),
              pointer: '/meta/pagination/count',
              exchange,
            },
      ),
  },
  {
    id: '2.1/total-pages',
    section: '2.1',
    clauses: ['2.1#total-pages-of-total'],
    level: 'inferred',
    title: '`total_pages` is `total` by `per_page`, rounded up',
    ignored: 'whether an empty list has one page or none',
    run: (scenes) =>
      everyPage(scenes, (exchange, { total, per_page, total_pages }) => {
        if (total === 0 && (total_pages === 0 || total_pages === 1)) return undefined
        const message = '`total_pages` does not follow from `total` and `per_page`.'
        return differs(
          exchange,
          '/meta/pagination/total_pages',
          Math.ceil(total / per_page),
          total_pages,
          message,
        )
      }),
  },
]

/** Looks at every page that was seen, as long as its numbers are numbers. */
async function everyPage(
  scenes: Scenes,
  look: (exchange: Exchange, numbers: Numbers) => Failure | undefined,
): Promise<Failure | undefined> {
  await scenes.everything()
  const pages = scenes.seen.pages()
  if (pages.length === 0) throw new Unjudged('no paginated list was seen')
  for (const exchange of pages) {
    const found = paginationOf(exchange)
    const isWhole = look === typed || numbers.every((field) => Number.isInteger(found?.[field]))
    if (!isWhole) throw prerequisite('2.1/pagination')
    // Its numbers were seen to be numbers, or nothing looks at them.
    const failure = look(exchange, found as Numbers)
    if (failure) return failure
  }
  return undefined
}

function typed(exchange: Exchange): Failure | undefined {
  const found = paginationOf(exchange)
  if (!found) {
    return {
      message: 'A paginated list has no `meta.pagination`.',
      expected: 'an object',
      actual: inJson(found),
      pointer: '/meta/pagination',
      exchange,
    }
  }
  validate(found)
  const [error] = validate.errors ?? []
  if (!error) return undefined
  const { at, expected, actual } = faultOf(error)
  return {
    message: `\`meta.pagination${at.replaceAll('/', '.')}\` is not as the document has it.`,
    expected,
    actual,
    pointer: `/meta/pagination${at}`,
    exchange,
  }
}
