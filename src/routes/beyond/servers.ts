import { type PanelOperationId, panelOperations } from '../../contract/panel-operations.ts'
import type { ServerRow, ServerStatus } from '../../store/rows.ts'
import type { World } from '../../store/world.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { serverByIdOrUuid } from '../lookup.ts'

/** An operation of an administrator on a server, with a response without a body. */
const administrative = (id: PanelOperationId, handle: (call: Call, server: ServerRow) => void) =>
  endpoint(panelOperations[id], {
    subject: (view, { server }) => serverByIdOrUuid(view, server),
    handle(call, server: ServerRow) {
      handle(call, server)
      return undefined
    },
  })

const becoming =
  (status: ServerStatus) =>
  ({ world: { tables }, now }: Call, server: ServerRow): void => {
    if (server.status !== status) tables.servers.replace({ ...server, status, updated_at: now })
  }

export const suspendServer = administrative('suspendServer', becoming('suspended'))

export const unsuspendServer = administrative('unsuspendServer', (call, server) => {
  if (server.status === 'suspended') becoming('normal')(call, server)
})

export const reinstallServer = administrative('reinstallServer', becoming('installing'))

export const deleteServer = administrative('deleteServer', ({ world }, server) => removeServer(world, server))

/** Removes a server with its backups and databases. Its allocations become free. */
function removeServer({ tables }: World, { id }: ServerRow): void {
  const { backups, databases, allocations, mounts, servers } = tables
  // The highest id is removed first, since the ids after a removed id move up in their array.
  for (const backup of backups.of('server', id).toReversed()) backups.remove(backup.id)
  for (const database of databases.rows().toReversed())
    if (database.server_id === id) databases.remove(database.id)
  for (const allocation of allocations.of('server', id))
    allocations.replace({ ...allocation, server_id: null })
  for (const mount of mounts.rows().filter(({ server_ids }) => server_ids.includes(id)))
    mounts.replace({ ...mount, server_ids: mount.server_ids.filter((each) => each !== id) })
  servers.remove(id)
}
