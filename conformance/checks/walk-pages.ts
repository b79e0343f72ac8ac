import type { Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { schemaOf } from '../judge/fields.ts'
import { heardReception } from '../judge/heard.ts'
import { type Failure, prerequisite, Unjudged } from '../judge/outcome.ts'
import { attributesOf, dataOf, paginationOf } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import { differs, firstOf } from './check.ts'
import { Failed, type Pages, sizes, totalOfSome } from './good-pages.ts'

const largestSize = Math.max(...sizes)

/** How many pages of one size are walked at the most. */
const longestWalk = 25

/**
 * Walks one list in two sizes of pages: the records must be the same, and as many as `total` says. But
 * for the maximum of backups, how large a page can be is a gap, so the size that the server says it uses
 * is the one that counts.
 */
export async function partition(pages: Pages): Promise<Failure | undefined> {
  const { what } = pages
  const total = totalOfSome(pages)
  const walks: Walk[] = []
  // A walk of a single page would lose nothing.
  for (const size of [50, total > largestSize ? largestSize : 1]) {
    const walk = await walkPages(pages, size, total)
    if (walk) walks.push(walk)
  }
  const [walk, other] = walks
  if (!walk) throw new Unjudged(`there are too many ${what} to walk`)
  return firstOf(
    differs(
      walk.last,
      '/data',
      total,
      walk.records.length,
      `Walking all pages of ${walk.size} yields another number of ${what} than \`total\`.`,
    ),
    other && JSON.stringify(other.records) !== JSON.stringify(walk.records)
      ? {
          message: `Pages of ${other.size} yield other ${what} than pages of ${walk.size}: some are lost or come twice.`,
          expected: `the same ${walk.records.length} records`,
          actual: `${new Set(other.records).size} different records of ${other.records.length}`,
          pointer: '/data',
          exchange: other.last,
        }
      : undefined,
  )
}

interface Walk {
  readonly size: number
  /** Every record as text, sorted. */
  readonly records: readonly string[]
  readonly last: Exchange
}

/** All pages of one size; undefined where there are more than anybody wants to ask for, or no such pages. */
async function walkPages(pages: Pages, asked: number, total: number): Promise<Walk | undefined> {
  const { kind, maximum = largestSize, ask, attempt } = pages
  const query = { per_page: asked, page: 1 }
  let last = asked > maximum ? await attempt(query) : await ask(query)
  if (heardReception(last) !== 'granted') return undefined
  const used = paginationOf(last)?.['per_page']
  // Without it there is no telling how many pages there are.
  if (!Number.isInteger(used)) throw prerequisite('2.1/pagination')
  const size = Number(used) > 0 ? Number(used) : asked
  const many = Math.max(1, Math.ceil(total / size))
  if (many > longestWalk) return undefined
  const records = [...multiset(dataOf(last), kind)]
  for (let number = 2; number <= many; number += 1) {
    last = await ask({ per_page: asked, page: number })
    await mustBePage(pages, last, number)
    records.push(...multiset(dataOf(last), kind))
  }
  return { size, records: records.toSorted(), last }
}

/** What is said of a page that is not the one that was asked for. */
export const notThatPage = (exchange: Exchange, number: number): Failure | undefined =>
  differs(
    exchange,
    '/meta/pagination/current_page',
    number,
    paginationOf(exchange)?.['current_page'],
    'Another page came than the one that was asked for.',
  )

/** The page that the check of `page` looks at. */
export const secondOfOne = { per_page: 1, page: 2 }

/** Another page than the one that was asked for says nothing of the list as a whole. */
export function mustBeSecond(exchange: Exchange, section: Section): void {
  if (notThatPage(exchange, 2)) throw prerequisite(`${section}/page`)
}

/** The same for a page that the check of `page` does not look at: it may pass, so this one has to fail. */
async function mustBePage({ ask, section }: Pages, exchange: Exchange, number: number): Promise<void> {
  const failure = notThatPage(exchange, number)
  if (!failure) return
  mustBeSecond(await ask(secondOfOne), section)
  throw new Failed(failure)
}

/** Fields of a backup that change by themselves while it is made. */
const underWay = ['is_successful', 'checksum', 'bytes', 'completed_at']

/**
 * Every record of a list, whether or not it has a key, as text, sorted. Fields
 * that the document does not name may change as they like, and keys may come in any order.
 */
export function multiset(data: readonly unknown[], kind: 'backup' | 'database'): string[] {
  const names = Object.keys(schemaOf(kind, 'top').properties).filter((name) => !underWay.includes(name))
  return data
    .map((item) => {
      const attributes = attributesOf(item)
      return JSON.stringify(names.map((name) => inOrder(attributes[name])))
    })
    .toSorted()
}

/** A value with the keys of its objects in order. */
const inOrder = (value: unknown): unknown =>
  isObject(value)
    ? Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, inOrder(inner)])
    : Array.isArray(value)
      ? value.map(inOrder)
      : value
