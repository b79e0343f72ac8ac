import { byUuid, type Call, found, Refusal } from './call.ts'
import { type Fields, list, newestOf, viewBackup, viewDatabase } from './views.ts'

/** Section 4.7, newest first. `backup_count` counts the successful backups, `total` counts all. */
export function listBackups(call: Call): Fields {
  const { holder, site } = call
  const server = found(byUuid(call))
  if (holder.kind !== 'client' || !(holder.user.root_admin || holder.user.id === server.user))
    throw new Refusal(403, 'This server belongs to another user.')
  const backups = site.world.backups
    .filter(({ serverId }) => serverId === server.id)
    .sort((a, b) => b.created_at.localeCompare(a.created_at))
  const { rows, pagination } = pageOf(call, backups, 50, 'refuse')
  const backup_count = backups.filter((backup) => backup.is_successful).length
  return list(rows.map(viewBackup), { pagination, backup_count })
}

/** Section 4.8, newest first, with at most 5 databases on a page. */
export function listDatabases(call: Call): Fields {
  const { databaseHosts, databases } = call.site.world
  const host = found(databaseHosts.find((id) => id === call.parameter))
  const assigned = newestOf(databases.filter((database) => database.host === host))
  const { rows, pagination } = pageOf(call, assigned, 5, 'clamp')
  const shown = rows.map((database) => viewDatabase(call.site, database))
  return list(shown, { pagination })
}

const DEFAULT_PER_PAGE = 7

/** A page of the rows, empty after the last one. A page size above the maximum is refused or clamped. */
function pageOf<R>(call: Call, all: R[], maximum: number, over: 'refuse' | 'clamp') {
  const page = positive(call, 'page', 1)
  const wanted = positive(call, 'per_page', DEFAULT_PER_PAGE)
  if (wanted > maximum && over === 'refuse') throw new Refusal(400, `per_page is at most ${maximum}.`)
  const perPage = Math.min(wanted, maximum)
  const rows = all.slice((page - 1) * perPage, page * perPage)
  const pages = Math.ceil(all.length / perPage)
  const link = (to: number) =>
    `${call.site.base}${call.url.pathname}?${new URLSearchParams({ page: `${to}`, per_page: `${perPage}` })}`
  const pagination = {
    total: all.length,
    count: rows.length,
    per_page: perPage,
    current_page: page,
    total_pages: pages,
    links: {
      self: link(page),
      ...(page > 1 && { previous: link(page - 1) }),
      ...(page < pages && { next: link(page + 1) }),
    },
    has_more: page < pages,
  }
  return { rows, pagination }
}

function positive(call: Call, name: string, otherwise: number): number {
  const text = call.url.searchParams.get(name)
  if (text === null) return otherwise
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(400, `${name} is a number from 1 on.`)
  return Number(text)
}
