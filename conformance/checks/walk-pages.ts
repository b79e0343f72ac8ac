import { operations, type Section } from '../../src/contract/index.ts'
import { differs, firstOf } from '../check.ts'
import type { Exchange } from '../client.ts'
import { schemaOf } from '../fields.ts'
import { heardReception } from '../heard.ts'
import { isObject } from '../judge.ts'
import { type Failure, prerequisite, Unjudged } from '../outcome.ts'
import { attributesOf, dataOf, paginationOf } from '../parts.ts'
import type { Query } from '../request-path.ts'
import { granted, type Scenes } from '../scenes.ts'

/** One of the two lists that come a page at a time. */
export interface Listing {
  readonly section: Section
  readonly what: string
  readonly kind: 'backup' | 'database'
  readonly page: (scenes: Scenes, query?: Query, again?: number) => Promise<Exchange>
}

/** Sizes of pages to try, small enough for any maximum. */
export const sizes = [1, 3, 7]

const largestSize = Math.max(...sizes)

/** How many pages of one size are walked at the most. */
const longestWalk = 25

/**
 * Walks one list in two sizes of pages: the records must be the same, and as
 * many as `total` says. How large a page can be is a gap, so the size that
 * the server says it uses is the one that counts.
 */
export async function partition(
  scenes: Scenes,
  listing: Omit<Listing, 'section'>,
): Promise<Failure | undefined> {
  const { what, page } = listing
  const total = totalOf(await page(scenes))
  if (total < 2) throw new Unjudged(`there are fewer than two ${what}`)
  const walks: Walk[] = []
  for (const size of [50, 7]) {
    const walk = await walkPages(scenes, listing, size, total)
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
async function walkPages(
  scenes: Scenes,
  { page, kind }: Pick<Listing, 'page' | 'kind'>,
  asked: number,
  total: number,
): Promise<Walk | undefined> {
  let last = await page(scenes, { per_page: asked, page: 1 })
  // How large a page may be is a gap, so a large one may be refused.
  if (asked > largestSize && heardReception(last) !== 'granted') return undefined
  granted(last)
  const used = paginationOf(last)?.['per_page']
  const size = typeof used === 'number' && used > 0 ? used : asked
  const pages = Math.max(1, Math.ceil(total / size))
  if (pages > longestWalk) return undefined
  const records = [...multiset(dataOf(last), kind)]
  for (let number = 2; number <= pages; number += 1) {
    last = await page(scenes, { per_page: asked, page: number })
    granted(last)
    mustBePage(last, number, operations[last.ask.operation].section)
    records.push(...multiset(dataOf(last), kind))
  }
  return { size, records: records.toSorted(), last }
}

export function totalOf(exchange: Exchange): number {
  granted(exchange)
  const total = paginationOf(exchange)?.['total']
  if (typeof total !== 'number' || !Number.isInteger(total)) throw prerequisite('2.1/pagination')
  return total
}

/** Another page than the one that was asked for says nothing of the list as a whole. */
export function mustBePage(exchange: Exchange, number: number, section: Section): void {
  if (paginationOf(exchange)?.['current_page'] !== number) throw prerequisite(`${section}/page`)
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
