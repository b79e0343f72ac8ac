import type { MountRow, ServerRow } from '../store/rows.ts'
import { eggResource } from './egg.ts'
import { nodeResource } from './node.ts'
import { serverResource } from './server.ts'
import { type Make, nestMany, orEmpty } from './view.ts'

/** A mount without `mounted`, which needs a server. Section 2.11. */
export const mountResource: Make<MountRow> = (view, mount, depth) => ({
  object: 'mount',
  attributes: {
    id: mount.id,
    uuid: mount.uuid,
    name: mount.name,
    description: orEmpty(view, mount.description, ''),
    source: mount.source,
    target: mount.target,
    read_only: mount.read_only,
    user_mountable: mount.user_mountable,
    eggs_count: mount.egg_ids.length,
    nodes_count: mount.node_ids.length,
    servers_count: mount.server_ids.length,
    relationships: {
      eggs: nestMany(view, depth, eggResource, () => view.tables.eggs.rows(mount.egg_ids)),
      nodes: nestMany(view, depth, nodeResource, () => view.tables.nodes.rows(mount.node_ids)),
      servers: nestMany(view, depth, serverResource, () => view.tables.servers.rows(mount.server_ids)),
    },
  },
})

/** A mount with `mounted` for one server. Section 2.11. */
export const serverMountResource =
  (server: ServerRow): Make<MountRow> =>
  (view, mount, depth) => {
    const { object, attributes } = mountResource(view, mount, depth)
    const { id, relationships, ...fields } = attributes
    const mounted = mount.server_ids.includes(server.id)
    return { object, attributes: { id, ...fields, mounted, relationships } }
  }
