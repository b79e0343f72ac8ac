import type { AllocationRow } from '../store/rows.ts'
import { type Make, orEmpty } from './view.ts'

/** Section 2.9. */
export const allocationResource: Make<AllocationRow> = (view, allocation) => {
  const server = allocation.server_id === null ? undefined : view.tables.servers.get(allocation.server_id)
  return {
    object: 'allocation',
    attributes: {
      id: allocation.id,
      ip: allocation.ip,
      alias: orEmpty(view, allocation.alias, ''),
      port: allocation.port,
      notes: orEmpty(view, allocation.notes, ''),
      server_id: orEmpty(view, allocation.server_id, 0),
      server_name: orEmpty(view, server?.name ?? null, ''),
      assigned: server !== undefined,
    },
  }
}
