import type { Pagination } from '../contract/schemas/index.ts'
import { numberAt, type ReadGap } from '../gaps/gap-settings.ts'
import { broken } from '../http/bodies/fields.ts'
import { ApiError, type FieldError, invalid } from '../http/errors.ts'
import { ownWeight } from '../resources/kept-resources.ts'
import { type ListEnvelope, type Make, ordered, type View } from '../resources/view.ts'
import type { Row } from '../store/rows.ts'
import type { AnyTable, PageUrl } from './call.ts'

/** Default and maximum page size of a list, and the largest accepted one. Section 8. */
export interface PageLimits {
  readonly standard: number
  readonly maximum: number
  /** The largest size that can be asked for; a page has the maximum then. */
  readonly accepted: (gap: ReadGap) => number
}

/** The limits of a list for which the document states none: those of the database listing. Section 8. */
export function unstatedPages(gap: ReadGap): PageLimits {
  const maximum = numberAt(gap, 'page.maximum-databases')
  return {
    standard: Math.min(numberAt(gap, 'page.default-databases'), maximum),
    maximum,
    accepted: (gap) => (gap('page.over-maximum-databases') === 'clamp' ? Number.POSITIVE_INFINITY : maximum),
  }
}

/** Maximum characters, as JSON, of the resources of a page without their relationships. */
const longestPage = 32_000_000

const tooLong = `be lower: the resources of this page have more than ${longestPage} characters`

/** The requested page. */
interface Window {
  readonly page: number
  readonly perPage: number
}

interface PageEnvelope extends ListEnvelope {
  readonly meta: { readonly pagination: Pagination; readonly [name: string]: unknown }
}

/** One page of a list, in its envelope. Section 2.1 item 5. */
export function paginate(
  view: View,
  url: PageUrl,
  limits: PageLimits,
  source: {
    table: AnyTable
    ids: readonly number[]
    make: Make<Row>
    meta: Readonly<Record<string, unknown>> | undefined
  },
): PageEnvelope {
  const query = new URLSearchParams(url.query)
  const window = windowOf(query, limits, view.gap)
  const total = source.ids.length
  const totalPages = total === 0 ? numberAt(view.gap, 'page.empty-total') : Math.ceil(total / window.perPage)
  if (window.page > Math.max(1, totalPages) && view.gap('page.past-end') === '404') {
    throw new ApiError('notFound', `There is no page ${window.page}; the last one is ${totalPages}.`)
  }
  const start = (window.page - 1) * window.perPage
  const rows = source.table.rows(ordered(view, source.ids).slice(start, start + window.perPage))
  let weight = 0
  const data = rows.map((row) => {
    const resource = source.make(view, row, 0)
    weight += ownWeight(resource)
    if (weight > longestPage) throw invalid(broken('per_page', 'max', tooLong))
    return resource
  })
  return {
    object: 'list',
    data,
    meta: {
      pagination: {
        total,
        count: data.length,
        per_page: window.perPage,
        current_page: window.page,
        total_pages: totalPages,
        links: links(view, url.path, query, window.page, totalPages),
      },
      ...source.meta,
    },
  }
}

function windowOf(query: URLSearchParams, limits: PageLimits, gap: ReadGap): Window {
  const errors: FieldError[] = []
  const page = positive(query, 'page', gap, errors) ?? 1
  const asked = positive(query, 'per_page', gap, errors) ?? limits.standard
  // The gap is read only where the response depends on it.
  const most = asked > limits.maximum ? limits.accepted(gap) : asked
  if (asked > most) errors.push(broken('per_page', 'max', `be at most ${most}`))
  if (errors.length > 0) throw invalid(...errors)
  return { page, perPage: Math.min(asked, limits.maximum) }
}

function positive(
  query: URLSearchParams,
  field: string,
  gap: ReadGap,
  errors: FieldError[],
): number | undefined {
  if (!query.has(field)) return undefined
  // Several values are not one integer.
  const text = query.getAll(field).join(',')
  if (/^\+?0*[1-9]\d*$/.test(text)) {
    return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  }
  if (gap('page.invalid') === 'default') return undefined
  errors.push({
    ...broken(field, 'integer', 'be one integer from 1'),
    panelRules: text === '' ? ['integer', 'min'] : [/^-?\d+$/.test(text) ? 'min' : 'integer'],
  })
  return undefined
}

/** Checks `page` and `per_page` for a list without pages, depending on `page.invalid`. @throws ApiError */
export function checkUnpaged({ query }: PageUrl, gap: ReadGap): void {
  if (!/\bpage=/.test(query) && !query.includes('per_page=')) return
  if (gap('page.invalid') !== 'refuse-everywhere') return
  const pages = unstatedPages(gap)
  windowOf(new URLSearchParams(query), { ...pages, accepted: () => pages.maximum }, gap)
}

/** `links`, by the gap `page.links`: absolute URLs of other pages of the same list. @param asked is changed */
function links(
  view: View,
  path: string,
  asked: URLSearchParams,
  page: number,
  last: number,
): Record<string, string> {
  const choice = view.gap('page.links')
  const found: Record<string, string> = {}
  if (choice === 'none') return found
  const query = choice === 'neighbours-page-only' ? new URLSearchParams() : asked
  query.delete('page')
  const start = `${view.base}${path}?${query.size > 0 ? `${query}&` : ''}page=`
  const link = (name: string, target: number) => {
    found[name] = `${start}${target}`
  }
  if (choice === 'all') link('first', 1)
  if (page > 1) link('previous', page - 1)
  if (page < last) link('next', page + 1)
  if (choice === 'all') link('last', Math.max(1, last))
  return found
}
