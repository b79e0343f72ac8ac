import { type Companion, companions } from '../contract/companions.ts'
import { parametersIn } from '../contract/operations.ts'
import { includedBy, pruned } from '../resources/included.ts'
import { resourceOf } from '../resources/resource.ts'
import { depthOf, type Make } from '../resources/view.ts'
import type { Row } from '../store/rows.ts'
import type { RowOfKind, StoredKind } from '../store/tables.ts'
import { type Call, type PageUrl, serversOfCaller } from './call.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import type { Queried } from './list-query.ts'
import { listing } from './listing.ts'

/**
 * Makes resources with only the relationships that `include` names, separated by commas, as in the real panel; unknown
 * names are ignored. List items without `include` omit `relationships`, which would all be truncated: some client
 * libraries treat an empty relationship as complete.
 */
function included(make: Make<Row>, { query }: PageUrl): Make<Row> {
  const asked = includedBy(query)
  const levels = asked.size === 0 ? 0 : [...asked.values()].some(({ size }) => size > 0) ? 2 : 1
  return (view, row, depth) => pruned(make({ ...view, included: asked }, row, Math.max(depth, levels)), asked)
}

/** The filters and sort orders that the lists of the real panel have, outside of the client family. */
const queries: { readonly [K in StoredKind]?: Queried<keyof RowOfKind<K> & string> } = {
  node: { filters: ['uuid', 'name', 'fqdn'], sorts: ['id', 'uuid', 'memory', 'disk'] },
  user: { filters: ['email', 'uuid', 'username', 'external_id'], sorts: ['id', 'uuid'] },
  server: { filters: ['uuid', 'name', 'image', 'external_id'], sorts: ['id', 'uuid'] },
  location: { filters: ['short', 'long'], sorts: ['id'] },
  allocation: { filters: ['ip', 'port', 'alias', 'server_id'], sorts: ['id', 'port'] },
}

/** The ids of the caller's own resources, which limit the client family where its path names no server. Section 5. */
const own: { readonly [K in StoredKind]?: (call: Call) => readonly number[] } = {
  server: serversOfCaller,
  user: ({ user }) => [user.id],
}

function served(operation: Companion): Endpoint {
  const { response, family, path } = operation
  // A companion answers with rows of a table.
  const kind = response.kind as StoredKind
  const isClient = family === 'client'
  const ids = isClient && parametersIn(path).length === 0 ? own[kind] : undefined
  if (isClient && parametersIn(path).length === 0 && !ids)
    throw new Error(`src/routes/companions.ts must limit ${operation.id} to resources of the caller`)
  // The maker gets rows of its kind only.
  const make = resourceOf(kind, 'shown') as Make<Row>
  if (response.envelope === 'page') {
    const query = isClient ? undefined : queries[kind]
    return listing(operation, { ...(ids && { ids }), query, make: ({ url }) => included(make, url) })
  }
  return endpoint(operation, {
    handle({ view, url, user }: Call, ...rows: Row[]) {
      // A path without parameters is that of the caller's account.
      const row = rows.at(-1) ?? user
      return /include/.test(url.query) ? included(make, url)(view, row, 0) : make(view, row, depthOf(view))
    },
  })
}

/** The reads beyond the document. Section 4.9. */
export const companionEndpoints: readonly Endpoint[] = Object.values(companions).map(served)
