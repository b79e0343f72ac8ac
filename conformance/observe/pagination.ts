import type { Exchange } from '../client.ts'
import { paginationOf } from '../seen.ts'

/** A number of `meta.pagination`. */
export function numberOf(exchange: Exchange, field: string): number | undefined {
  const value = paginationOf(exchange)?.[field]
  return typeof value === 'number' ? value : undefined
}
