import { type PanelOperationId, panelOperations } from '../../contract/panel-operations.ts'
import { ApiError } from '../../http/errors.ts'
import { removeRow } from '../../store/remove-row.ts'
import type { ServerRow, ServerStatus } from '../../store/rows.ts'
import type { Call } from '../call.ts'
import { endpoint } from '../endpoint.ts'

/** An operation of an administrator on a server, with a response without a body. */
const administrative = (id: PanelOperationId, handle: (call: Call, server: ServerRow) => void) =>
  endpoint(panelOperations[id], {
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

/** The backups and databases of a server are removed with it; its allocations become free. */
const deleteServer = administrative('deleteServer', ({ world }, { id }) => removeRow(world, 'servers', id))

/** @param most null for no limit @throws ApiError where a server has as many as it may have */
export function refuseAtLimit({ name }: ServerRow, what: string, count: number, most: number | null): void {
  if (most === null || count < most) return
  throw new ApiError('notPossible', `The server "${name}" cannot have another ${what}: its limit is ${most}.`)
}

export const serverEndpoints = [suspendServer, unsuspendServer, reinstallServer, deleteServer]
