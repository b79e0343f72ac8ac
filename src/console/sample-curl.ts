import { seedUserIds } from '../fixtures/names.ts'
import type { ReadonlyWorld } from '../sandboxes/readonly-world.ts'
import { shellWord } from '../util/shell-word.ts'

/** The body of a user for a world without servers. */
const newUser = { email: 'jo@example.com', username: 'jo_march', first_name: 'Jo', last_name: 'March' }

/** A complete curl command: it lists the backups of the first server of the owner, or creates a user if there is none. */
export function curlFor(
  { tables }: ReadonlyWorld,
  base: string,
  tokens: { readonly application: string; readonly userClient: string },
): string {
  const server = tables.servers.find('user', seedUserIds.owner)
  const bearer = (token: string) => `curl -H ${shellWord(`Authorization: Bearer ${token}`)}`
  return server
    ? `${bearer(tokens.userClient)} ${shellWord(`${base}/api/client/servers/${server.uuid}/backups?per_page=5`)}`
    : `${bearer(tokens.application)} -H 'Content-Type: application/json' -d ${shellWord(JSON.stringify(newUser))} ${shellWord(`${base}/api/application/users`)}`
}
