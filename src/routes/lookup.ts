import { broken } from '../http/bodies/fields.ts'
import { ApiError, invalid, notFound } from '../http/errors.ts'
import type { BackupRow, ServerRow } from '../store/rows.ts'
import type { Call } from './endpoint.ts'

/** The row that a path names by its id. */
export function byId<R>(
  what: string,
  table: { get(id: number): R | undefined },
  text: string | undefined,
): R {
  const row = isId(text) ? table.get(Number(text)) : undefined
  if (!row) throw notFound(what, text ?? '')
  return row
}

/** The row that a field of the body names; undefined if the field is left out. @throws ApiError if there is no such row */
export function referenced<R>(
  gap: Call['view']['gap'],
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

/** The server that a path names by its id or UUID. Sections 4.4 and 4.5. */
export function serverByIdOrUuid(view: Call['view'], text = ''): ServerRow {
  const server = isId(text) ? view.tables.servers.get(Number(text)) : undefined
  const found = server ?? serverOfUuid(view, text)
  if (!found) throw notFound('server', text)
  return found
}

/** The server that a path names by its UUID or, depending on a gap, its short identifier. */
export function serverByUuid(view: Call['view'], text = ''): ServerRow {
  const found = serverOfUuid(view, text)
  if (found) return found
  if (!isId(text)) throw notFound('server', text)
  const detail = `There is no server "${text}": this path takes the UUID of a server, not its id.`
  throw new ApiError('unknownResource', detail)
}

function serverOfUuid({ tables: { servers }, gap }: Call['view'], text: string): ServerRow | undefined {
  const isShort = /^[0-9a-f]{8}$/i.test(text) && !servers.find('uuid', text.toLowerCase())
  return isShort && gap('path.short-identifier') === 'accept'
    ? servers.find('short', text.toLowerCase())
    : servers.find('uuid', text.toLowerCase())
}

/**
 * Refuses servers of other owners in the client family. Which of them the caller may see is a gap. Section 5.
 * @throws ApiError for a server that the caller may not see
 */
export function refuseForeign({ user, view: { gap } }: Call, server: ServerRow): void {
  if (server.user_id === user.id) return
  if (user.root_admin && gap('access.root-anywhere') === 'serve') return
  if (server.subuser_ids.includes(user.id) && gap('access.subusers') === 'serve') return
  throw new ApiError('foreignServer', `There is no server "${server.uuid}" among those of ${user.username}.`)
}

/** The server that a path of the client family names. @throws ApiError for a server that the caller may not see */
export function serverOfCaller(call: Call, text = ''): ServerRow {
  const server = serverByUuid(call.view, text)
  refuseForeign(call, server)
  return server
}

/** Whether a server's status makes its lists unavailable is a gap. Section 3. */
export function refuseUnavailable({ tables, gap }: Call['view'], server: ServerRow): void {
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

/** The backup that a path names, among those of a server. */
export function backupOf({ view, params }: Call, server: ServerRow): BackupRow {
  const named = params['backup_uuid'] ?? ''
  const own = view.tables.backups.of('server', server.id)
  const backup = own.find(({ uuid }) => uuid.toLowerCase() === named.toLowerCase())
  if (!backup) throw notFound('backup', named)
  return backup
}

/** Ids of the servers that the caller owns or, depending on a gap, uses as a subuser. */
export function serversOfCaller({ user, view: { tables, gap } }: Call): readonly number[] {
  const owned = tables.servers.idsOf('user', user.id)
  const shared = tables.servers.idsOf('subuser', user.id)
  if (shared.length === 0 || gap('access.subusers') === 'refuse') return owned
  return [...new Set([...owned, ...shared])].sort((a, b) => a - b)
}

/** Whether a text is an id: a positive integer without leading zeros. */
export const isId = (text: string | undefined): text is string => /^[1-9]\d{0,15}$/.test(text ?? '')
