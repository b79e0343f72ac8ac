import { seedUserIds } from '../fixtures/names.ts'
import type { ReadonlyWorld } from '../sandboxes/readonly-world.ts'
import { shellWord } from '../util/shell-word.ts'

/** A complete curl command: it lists the backups of the first server of the owner. */
export function curlFor({ tables }: ReadonlyWorld, base: string, token: string): string {
  const server = tables.servers.find('user', seedUserIds.owner)
  const path = server ? `/api/client/servers/${server.uuid}/backups?per_page=5` : '/'
  return `curl -H ${shellWord(`Authorization: Bearer ${token}`)} ${shellWord(base + path)}`
}
