import { nounOf, plural } from '../../src/contract/checking/words.ts'
import { isPaged, isWriting, operations, rowOf, writersOf } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import { numbersOf } from '../checks/2.1-pagination.ts'
import { inJson } from '../checks/check.ts'
import { pageAsked } from '../checks/page-checks.ts'
import { totals } from '../checks/pages.ts'
import { dataOf, itemsOf } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { multiset } from '../judge/records.ts'
import type { Model } from '../model/model.ts'
import { mayWrite } from '../model/reach.ts'
import type { Call, Entry } from '../steps/step.ts'
import type { Finding, LogRule } from './finding.ts'

/** A page of a list: the records from one place in the list to another. */
interface Page {
  readonly entry: Entry
  readonly from: number
  readonly to: number
  readonly total: number
  readonly records: readonly string[]
  /** The same as a text, to compare them. */
  readonly text: string
  /** The same records as a set. */
  readonly holds: ReadonlySet<string>
}

const pageOf = onceFor((entry: Entry): Page | undefined => {
  const { call, exchange } = entry
  const { response } = operations[call.operation]
  if (!isPaged(call.operation)) return undefined
  const numbers = wasGranted(exchange) ? numbersOf(exchange) : undefined
  // A page that was cut down, or that does not exist, is a gap; a page with another number has a check of its own.
  if (!numbers || call.subject === 'nobody' || numbers.current_page < 1) return undefined
  if ((pageAsked(exchange) ?? numbers.current_page) !== numbers.current_page) return undefined
  const from = (numbers.current_page - 1) * numbers.per_page
  const records = multiset(dataOf(exchange), response.kind)
  return {
    entry,
    from,
    to: from + numbers.per_page,
    total: numbers.total,
    records,
    text: inJson(records),
    holds: new Set(records),
  }
})

/** Whether a write is for a user or for another server. The other node and egg may be those of the server too. */
const isElsewhere = ({ subject }: Call, { subject: listed }: Call): boolean =>
  subject === 'users' || (subject === 'otherServer' && listed !== 'otherServer')

/** The requests of a list since the last write that may have changed it. */
function unchanged({ call }: Entry, model: Model): readonly Entry[] {
  const writers = writersOf(operations[call.operation])
  const write = model.log.findLast(
    (each) =>
      writers.some((id) => id === each.call.operation) && mayWrite(each) && !isElsewhere(each.call, call),
  )
  return model.asked(call).filter(({ at }) => at > (write?.at ?? -1))
}

/** Pages of the same list that are compared with a new one. */
const mostPages = 30

/**
 * Every page of a list shows the same records at the same places, in every size and however often it is requested, while
 * nothing is written.
 */
export const samePages: LogRule = function* (entry, model) {
  const { call } = entry
  const page = pageOf(entry)
  if (!page) return
  const before = unchanged(entry, model)
    .filter(
      ({ call: { credential, named } }) =>
        credential === call.credential && String(named) === String(call.named),
    )
    .slice(-mostPages)
    .flatMap((each) => pageOf(each) ?? [])
  for (const other of before) {
    const finding = contradiction(page, other, before)
    if (finding && !model.moving.has(finding.moved ?? '')) {
      yield finding
      return
    }
  }
}

/** The checks that this rule decides, by their slugs. */
export const slugsOfPages = ['total-constant', 'stable', 'page', 'pages-partition'] as const

