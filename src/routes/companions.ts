import { type Companion, companions } from '../contract/companions.ts'
import { resourceOf } from '../resources/resource.ts'
import { depthOf, type Make } from '../resources/view.ts'
import type { Row } from '../store/rows.ts'
import { type RowOfKind, type StoredKind, tableOf } from '../store/tables.ts'
import { type Call, type Endpoint, endpoint } from './endpoint.ts'
import { type Queried, queried } from './list-query.ts'
import { backupOf, byId, serverByIdOrUuid, serverOfCaller, serversOfCaller } from './lookup.ts'
import { type PageUrl, paginate, unstatedPages } from './pagination.ts'

/** How rows of one kind are found, where not by their ids in the whole table. */
interface Source<R extends Row> {
  /** Ids of the rows that the caller may see, ascending. Default: the whole table. */
  ids?(call: Call): readonly number[]
  /** The filters and sort orders of the list that the real panel has. */
  readonly query?: Queried<R>
  /** The row that a path names. Default: by its id. @throws ApiError if the caller may see no such row */
  find?(call: Call, named: string): R
}

/** Rows of a table that may be any. */
interface Rows<R extends Row> {
  ids(): readonly number[]
  rows(ids?: readonly number[]): R[]
  get(id: number): R | undefined
}

const reads = <K extends StoredKind>(kind: K, { ids, find, query }: Source<RowOfKind<K>>) => {
  const make = resourceOf(kind, 'shown')
  // The table of a kind has the rows of that kind.
  const table = ({ view }: Call) => view.tables[tableOf(kind)] as unknown as Rows<RowOfKind<K>>
  return {
    list(call: Call): object {
      const { view, url } = call
      const all = table(call)
      const known = ids?.(call) ?? all.ids()
      return paginate(view, url, unstatedPages(view.gap), {
        table: all,
        ids: query ? queried(view, url, all, known, query) : known,
        make: included(make, url),
      })
    },
    show(call: Call): object {
      const { view, params, url } = call
      const [named = ''] = Object.values(params)
      const row = find ? find(call, named) : byId(kind.replaceAll('_', ' '), table(call), named)
      return /include/.test(url.query) ? included(make, url)(view, row, 0) : make(view, row, depthOf(view))
    },
  }
}

/**
 * Makes resources with only the relationships that `include` names, separated by commas, as in the real panel; unknown
 * names are ignored. List items without `include` omit `relationships`, which would all be truncated: some client
 * libraries treat an empty relationship as complete.
 */
function included<R extends Row>(make: Make<R>, { query }: PageUrl): Make<R> {
  const paths = (new URLSearchParams(query).get('include') ?? '').split(',').filter((path) => path !== '')
  const names = paths.map((path) => path.split('.')[0])
  const levels = Math.min(2, Math.max(0, ...paths.map((path) => path.split('.').length)))
  return (view, row, depth) => {
    const { object, attributes, ...meta } = make(view, row, Math.max(depth, levels))
    const { relationships = {}, ...fields } = attributes
    const kept = Object.entries(relationships as object).filter(([name]) => names.includes(name))
    const nested = kept.length > 0 ? { relationships: Object.fromEntries(kept) } : {}
    return { object, attributes: { ...fields, ...nested }, ...meta }
  }
}

type Sources = { readonly [K in StoredKind]?: Source<RowOfKind<K>> }

/** The reads of the application and admin families that differ from the default. */
const shared: Sources = {
  node: { query: { filters: ['uuid', 'name', 'fqdn'], sorts: ['id', 'uuid', 'memory', 'disk'] } },
  user: { query: { filters: ['email', 'uuid', 'username', 'external_id'], sorts: ['id', 'uuid'] } },
  server: {
    query: { filters: ['uuid', 'name', 'image', 'external_id'], sorts: ['id', 'uuid'] },
    find: ({ view }, named) => serverByIdOrUuid(view, named),
  },
  location: { query: { filters: ['short', 'long'], sorts: ['id'] } },
  allocation: {
    ids: ({ view: { tables }, params }) => {
      const node = byId('node', tables.nodes, params['node'])
      return tables.allocations.idsOf('node', node.id)
    },
    query: { filters: ['ip', 'port', 'alias', 'server_id'], sorts: ['id', 'port'] },
  },
}

/** The reads of the client family, limited to the caller's own resources. Section 5. */
const own: Sources = {
  server: { ids: serversOfCaller, find: serverOfCaller },
  backup: { find: (call, server) => backupOf(call, serverOfCaller(call, server)) },
  user: { find: ({ user }) => user },
}

function served(operation: Companion): Endpoint {
  const { family, answer } = operation
  // A companion answers with rows of a table.
  const kind = answer.kind as StoredKind
  const source = family === 'client' ? own[kind] : (shared[kind] ?? {})
  if (!source)
    throw new Error(`src/routes/companions.ts must limit ${operation.id} to resources of the caller`)
  // The source is that of the kind, which the compiler cannot see.
  const { list, show } = reads(kind, source as Source<RowOfKind<StoredKind>>)
  if (answer.envelope === 'single') return endpoint(operation, { handle: show })
  const { query } = source
  return { ...endpoint(operation, { pages: unstatedPages, handle: list }), ...(query && { query }) }
}

/** The reads beyond the document. Section 4.9. */
export const companionEndpoints: readonly Endpoint[] = Object.values(companions).map(served)
