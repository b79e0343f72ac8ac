import type { Call } from '../endpoint.ts'
import { notFound } from '../errors.ts'
import type { ServerRow } from '../store/rows.ts'

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

/** The server that an admin path names by its id or UUID. Sections 4.4 and 4.5. */
export function serverByIdOrUuid({ params, view }: Call): ServerRow {
  const text = params['server_admin_identifier'] ?? ''
  const server = isId(text) ? view.tables.servers.get(Number(text)) : undefined
  return server ?? serverByUuid(view, text)
}

/** The server that a path names by its UUID, or, if the choice is so, by its short identifier. */
export function serverByUuid(view: Call['view'], text: string): ServerRow {
  const { servers } = view.tables
  const found =
    servers.find('uuid', text.toLowerCase()) ??
    (/^[0-9a-f]{8}$/i.test(text) && view.gap('path.short-identifier') === 'accept'
      ? servers.find('short', text.toLowerCase())
      : undefined)
  if (!found) throw notFound('server', text)
  return found
}

/** Whether a text is an id as this service writes ids. */
export const isId = (text: string | undefined): text is string => /^[1-9]\d{0,15}$/.test(text ?? '')
