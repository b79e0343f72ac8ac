import type { LocationRow } from '../store/rows.ts'
import { nodeResource } from './node.ts'
import { type Make, nestMany } from './view.ts'

/** Section 2.3. */
export const locationResource: Make<LocationRow> = (view, location, depth) => {
  const { nodes, servers } = view.tables
  const nodeIds = nodes.idsOf('location', location.id)
  return {
    object: 'location',
    attributes: {
      id: location.id,
      short: location.short,
      long: location.long,
      nodes_count: nodeIds.length,
      servers_count: nodeIds.reduce((sum, id) => sum + servers.count('node', id), 0),
      created_at: location.created_at,
      updated_at: location.updated_at,
      relationships: {
        nodes: nestMany(view, depth, nodeResource, () => nodes.rows(nodeIds)),
      },
    },
  }
}
