import type { Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Query } from '../client/request-path.ts'
import { findingOf } from '../judge/heard.ts'
import { type Failure, prerequisite, Unjudged } from '../judge/outcome.ts'
import { paginationOf } from '../judge/parts.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import { granted, type Scenes } from '../judge/scenes.ts'
import type { Check } from './check.ts'

/** One of the two lists that come a page at a time. */
export interface Listing {
  readonly section: Section
  readonly what: string
  readonly kind: 'backup' | 'database'
  /** How many records a page may hold, where the document says it; else even a page of fifty may be refused. */
  readonly maximum?: number
  readonly page: (scenes: Scenes, query?: Query, again?: number) => Promise<Exchange>
}

/** Sizes of pages to try, small enough for any maximum. */
export const sizes = [1, 3, 7]

/** A list in the course of one check. */
export interface Pages extends Omit<Listing, 'page'> {
  /** The list as it comes, which was granted. */
  readonly plain: Exchange
  /** Asks for a page that the server has to have: where it is not granted, the check fails. */
  readonly ask: (query: Query, again?: number) => Promise<Exchange>
  /** Asks for a page that may be refused. */
  readonly attempt: (query: Query) => Promise<Exchange>
}

/** A check has failed on the way, because of a page that it cannot do without. */
export class Failed extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/**
 * A check that asks a list for several pages. Where the list as it comes is not granted there is
 * nothing to judge; where it is, whatever else comes of a good request is held against the server.
 */
export const ofPages =
  ({ page, ...listing }: Listing, look: (pages: Pages) => Promise<Failure | undefined>): Check['run'] =>
  async (scenes) => {
    const plain = await page(scenes)
    granted(plain)
    const attempt = (query: Query, again?: number) => page(scenes, query, again)
    const ask = async (query: Query, again?: number) => {
      const exchange = await attempt(query, again)
      if (!wasGranted(exchange)) throw new Failed(refused(exchange, query, listing.what))
      return exchange
    }
    try {
      return await look({ ...listing, plain, ask, attempt })
    } catch (error) {
      if (error instanceof Failed) return error.failure
      throw error
    }
  }

function refused(exchange: Exchange, { page = 1, per_page }: Query, what: string): Failure {
  const claim =
    page === 1
      ? `A page of ${per_page} ${what} is refused.`
      : `Page ${page} is refused, though by \`total\` there is one.`
  return {
    message: findingOf(exchange, claim),
    expected: 'the page',
    actual: inShort(exchange.reply, exchange.failure),
    exchange,
  }
}

/** How many records there are, by an answer. */
export function totalOf(exchange: Exchange): number {
  granted(exchange)
  const total = paginationOf(exchange)?.['total']
  if (typeof total !== 'number' || !Number.isInteger(total)) throw prerequisite('2.1/pagination')
  return total
}

/** How many records there are, where there are enough for a second page. */
export function totalOfSome({ plain, what }: Pages): number {
  const total = totalOf(plain)
  if (total < 2) throw new Unjudged(`there are fewer than two ${what}`)
  return total
}

/** Where the total is another on each page, nobody knows how many records there are. */
export function mustHaveTotal(exchange: Exchange, total: number, section: Section): void {
  if (totalOf(exchange) !== total) throw prerequisite(`${section}/total-constant`)
}
