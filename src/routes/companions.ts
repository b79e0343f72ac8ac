import { type Companion, companions } from '../contract/companions.ts'
import { resourceOf } from '../resources/resource.ts'
import { depthOf, type Make } from '../resources/view.ts'
import type { Row } from '../store/rows.ts'
import type { Tables } from '../store/tables.ts'
import { type Call, type Endpoint, endpoint } from './endpoint.ts'
import { type Queried, queried } from './list-query.ts'
import { backupOf, byId, serverByIdOrUuid, serverOfCaller, serversOfCaller } from './lookup.ts'
import { type PageUrl, paginate, unstatedPages } from './pagination.ts'

/** The part of a table that reads need. */
interface Rows<R extends Row> {
  ids(): readonly number[]
  rows(ids?: readonly number[]): R[]
  get(id: number): R | undefined
}

/** How rows of one kind are found and shown. */
interface Source<R extends Row> {
  table(tables: Tables): Rows<R>
  readonly make: Make<R>
  /** Ids of the rows that the caller may see, ascending. Default: the whole table. */
  ids?(call: Call): readonly number[]
  /** The filters and sort orders of the list that the real panel has. */
  readonly query?: Queried<R>
  /** The row that a path names. Default: by its id. @throws ApiError if the caller may see no such row */
  find?(call: Call, named: string): R
}

/** The handlers of the list and the show operation of a kind. */
interface Reads {
  readonly query: Endpoint['query']
  list(call: Call): object
  show(call: Call): object
}

const reads = <R extends Row>(what: string, { table, make, ids, find, query }: Source<R>): Reads => ({
  query,
  list(call) {
    const { view, url } = call
    const all = table(view.tables)
    const known = ids?.(call) ?? all.ids()
    return paginate(view, url, unstatedPages(view.gap), {
      table: all,
      ids: query ? queried(view, url, all, known, query) : known,
      make: included(make, url),
    })
  },
  show(call) {
    const { view, params, url } = call
    const [named = ''] = Object.values(params)
    const row = find ? find(call, named) : byId(what, table(view.tables), named)
    return /include/.test(url.query) ? included(make, url)(view, row, 0) : make(view, row, depthOf(view))
  },
})

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

/** The reads of the application and admin families, by kind. */
const shared: Readonly<Record<string, Reads>> = {
  node: reads('node', {
    table: ({ nodes }) => nodes,
    make: resourceOf('node', 'shown'),
    query: { filters: ['uuid', 'name', 'fqdn'], sorts: ['id', 'uuid', 'memory', 'disk'] },
  }),
  user: reads('user', {
    table: ({ users }) => users,
    make: resourceOf('user', 'shown'),
    query: { filters: ['email', 'uuid', 'username', 'external_id'], sorts: ['id', 'uuid'] },
  }),
  server: reads('server', {
    table: ({ servers }) => servers,
    make: resourceOf('server', 'shown'),
    query: { filters: ['uuid', 'name', 'image', 'external_id'], sorts: ['id', 'uuid'] },
    find: ({ view }, named) => serverByIdOrUuid(view, named),
  }),
  location: reads('location', {
    table: ({ locations }) => locations,
    make: resourceOf('location', 'shown'),
    query: { filters: ['short', 'long'], sorts: ['id'] },
  }),
  allocation: reads('allocation', {
    table: ({ allocations }) => allocations,
    make: resourceOf('allocation', 'shown'),
    ids: ({ view: { tables }, params }) => {
      const node = byId('node', tables.nodes, params['node'])
      return tables.allocations.rows().flatMap(({ id, node_id }) => (node_id === node.id ? [id] : []))
    },
    query: { filters: ['ip', 'port', 'alias', 'server_id'], sorts: ['id', 'port'] },
  }),
  egg: reads('egg', { table: ({ eggs }) => eggs, make: resourceOf('egg', 'shown') }),
  tag: reads('tag', { table: ({ tags }) => tags, make: resourceOf('tag', 'shown') }),
  database_host: reads('database host', {
    table: ({ hosts }) => hosts,
    make: resourceOf('database_host', 'shown'),
  }),
  mount: reads('mount', { table: ({ mounts }) => mounts, make: resourceOf('mount', 'shown') }),
}

/** The reads of the client family, limited to the caller's own resources. Section 5. */
const own: Readonly<Record<string, Reads>> = {
  server: reads('server', {
    table: ({ servers }) => servers,
    make: resourceOf('server', 'shown'),
    ids: serversOfCaller,
    find: serverOfCaller,
  }),
  backup: reads('backup', {
    table: ({ backups }) => backups,
    make: resourceOf('backup', 'shown'),
    find: (call, server) => backupOf(call, serverOfCaller(call, server)),
  }),
  user: reads('user', {
    table: ({ users }) => users,
    make: resourceOf('user', 'shown'),
    find: ({ user }) => user,
  }),
}

function served(operation: Companion): Endpoint {
  const { family, answer } = operation
  const source = (family === 'client' ? own : shared)[answer.kind]
  if (!source) throw new Error(`there is no source for ${operation.id}`)
  switch (answer.envelope) {
    case 'single':
      return endpoint(operation, { handle: source.show })
    case 'page':
      return {
        ...endpoint(operation, { pages: unstatedPages, handle: source.list }),
        ...(source.query && { query: source.query }),
      }
  }
}

/** The reads beyond the document. Section 4.9. */
export const companionEndpoints: readonly Endpoint[] = Object.values(companions).map(served)
