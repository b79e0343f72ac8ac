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
import { byId, serverByIdOrUuid, serverOfCaller, serversOfCaller } from './lookup.ts'
import { paginate, unstatedPages } from './pagination.ts'

/** A table, as far as reading needs it. */
interface Rows<R extends Row> {
  ids(): readonly number[]
  rows(ids: readonly number[]): R[]
  get(id: number): R | undefined
}

/** What is read of one kind, and by which names. */
interface Source<R extends Row> {
  table(tables: Tables): Rows<R>
  readonly make: Make<R>
  /** All that the caller may see, ascending; the whole table unless given. */
  ids?(call: Call): readonly number[]
  /** The row that a path names; by its id unless given. @throws ApiError if there is none for the caller */
  find?(call: Call, named: string): R
}

/** What a source comes to as two operations. */
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
 * The items of a list, whose relationships would all be cut off, come without
 * them: some client libraries take the name of a relationship for a whole one.
 */
const bare =
  <R extends Row>(make: Make<R>): Make<R> =>
  (view, row, depth) => {
    const { object, attributes, ...meta } = make(view, row, depth)
    const { relationships: _, ...fields } = attributes
    return { object, attributes: fields, ...meta }
  }

/** What the application and the admin family read, by kind. */
const everybodys: Readonly<Record<string, Reads>> = {
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

/** What the client family reads: the caller's own. Section 5. */
const own: Readonly<Record<string, Reads>> = {
  server: reads('server', {
    table: ({ servers }) => servers,
    make: serverResource,
    ids: serversOfCaller,
    find: serverOfCaller,
  }),
}

function served(operation: Companion): Endpoint {
  const { family, answer } = operation
  const source = (family === 'client' ? own : everybodys)[answer.kind]
  if (!source) throw new Error(`nothing is read for ${operation.id}`)
  switch (answer.envelope) {
    case 'single':
      return endpoint(operation, { handle: source.show })
    case 'page':
      return endpoint(operation, { pages: unstatedPages, handle: source.list })
  }
}

/** The reads beyond the document. Section 4.9. */
export const companionEndpoints: readonly Endpoint[] = Object.values(companions).map(served)
