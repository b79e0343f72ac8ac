import type { AllocationRow } from '../store/rows.ts'
import { keptPerRow } from '../util/kept-resources.ts'
import { orEmpty, type View } from './view.ts'

/** Section 2.9. */
export const allocationResource = keptPerRow<AllocationRow>(
  (view, allocation) => [view.gap('nulls'), serverName(view, allocation)],
  (view, allocation) => {
    const name = serverName(view, allocation)
    return {
      object: 'allocation',
      attributes: {
        id: allocation.id,
        ip: allocation.ip,
        alias: orEmpty(view, allocation.alias, ''),
        port: allocation.port,
        notes: orEmpty(view, allocation.notes, ''),
        server_id: orEmpty(view, allocation.server_id, 0),
        server_name: orEmpty(view, name, ''),
        assigned: name !== null,
      },
    }
  },
)

/** The name of the server that an allocation is assigned to; null where there is none. */
const serverName = ({ tables }: View, { server_id }: AllocationRow): string | null =>
  (server_id === null ? undefined : tables.servers.get(server_id))?.name ?? null
