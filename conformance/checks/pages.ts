import type { OperationId, Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Query } from '../client/request-path.ts'
import { schemaOf } from '../judge/fields.ts'
import { type Fixtures, granted } from '../judge/fixtures.ts'
import { plans } from '../judge/operations/index.ts'
import { type Failure, ListChanged, Prerequisite, Unjudged } from '../judge/outcome.ts'
import { attributesOf, dataOf } from '../judge/parts.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import { meaning } from '../judge/same.ts'
import { whyRefused } from '../judge/why-refused.ts'
import { numbersOf } from './2.1-pagination.ts'
import type { Check } from './check.ts'

/** One of the two lists that come a page at a time. */
export interface Listing {
  readonly id: Extract<OperationId, 'listServerBackups' | 'listHostDatabases'>
  readonly section: Section
  /** Its records, as a plural noun. */
  readonly what: string
  readonly kind: 'backup' | 'database'
  /** Records that a page may hold, where the document says it; else even a page of fifty may be refused. */
  readonly maximum?: number
}

/** A list in the course of one check. */
export interface Pages extends Listing {
  /** The list as it comes, which was granted. */
  readonly plain: Exchange
  /** Number of records, by the list as it comes. */
  readonly total: number
  /** Requests a page that the server has to have. @throws Failed where it does not have it */
  readonly page: (query: Query) => Promise<Exchange>
  /** Requests a page that the server may refuse. */
  readonly attempt: (query: Query) => Promise<Exchange>
  /** Requests the same page once more. */
  readonly again: (query: Query) => Promise<Exchange>
}

/** A check has failed on the way, because of a page that it cannot do without. */
class Failed extends Error {
  override readonly name = 'Failed'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/**
 * A check that requests several pages of a list. Where the list as it comes is not granted there is nothing to
 * judge. A failure counts only if the list has not moved meanwhile.
 */
export const ofPages =
  (listing: Listing, look: (pages: Pages) => Promise<Failure | undefined>): Check['run'] =>
  async (fixtures) => {
    const plain = await fixtures.plain(listing.id)
    granted(plain)
    const total = numbersOf(plain)?.total
    if (total === undefined) throw new Prerequisite('2.1/pagination')
    const attempt = (query: Query) => fixtures.list(listing.id, query)
    const page = async (query: Query) => {
      const exchange = await attempt(query)
      if (!wasGranted(exchange)) throw new Failed(await refusedPage(fixtures, listing, query, exchange))
      return exchange
    }
    const again = (query: Query) => fixtures.list(listing.id, query, 2)
    const failure = await look({ ...listing, plain, total, page, attempt, again }).catch((error) => {
      if (error instanceof Failed) return error.failure
      throw error
    })
    if (failure) await mustStandStill(fixtures, listing, plain)
    return failure
  }

function refusedPage(
  fixtures: Fixtures,
  { maximum, what }: Listing,
  query: Query,
  exchange: Exchange,
): Promise<Failure> {
  const { page = 1, per_page } = query
  const claim =
    page === 1
      ? `A page of ${per_page} ${what} is refused.`
      : `Page ${page} is refused, though by \`total\` there is one.`
  // Which sizes a server takes is a gap, but for the size that the document names.
  const isChosen = page === 1 && per_page !== undefined && per_page !== maximum
  return whyRefused(fixtures, exchange, { claim, expected: 'the page', isChosen })
}

/** @throws ListChanged where the list as it comes is another one now */
async function mustStandStill(
  fixtures: Fixtures,
  { id, kind, what }: Listing,
  plain: Exchange,
): Promise<void> {
  const now = await fixtures.session.send(id, { named: await plans[id].named(fixtures) })
  if (!wasGranted(now))
    throw new ListChanged(
      `it was granted first, and the same request is answered with ${inShort(now.reply, now.failure)} now`,
    )
  const [before, after] = [plain, now].map((exchange) => numbersOf(exchange)?.total)
  if (after !== before)
    throw new ListChanged(`\`total\` was ${before} in its first response and is ${after} now`)
  const first = multiset(dataOf(plain), kind)
  const later = multiset(dataOf(now), kind)
  if (JSON.stringify(first) === JSON.stringify(later)) return
  const kept = first.filter((item) => later.includes(item)).length
  throw new ListChanged(
    `its first response had ${first.length} ${what}, of which ${kept} are among the ${later.length} of the same request now`,
  )
}

/** @throws Unjudged where there are fewer records than a check needs */
export function mustHave({ total, what }: Pages, least: number): void {
  if (total < least) throw new Unjudged(`there are fewer than ${least} ${what}`)
}

/** Fields of a backup that change by themselves while it is made. */
const underWay = ['is_successful', 'checksum', 'bytes', 'completed_at']

/**
 * Every record of a list as text, sorted, whether or not it has a key. Fields that the document
 * does not name may change as they like, and keys may come in any order.
 */
export function multiset(data: readonly unknown[], kind: 'backup' | 'database'): string[] {
  const names = Object.keys(schemaOf(kind, 'top').properties).filter((name) => !underWay.includes(name))
  return data
    .map((item) => {
      const attributes = attributesOf(item)
      return names.map((name) => meaning(name, attributes[name])).join(' ')
    })
    .toSorted()
}
