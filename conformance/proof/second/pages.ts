import type { Call } from './call.ts'
import type { Fields } from './envelopes.ts'
import { Refusal } from './refusal.ts'

const DEFAULT_PER_PAGE = 7

export interface Page<Row> {
  rows: Row[]
  pagination: Fields
}

/** A page of the rows, empty after the last one. A page size above the maximum is refused or clamped. */
export function pageOf<Row>(call: Call, rows: Row[], maximum: number, over: 'refuse' | 'clamp'): Page<Row> {
  const page = positive(call, 'page', 1)
  const wanted = positive(call, 'per_page', DEFAULT_PER_PAGE)
  if (wanted > maximum && over === 'refuse') throw new Refusal(400, `per_page is at most ${maximum}.`)
  const perPage = Math.min(wanted, maximum)
  const start = (page - 1) * perPage
  const shown = rows.slice(start, start + perPage)
  const pages = Math.ceil(rows.length / perPage)
  const link = (to: number) =>
    `${call.site.base}${call.url.pathname}?${new URLSearchParams({ page: `${to}`, per_page: `${perPage}` })}`
  return {
    rows: shown,
    pagination: {
      total: rows.length,
      count: shown.length,
      per_page: perPage,
      current_page: page,
      total_pages: pages,
      links: {
        self: link(page),
        ...(page > 1 && { previous: link(page - 1) }),
        ...(page < pages && { next: link(page + 1) }),
      },
      has_more: page < pages,
    },
  }
}

function positive(call: Call, name: string, otherwise: number): number {
  const text = call.url.searchParams.get(name)
  if (text === null) return otherwise
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(400, `${name} is a number from 1 on.`)
  return Number(text)
}
