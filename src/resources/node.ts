import type { NodeRow } from '../store/rows.ts'
import { keptPerRow } from '../util/kept-resources.ts'
import { locationResource } from './location.ts'
import { mountResource } from './mount.ts'
import { depthOf, type Envelope, type Make, nestOne, ordered, orEmpty, type View } from './view.ts'

/** A node under another resource's relationships. Section 2.2. */
export const nodeResource = keptPerRow<NodeRow>(
  (view, node) => [view.gap('nulls'), serversCount(view, node), ...Object.values(allocated(view, node))],
  (view, node, depth) => ({
    object: 'node',
    attributes: {
      id: node.id,
      ...shared(view, node),
      servers_count: serversCount(view, node),
      allocated_resources: allocated(view, node),
      relationships: relationships(view, node, depth),
    },
  }),
)

/** A node in the response to the node update. Section 4.1. */
export const updatedNodeResource = (view: View, node: NodeRow): Envelope => ({
  object: 'node',
  attributes: {
    id: node.id,
    ...shared(view, node),
    mounts: mounts(view, node),
    allocated_resources: allocated(view, node),
    relationships: relationships(view, node, depthOf(view)),
  },
})

/** A node in the response of a companion, with every field of section 2.2. */
export const shownNodeResource: Make<NodeRow> = (view, node, depth) => ({
  object: 'node',
  attributes: {
    id: node.id,
    ...shared(view, node),
    mounts: mounts(view, node),
    servers_count: serversCount(view, node),
    allocated_resources: allocated(view, node),
    relationships: relationships(view, node, depth),
  },
})

/** The fields after `id` that all forms of a node share. */
const shared = (view: View, node: NodeRow) => ({
  uuid: node.uuid,
  public: node.public,
  name: node.name,
  description: orEmpty(view, node.description, ''),
  location_id: node.location_id,
  fqdn: node.fqdn,
  scheme: node.scheme,
  behind_proxy: node.behind_proxy,
  maintenance_mode: node.maintenance_mode,
  memory: node.memory,
  memory_overallocate: node.memory_overallocate,
  disk: node.disk,
  disk_overallocate: node.disk_overallocate,
  upload_size: node.upload_size,
  daemon_listen: node.daemon_listen,
  daemon_sftp: node.daemon_sftp,
  daemon_base: node.daemon_base,
  created_at: node.created_at,
  updated_at: node.updated_at,
})

const relationships = (view: View, node: NodeRow, depth: number) => ({
  location: nestOne(view, depth, locationResource, () => view.tables.locations.must(node.location_id)),
})

const serversCount = ({ tables }: View, { id }: NodeRow): number => tables.servers.count('node', id)

/** The sum of the limits of the node's servers. */
function allocated(view: View, node: NodeRow): { memory: number; disk: number } {
  const servers = view.tables.servers.of('node', node.id)
  return {
    memory: servers.reduce((sum, server) => sum + server.limits.memory, 0),
    disk: servers.reduce((sum, server) => sum + server.limits.disk, 0),
  }
}

function mounts(view: View, node: NodeRow): readonly unknown[] {
  const shape = view.gap('node.mounts')
  if (shape === 'empty') return []
  const rows = ordered(view, view.tables.mounts.of('node', node.id))
  if (shape === 'ids') return rows.map((mount) => mount.id)
  const resources = rows.map((mount) => mountResource(view, mount, 0))
  if (shape === 'resources') return resources
  return resources.map(({ attributes: { relationships: _, ...plain } }) => plain)
}
