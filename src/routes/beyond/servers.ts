import { type PanelOperationId, panelOperations } from '../../contract/panel-operations.ts'
import { removeRow } from '../../store/remove-row.ts'
import type { ServerRow, ServerStatus } from '../../store/rows.ts'
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

const suspendServer = administrative('suspendServer', becoming('suspended'))

const unsuspendServer = administrative('unsuspendServer', (call, server) => {
  if (server.status === 'suspended') becoming('normal')(call, server)
})

const reinstallServer = administrative('reinstallServer', becoming('installing'))

/** Its backups and databases go with a server; its allocations become free. */
const deleteServer = administrative('deleteServer', ({ world }, { id }) => removeRow(world, 'servers', id))

export const serverEndpoints = [suspendServer, unsuspendServer, reinstallServer, deleteServer]
