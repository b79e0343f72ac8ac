import type { Operation } from '../contract/operations.ts'
import { parameterOf } from '../contract/parameters.ts'
import { linkedIds } from '../resources/linked.ts'
import { resourceOf } from '../resources/resource.ts'
import type { Make } from '../resources/view.ts'
import type { Row } from '../store/rows.ts'
import { type StoredKind, tableOf } from '../store/tables.ts'
import { type Call, rowsOf } from './call.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { type Queried, queried } from './list-query.ts'
import { type PageLimits, paginate, unstatedPages } from './pagination.ts'

/** How a list differs from one of all rows with the limits of pages that the document leaves open. */
interface Listing {
  readonly pages?: (gap: Call['view']['gap']) => PageLimits
  /** Ids of the rows that the caller may see, ascending. */
  readonly ids?: (call: Call) => readonly number[]
  /** The filters and sort orders of the list. */
  readonly query?: Queried | undefined
  /** Makes the resources; by default those at the top of a response. */
  readonly make?: (call: Call) => Make<Row>
  /** Fields of `meta` in addition to `pagination`. @param above the row that the path names */
  readonly meta?: (call: Call, ids: readonly number[], above: Row) => Readonly<Record<string, unknown>>
}

/**
 * An operation that lists rows in pages: all rows of its kind, or those of the row that its path names.
 * @throws an error if neither refers to the other and `ids` does not select the rows
 */
export function listing(
  operation: Operation & { readonly response: { readonly kind: string } },
  { pages = unstatedPages, ids, query, make, meta }: Listing = {},
): Endpoint {
  // Lists in pages have rows of a table, and so have their paths.
  const kind = operation.response.kind as StoredKind
  const named = parameterOf(operation)?.kind as StoredKind | undefined
  const own = named && linkedIds(tableOf(named), tableOf(kind), true)
  if (named && !own && !ids)
    throw new Error(
      `${operation.id}: neither the ${tableOf(kind)} nor the ${named} refers to the other, so \`ids\` must select them`,
    )
  return endpoint(operation, {
    pages,
    query,
    handle(call: Call, above: Row) {
      const { view, url } = call
      const table = rowsOf(view, kind)
      const all = ids?.(call) ?? own?.(view, above) ?? table.ids()
      return paginate(view, url, pages(view.gap), {
        table,
        ids: query ? queried(view, url, table, all, query) : all,
        make: make?.(call) ?? (resourceOf(kind, 'top') as Make<Row>),
        meta: meta?.(call, all, above),
      })
    },
  })
}