function contradiction(page: Page, other: Page, all: readonly Page[]): Finding | undefined {
  const { operation, subject } = page.entry.call
  const { section, response } = operations[operation]
  const moved = `list.${operation}.${subject}`
  const isOtherTotal = page.total !== other.total
  const finding = (
    slug: (typeof slugsOfPages)[number],
    message: string,
    expected: string,
    actual: string,
  ): Finding => ({
    check: `${section}/${slug}`,
    key: moved,
    moved,
    change: isOtherTotal
      ? totals(other.total, page.total)
      : 'a later response has other records at the same places',
    failure: {
      message,
      expected,
      actual,
      pointer: slug === 'total-constant' ? '/meta/pagination/total' : '/data',
      after: other.entry.exchange,
    },
  })
  if (isOtherTotal)
    return finding('total-constant', '`total` differs from page to page.', `${other.total}`, `${page.total}`)
  const [path, before] = [page, other].map(({ entry }) => entry.exchange.ask.path)
  if (path === before && page.from === other.from && page.to === other.to) {
    if (page.text === other.text) return undefined
    const lost = other.records.find((record) => !page.holds.has(record))
    const added = page.records.find((record) => !other.holds.has(record))
    const number = ({ records }: Page): string => plural(records.length, 'record')
    return finding(
      'stable',
      'Requesting the same page again yields other records.',
      lost === undefined ? `${number(other)}, as before` : `${number(other)} as before, one of them ${lost}`,
      added === undefined ? number(page) : `${number(page)}, one of them ${added}`,
    )
  }
  const places = Math.min(page.to, other.to, page.total) - Math.max(page.from, other.from)
  const due = Math.max(0, places)
  const shared = sharedBy(page.records, other.records)
  if (shared === due) return undefined
  // Records that are alike may be on two pages, unless one page has both places and no two that are alike.
  const [from, to] = [Math.min(page.from, other.from), Math.min(page.total, Math.max(page.to, other.to))]
  const isApart = (each: Page) =>
    each.from <= from && each.to >= to && each.holds.size === each.records.length
  if (shared > due && rowOf(response.kind).identity.length === 0 && !all.some(isApart)) return undefined
  const isSecond =
    Math.min(page.from, other.from) === 0 && Math.min(page.to, other.to) === Math.max(page.from, other.from)
  if (isSecond && page.text === other.text)
    return finding(
      'page',
      'The second page has the records of the first one.',
      'other records than on the first page',
      'the same',
    )
  const short = [page, other].find((each) => each.records.length < dueOn(each))
  if (shared < due && short) {
    const [number, has] = [Math.floor(short.from / (short.to - short.from)) + 1, short.records.length]
    const { failure, ...found } = finding(
      'pages-partition',
      `Page ${number} has ${has === 0 ? 'no records' : plural(has, 'record')}, but by \`total\` and \`per_page\` it has ${dueOn(short)}.`,
      plural(dueOn(short), 'record'),
      plural(has, 'record'),
    )
    const { after: _, ...alone } = failure
    return { ...found, source: other.entry, failure: { ...alone, exchange: short.entry.exchange } }
  }
  return finding(
    'pages-partition',
    'Two pages of the list overlap, and show different records at the same places of the list.',
    `${plural(due, 'record')} on both, as they have ${plural(due, 'place')} of the list in common`,
    `${plural(shared, 'record')} on both`,
  )
}

/** How many records a page has by the numbers in its response. */
const dueOn = ({ from, to, total }: Page): number => Math.max(0, Math.min(to, total) - from)

/** How many records two pages have in common; each is as often in common as it is on both. */
function sharedBy(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>()
  for (const record of other) left.set(record, (left.get(record) ?? 0) + 1)
  return one.filter((record) => {
    const times = left.get(record) ?? 0
    left.set(record, times - 1)
    return times > 0
  }).length
}

/** Which resources a list has, and which of them are mounted. */
const resourcesIn = ({ exchange }: Entry): readonly string[] =>
  itemsOf(exchange)
    .map(({ id, uuid, mounted }) => inJson([id, String(uuid).toLowerCase(), mounted]))
    .toSorted()

/** A list that is not paged stays the same while nothing is written, by each name of the resource in the path. */
export const sameLists: LogRule = function* (entry, model) {
  const { call, exchange } = entry
  const { section, response } = operations[call.operation]
  if (
    response.envelope !== 'list' ||
    isWriting(call.operation) ||
    call.subject === 'nobody' ||
    call.subject === 'another' ||
    !wasGranted(exchange)
  )
    return
  const moved = `list.${call.operation}.${call.subject}`
  const before = unchanged(entry, model).findLast((each) => wasGranted(each.exchange))
  if (!before || model.moving.has(moved)) return
  const [one, other] = [resourcesIn(before), resourcesIn(entry)]
  if (inJson(one) === inJson(other)) return
  const isOtherName = String(before.call.named) !== String(call.named)
  const what = `${nounOf(response.kind)}s`
  yield {
    check: `${section}/${isOtherName ? 'same-server' : 'stable'}`,
    key: moved,
    moved,
    failure: {
      message: isOtherName
        ? 'The lists by id and by UUID differ.'
        : `Requesting the list again yields other ${what}.`,
      expected: `${one.length} ${what}: ${one.join(', ')}`,
      actual: `${other.length} ${what}: ${other.join(', ')}`,
      pointer: '/data',
      after: before.exchange,
    },
  }
}
