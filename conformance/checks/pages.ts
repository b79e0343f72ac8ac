import type { operations, PagedId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Query } from '../client/request-path.ts'
import { type Fixtures, granted } from '../judge/fixtures.ts'
import { nameAnother } from '../judge/not-shown.ts'
import { plans } from '../judge/operations/index.ts'
import { isSkip, type Outcome, prerequisite, type Skip, Unjudged, whyUnjudged } from '../judge/outcome.ts'
import { dataOf } from '../judge/parts.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import { multiset } from '../judge/records.ts'
import { type Question, whyRefused } from '../judge/why-refused.ts'
import { numbersOf } from './2.1-pagination.ts'
import type { CheckRow } from './check.ts'

/** One of the two paginated lists. */
export interface Listing {
  readonly id: PagedId
  /** A plural noun for the records. */
  readonly what: string
  readonly kind: (typeof operations)[PagedId]['answer']['kind']
  /** The maximum page size in the document; if undefined, a server may refuse even pages of fifty records. */
  readonly maximum?: number
}

/** A list during one check. */
export interface Pages extends Listing {
  /** The granted response to the request without a query. */
  readonly plain: Exchange
  /** The `total` of `plain`. */
  readonly total: number
  /** Requests a page that must be granted. @throws Unjudged if it is refused */
  readonly page: (query: Query) => Promise<Exchange>
  /** Requests a page that may be refused. */
  readonly attempt: (query: Query) => Promise<Exchange>
  /** Requests a page again that was granted. @throws Unjudged if it is refused now */
  readonly again: (query: Query) => Promise<Exchange>
}

/**
 * A check that requests several pages of a list. It cannot judge if the request without a query is refused. A failure
 * counts only if the list did not change meanwhile; if it changed, the check runs once more, because a list of a
 * server that is in use changes rarely, but a server that contradicts itself does so each time.
 */
export const ofPages =
  (listing: Listing, look: (pages: Pages) => Promise<Outcome>): CheckRow['run'] =>
  async (fixtures) => {
    const { id } = listing
    const memo = (query: Query) => fixtures.list(id, query)
    const first = await fixtures.plain(id)
    granted(first)
    const once = await lookAt(fixtures, listing, look, first, memo, (query) => fixtures.list(id, query, 2))
    if (!once || isSkip(once)) return once
    const second = await request(fixtures, id)
    const change = changeBetween(listing, first, second)
    if (change === undefined) return once
    if (!wasGranted(second)) return listChanged(change)
    const fresh = (query: Query) => request(fixtures, id, query)
    const twice = await lookAt(fixtures, listing, look, second, fresh, fresh)
    if (!twice || isSkip(twice)) return twice
    const third = await request(fixtures, id)
    if (changeBetween(listing, second, third) === undefined) return twice
    if (await isShuffled(fixtures, listing, third)) return twice
    return listChanged(change)
  }

/** Requests the list again, without a query or with one. */
const request = async (fixtures: Fixtures, id: Listing['id'], query: Query = {}): Promise<Exchange> =>
  fixtures.session.send(id, { named: await plans[id].named(fixtures), query })

async function lookAt(
  fixtures: Fixtures,
  listing: Listing,
  look: (pages: Pages) => Promise<Outcome>,
  plain: Exchange,
  attempt: Pages['attempt'],
  again: Pages['again'],
): Promise<Outcome> {
  const total = numbersOf(plain)?.total
  if (total === undefined) return prerequisite('2.1/pagination')
  let refused: readonly [exchange: Exchange, question: Question] | undefined
  const granting = (send: Pages['attempt'], ask: (query: Query) => Question) => async (query: Query) => {
    const exchange = await send(query)
    if (wasGranted(exchange)) return exchange
    refused ??= [exchange, ask(query)]
    throw new Unjudged('a page was refused')
  }
  const pages: Pages = {
    ...listing,
    plain,
    total,
    page: granting(attempt, (query) => ofPage(listing, query)),
    attempt,
    again: granting(again, () => ofSecond),
  }
  const outcome = await look(pages).catch(whyUnjudged)
  return refused ? whyRefused(fixtures, ...refused) : outcome
}

/** @param seen a description of the change, with the list as its subject */
const listChanged = (seen: string): Skip => ({
  skip: `the list changed during the run: ${seen}; other clients of the server may have changed it, or the server itself`,
})

/** The claim about a page that was granted once and is refused now. */
const ofSecond: Question = {
  claim: 'A page is refused where it is requested again.',
  expected: 'the page, as before',
  isChosen: false,
}

function ofPage({ maximum, what }: Listing, query: Query): Question {
  const { page = 1, per_page } = query
  const claim =
    page === 1
      ? `A page of ${per_page} ${what} is refused.`
      : `Page ${page} is refused, though by \`total\` there is one.`
  // The page sizes that a server accepts are a gap, except the maximum in the document.
  const isChosen = page === 1 && per_page !== undefined && per_page !== maximum
  return { claim, expected: 'the page', isChosen }
}

/** How the list differs from its first response, with the list as the subject; undefined if there is no difference. */
function changeBetween({ kind, what }: Listing, plain: Exchange, now: Exchange): string | undefined {
  if (!wasGranted(now))
    return `it was granted first, and the same request is answered with ${inShort(now.reply, now.failure)} now`
  const [before, after] = [plain, now].map((exchange) => numbersOf(exchange)?.total)
  if (after !== before) return `\`total\` was ${before} in its first response and is ${after} now`
  const first = multiset(dataOf(plain), kind)
  const later = multiset(dataOf(now), kind)
  if (JSON.stringify(first) === JSON.stringify(later)) return undefined
  const known = new Set(later)
  const kept = first.filter((item) => known.has(item)).length
  return `its first response had ${first.length} ${what}, of which ${kept} are among the ${later.length} of the same request now`
}

/**
 * The number of requests that show whether the server changes the order each time or another client changes the list.
 */
const shuffles = 5

/**
 * Whether the records of the first page change from request to request, although `total` is constant and all records
 * are known: then no other client adds or removes records, and the server changes their order.
 */
async function isShuffled(fixtures: Fixtures, { id, kind }: Listing, last: Exchange): Promise<boolean> {
  const [path] = last.ask.path.split('?')
  const known = new Set(
    fixtures.session
      .granted(id)
      .filter(({ ask }) => ask.path.split('?')[0] === path)
      .flatMap((exchange) => multiset(dataOf(exchange), kind)),
  )
  const looks: ReadonlySet<string>[] = []
  for (let times = 0; times < shuffles; times += 1) {
    const now = await request(fixtures, id)
    const records = multiset(dataOf(now), kind)
    const isSteady = wasGranted(now) && numbersOf(now)?.total === numbersOf(last)?.total
    if (!isSteady || !records.every((each) => known.has(each))) return false
    looks.push(new Set(records))
  }
  return looks.every((records, at) => at === 0 || [...records].some((each) => !looks[at - 1]?.has(each)))
}

/** The reason why there is no verdict on records that no clause tells apart. */
export const alike = (what: string): string =>
  `some of the ${what} are alike in every documented field, so that nothing tells them apart`

/** The reason why there is no verdict if the list has fewer records than a check needs. */
export const tooFew = ({ id, total, what }: Pages, least: number): Skip | undefined =>
  total < least ? { skip: `there are fewer than ${least} ${what}; ${nameAnother(id)}` } : undefined
