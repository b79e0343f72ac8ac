import { nounOf } from '../contract/checking/words.ts'
import { ofAvailableServer } from '../contract/gaps/concerns.ts'
import { type Operation, parametersIn } from '../contract/operations.ts'
import { type PathParameter, pathParameters } from '../contract/parameters.ts'
import { broken } from '../http/bodies/fields.ts'
import { ApiError, invalid, notFound } from '../http/errors.ts'
import { indexOf } from '../resources/linked.ts'
import type { View } from '../resources/view.ts'
import type { Row, ServerRow, UserRow } from '../store/rows.ts'
import type { Table } from '../store/table.ts'
import { fieldOf, type StoredKind, tableOf } from '../store/tables.ts'
import type { World } from '../store/world.ts'

/** The URL of a request: path without sandbox, and the raw query without `?`. */
export interface PageUrl {
  readonly path: string
  readonly query: string
}

/** A request to an operation, with the caller and the world. */
export interface Call<B = unknown> {
  readonly world: World
  readonly view: View
  /** Parameters of the path, by the names of section 4. */
  readonly params: Readonly<Record<string, string>>
  readonly url: PageUrl
  readonly user: UserRow
  readonly body: B
  /** The time of the request, ISO 8601 with `+00:00`. */
  readonly now: string
}

/** A table whose rows may be of any kind. */
export type AnyTable = Pick<Table<Row, string>, 'ids' | 'idsOf' | 'rows' | 'get'>

/** The rows of which the resources of a kind are made. */
export const rowsOf = ({ tables }: View, kind: StoredKind): AnyTable =>
  // Each table has these methods; the compiler sees no type that all tables share.
  tables[tableOf(kind)] as unknown as AnyTable

/** @param admit is called with a server before its parts are looked up */
type FindRows = (view: View, params: Call['params'], admit?: (server: ServerRow) => void) => Row[]

/**
 * Prepares the look-up of the rows that the parameters of a path name, in their order: each by its id or UUID, as
 * `pathParameters` says, and among the rows that refer to the row before it. Section 4.
 * @returns a function that throws ApiError for a parameter that names no row
 */
export function rowsNamedIn({ path }: Pick<Operation, 'path'>): FindRows {
  const finders = parametersIn(path).map((name, at, names) => finderOf(name, names[at - 1]))
  return (view, params, admit) => {
    const found: Row[] = []
    for (const { name, kind, find } of finders) {
      const row = find(view, params[name] ?? '', found.at(-1))
      found.push(row)
      // The rows of the kind are servers.
      if (kind === 'server') admit?.(row as ServerRow)
    }
    return found
  }
}

/** A parameter, of which `test/contributing.test.ts` expects that the table has it; all of them name rows of a table. */
const parameterNamed = (name: string) => pathParameters[name] as PathParameter & { readonly kind: StoredKind }

function finderOf(name: string, before: string | undefined) {
  const { kind, by } = parameterNamed(name)
  const group = before && indexOf(tableOf(kind), tableOf(parameterNamed(before).kind))
  const isNamed = (row: Row, text: string): boolean =>
    by.some((field) => String(fieldOf(row, field)).toLowerCase() === text.toLowerCase())
  /** @param above the row that the parameter before this one names */
  function find(view: View, text: string, above: Row | undefined): Row {
    const table = rowsOf(view, kind)
    const found =
      above && group
        ? table.rows(table.idsOf(group, above.id)).find((row) => isNamed(row, text))
        : (by.includes('id') && isId(text) && table.get(Number(text))) ||
          (by.includes('uuid') && serverOfUuid(view, text))
    if (found) return found
    if (kind !== 'server' || by.includes('id') || !isId(text)) throw notFound(nounOf(kind), text)
    const detail = `There is no server "${text}": this path accepts the UUID of a server, not its id.`
    throw new ApiError('unknownResource', detail)
  }
  return { name, kind, find }
}

/** The server of a UUID or, depending on a gap, of a short identifier. */
function serverOfUuid({ tables: { servers }, gap }: View, text: string): ServerRow | undefined {
  const isShort = /^[0-9a-f]{8}$/i.test(text) && !servers.find('uuid', text.toLowerCase())
  return isShort && gap('path.short-identifier') === 'accept'
    ? servers.find('short', text.toLowerCase())
    : servers.find('uuid', text.toLowerCase())
}

/** The row that a field of the body names; undefined if the field is left out. @throws ApiError if there is no such row */
export function referenced<R>(
  gap: View['gap'],
  table: { get(id: number): R | undefined },
  field: string,
  id: number | undefined,
): R | undefined {
  const row = id === undefined ? undefined : table.get(id)
  if (id === undefined || row) return row
  const what = field.replace(/_id$/, '')
  if (gap('references.unknown') === '404') throw new ApiError('notFound', `There is no ${what} ${id}.`)
  throw invalid(broken(field, 'exists', `be the id of ${what === 'egg' ? 'an' : 'a'} ${what}`))
}

/**
 * Refuses requests of the client family that a caller may not make: use of a server of another owner, and lists and
 * changes of a server whose status makes them unavailable. Which servers these are, are gaps. Sections 3 and 5.
 */
export function admitting(operation: Operation): (call: Call, server: ServerRow) => void {
  if (operation.family !== 'client') return () => {}
  const needsAvailable = ofAvailableServer(operation)
  return (call, server) => {
    refuseForeign(call, server)
    if (needsAvailable) refuseUnavailable(call.view, server)
  }
}

function refuseForeign({ user, view: { gap } }: Call, server: ServerRow): void {
  if (server.user_id === user.id) return
  if (user.root_admin && gap('access.root-anywhere') === 'serve') return
  if (server.subuser_ids.includes(user.id) && gap('access.subusers') === 'serve') return
  throw new ApiError('foreignServer', `There is no server "${server.uuid}" among those of ${user.username}.`)
}

function refuseUnavailable({ tables, gap }: View, server: ServerRow): void {
  const reason =
    server.status !== 'normal' && server.status !== 'reinstall_failed'
      ? `is ${server.status.replaceAll('_', ' ')}`
      : tables.nodes.must(server.node_id).maintenance_mode
        ? 'is on a node in maintenance'
        : undefined
  if (reason !== undefined && gap('server.unavailable') === 'conflict') {
    throw new ApiError('conflict', `The server "${server.name}" ${reason}.`)
  }
}

/** Ids of the servers that the caller owns or, depending on a gap, uses as a subuser. */
export function serversOfCaller({ user, view: { tables, gap } }: Call): readonly number[] {
  const owned = tables.servers.idsOf('user', user.id)
  const shared = tables.servers.idsOf('subuser', user.id)
  if (shared.length === 0 || gap('access.subusers') === 'refuse') return owned
  return [...new Set([...owned, ...shared])].sort((a, b) => a - b)
}

/** Whether a text is an id: a positive integer without leading zeros. */
export const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text)
