import { nounOf } from '../../src/contract/checking/words.ts'
import { type AnyKind, operations, type PagedId, type ResponseWithBody } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Query } from '../client/request-path.ts'
import { plainly } from '../judge/fixtures.ts'
import { inquire } from '../judge/inquiry.ts'
import { nameAnother } from '../judge/not-shown.ts'
import { prerequisite, type Skip, Unjudged } from '../judge/outcome.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import { mustBeGranted, type Question } from '../judge/why-refused.ts'
import { numbersOf } from './2.1-pagination.ts'

/** A paginated list. */
export interface Listing {
  readonly id: PagedId
  /** A plural noun for the records. */
  readonly what: string
  readonly kind: AnyKind
  /** The maximum page size in the document; if undefined, a server may refuse even pages of fifty records. */
  readonly maximum: number | undefined
}

export function listingOf(id: PagedId): Listing {
  const { kind, maximum }: ResponseWithBody = operations[id].response
  return { id, kind, what: `${nounOf(kind)}s`, maximum }
}

/** A list during one check. */
export interface Pages extends Listing {
  /** The `total` of the response to the request without a query. */
  readonly total: number
  /** Requests a page that must be granted, again if `times` is more than 1. @throws Unjudged if it is refused */
  readonly page: (query: Query, times?: number) => Promise<Exchange>
  /** Requests a page that may be refused. */
  readonly attempt: (query: Query, times?: number) => Promise<Exchange>
}

/**
 * The requests of a check that reads several pages of a list, which the rules over the log compare
 * (`rules/lists.ts`). It cannot judge if the request without a query is refused.
 */
export const ofPages = (listing: Listing, look: (pages: Pages) => Promise<void>) =>
  mustBeGranted(async (fixtures) => {
    const { id } = listing
    const { exchange: plain } = await fixtures.play(plainly[id])
    const total = numbersOf(plain)?.total
    if (total === undefined) throw new Unjudged(prerequisite('2.1/pagination'))
    let refused: readonly [exchange: Exchange, question: Question] | undefined
    // The page sizes that a server accepts are a gap, except the maximum in the document.
    const isChosen = async ({ page: number = 1, per_page }: Query): Promise<boolean> =>
      per_page !== undefined &&
      per_page !== listing.maximum &&
      !(number !== 1 && wasGranted(await fixtures.list(id, { per_page })))
    const page = async (query: Query, times = 1): Promise<Exchange> => {
      const exchange = await fixtures.list(id, query, times)
      if (wasGranted(exchange)) return exchange
      refused ??= [exchange, times > 1 ? ofSecond : ofPage(listing, query, await isChosen(query))]
      throw new Unjudged('a page was refused')
    }
    const attempt = (query: Query, times?: number) => fixtures.list(id, query, times)
    try {
      await look({ ...listing, total, page, attempt })
      return undefined
    } catch (error) {
      if (!refused) throw error
    }
    const now = await fixtures.session.sendAgain(plain.ask)
    const last = numbersOf(now)?.total
    if (!wasGranted(now))
      throw new Unjudged(
        `the list was granted first, and now the response is ${inShort(now.reply, now.failure)}`,
      )
    if (last !== total) throw new Unjudged(listChanged(totals(total, last)))
    return inquire(fixtures, ...refused)
  })

/** @param seen a description of the change, with the list as its subject */
export const listChanged = (seen: string): Skip => ({
  skip: `the list changed during the run: ${seen}; other clients of the server may have changed it, or the server itself`,
})

export const totals = (before: number | undefined, after: number | undefined): string =>
  `\`total\` was ${before} in one response and is ${after} in a later one`

/** The claim about a page that was granted once and is refused now. */
const ofSecond: Question = {
  claim: 'A page is refused where it is requested again.',
  expected: 'the page, as before',
  isChosen: false,
}

/** @param isChosen whether the server may refuse all pages of that size */
function ofPage({ what }: Listing, query: Query, isChosen: boolean): Question {
  const { page = 1, per_page } = query
  const claim =
    page === 1
      ? `A page of ${per_page} ${what} is refused.`
      : `Page ${page} is refused, though by \`total\` there is one.`
  return { claim, expected: 'the page', isChosen }
}

/** The reason why there is no verdict on records that no clause distinguishes. */
export const alike = (what: string): string =>
  `some of the ${what} are alike in every documented field, so that nothing tells them apart`

/** The reason why there is no verdict if the list has fewer records than a check needs. */
export const tooFew = (id: PagedId, least: number, what: string): Skip => ({
  skip: `there are ${least === 1 ? 'no' : `fewer than ${least}`} ${what}; ${nameAnother(id)}`,
})
