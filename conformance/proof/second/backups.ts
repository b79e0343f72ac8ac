import { type Call, found } from './call.ts'
import { type Fields, list } from './envelopes.ts'
import { pageOf } from './pages.ts'
import { Refusal } from './refusal.ts'
import { viewBackup } from './views.ts'

/** Section 4.7, newest first. `backup_count` counts the successful backups, `total` counts all. */
export function listBackups(call: Call): Fields {
  const { holder, parameter, site } = call
  const server = found(site.world.servers.find(({ uuid }) => uuid.toLowerCase() === parameter.toLowerCase()))
  if (holder.kind !== 'client' || !(holder.user.root_admin || holder.user.id === server.user)) {
    throw new Refusal(403, 'This server belongs to somebody else.')
  }
  const backups = site.world.backups
    .filter(({ serverId }) => serverId === server.id)
    .sort((a, b) => b.created_at.localeCompare(a.created_at))
  const { rows, pagination } = pageOf(call, backups, 50, 'refuse')
  return list(rows.map(viewBackup), {
    pagination,
    backup_count: backups.filter((backup) => backup.is_successful).length,
  })
}
