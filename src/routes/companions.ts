import { type Companion, companions } from '../contract/companions.ts'
import { databaseHostResource } from '../resources/database-host.ts'
import { eggResource } from '../resources/egg.ts'
import { locationResource } from '../resources/location.ts'
import { mountResource } from '../resources/mount.ts'
import { shownNodeResource } from '../resources/node.ts'
import { serverResource } from '../resources/server.ts'
import { tagResource } from '../resources/tag.ts'
import { shownUserResource } from '../resources/user.ts'
import { depthOf, type Make } from '../resources/view.ts'
import type { Row } from '../store/rows.ts'
import type { Tables } from '../store/tables.ts'
import { type Call, type Endpoint, endpoint } from './endpoint.ts'
import { byId, refuseForeign, serverByIdOrUuid, serverByUuid, serversOfCaller } from './lookup.ts'
import { paginate, unstatedPages } from './pagination.ts'

/** The part of a table that reads need. */
interface Rows<R extends Row> {
  ids(): readonly number[]
  rows(ids: readonly number[]): R[]
  get(id: number): R | undefined
}

/** How rows of one kind are found and shown. */
interface Source<R extends Row> {
  table(tables: Tables): Rows<R>
  readonly make: Make<R>
  /** Ids of the rows that the caller may see, ascending. Default: the whole table. */
  ids?(call: Call): readonly number[]
  /** The row that a path names. Default: by its id. @throws ApiError if the caller may see no such row */
  find?(call: Call, named: string): R
}

/** The handlers of the list and the show operation of a kind. */
interface Reads {
  list(call: Call): object
  show(call: Call): object
}

const reads = <R extends Row>(what: string, { table, make, ids, find }: Source<R>): Reads => ({
  list(call) {
    const { view, url } = call
    const all = table(view.tables)
    return paginate(view, url, unstatedPages(view.gap), {
      table: all,
      ids: ids?.(call) ?? all.ids(),
      make: bare(make),
    })
  },
  show(call) {
    const { view, params } = call
    const [named = ''] = Object.values(params)
    const row = find ? find(call, named) : byId(what, table(view.tables), named)
    return make(view, row, depthOf(view))
  },
})

/**
 * List items omit `relationships`, which would all be truncated: some client
 * libraries take an empty relationship for a complete one.
 */
const bare =
  <R extends Row>(make: Make<R>): Make<R> =>
  (view, row, depth) => {
    const { object, attributes, ...meta } = make(view, row, depth)
    const { relationships: _, ...fields } = attributes
    return { object, attributes: fields, ...meta }
  }

/** The reads of the application and admin families, by kind. */
const shared: Readonly<Record<string, Reads>> = {
  node: reads('node', { table: ({ nodes }) => nodes, make: shownNodeResource }),
  user: reads('user', { table: ({ users }) => users, make: shownUserResource }),
  server: reads('server', {
    table: ({ servers }) => servers,
    make: serverResource,
    find: ({ view }, named) => serverByIdOrUuid(view, named),
  }),
  location: reads('location', { table: ({ locations }) => locations, make: locationResource }),
  egg: reads('egg', { table: ({ eggs }) => eggs, make: eggResource }),
  tag: reads('tag', { table: ({ tags }) => tags, make: tagResource }),
  database_host: reads('database host', { table: ({ hosts }) => hosts, make: databaseHostResource }),
  mount: reads('mount', { table: ({ mounts }) => mounts, make: mountResource }),
}

/** The reads of the client family, limited to the caller's own resources. Section 5. */
const own: Readonly<Record<string, Reads>> = {
  server: reads('server', {
    table: ({ servers }) => servers,
    make: serverResource,
    ids: serversOfCaller,
    find(call, named) {
      const server = serverByUuid(call.view, named)
      refuseForeign(call, server)
      return server
    },
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
      return endpoint(operation, { pages: unstatedPages, handle: source.list })
  }
}

/** The reads beyond the document. Section 4.9. */
export const companionEndpoints: readonly Endpoint[] = Object.values(companions).map(served)
