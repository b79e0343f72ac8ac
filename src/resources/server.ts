import type { ServerRow } from '../store/rows.ts'
import { allocationResource } from './allocation.ts'
import { eggResource } from './egg.ts'
import { nodeResource } from './node.ts'
import { serverValue, serverVariableResource } from './server-variable.ts'
import { userResource } from './user.ts'
import { type Make, nestMany, nestOne, orEmpty, type View } from './view.ts'

/** Section 2.8. */
export const serverResource: Make<ServerRow> = (view, server, depth) => {
  const { allocations, eggs, nodes, users, variables } = view.tables
  return {
    object: 'server',
    attributes: {
      id: server.id,
      external_id: orEmpty(view, server.external_id, ''),
      uuid: server.uuid,
      identifier: server.uuid.slice(0, 8),
      name: server.name,
      description: orEmpty(view, server.description, ''),
      status: status(view, server),
      suspended: server.status === 'suspended',
      limits: { ...server.limits, threads: orEmpty(view, server.limits.threads, '') },
      feature_limits: {
        databases: orEmpty(view, server.feature_limits.databases, 0),
        allocations: orEmpty(view, server.feature_limits.allocations, 0),
        backups: server.feature_limits.backups,
      },
      user: server.user_id,
      node: server.node_id,
      allocation: server.allocation_id,
      egg: server.egg_id,
      container: {
        startup_command: server.startup,
        image: server.image,
        skip_scripts: server.skip_scripts,
        installed: isInstalled(server) ? 1 : 0,
        environment: environment(view, server),
      },
      created_at: server.created_at,
      updated_at: server.updated_at,
      relationships: {
        allocation: nestOne(view, depth, allocationResource, () => allocations.must(server.allocation_id)),
        allocations: nestMany(view, depth, allocationResource, () => allocations.of('server', server.id)),
        user: nestOne(view, depth, userResource, () => users.must(server.user_id)),
        egg: nestOne(view, depth, eggResource, () => eggs.must(server.egg_id)),
        variables: nestMany({ ...view, server }, depth, serverVariableResource, () =>
          variables.of('egg', server.egg_id),
        ),
        node: nestOne(view, depth, nodeResource, () => nodes.must(server.node_id)),
      },
    },
  }
}

/** Whether the install script has succeeded. Section 2.8 `installed`. */
export const isInstalled = ({ status }: ServerRow): boolean =>
  status !== 'installing' && status !== 'install_failed'

/** The real panel has no word for the normal status, so it counts as a missing value. */
function status(view: View, server: ServerRow): string | null {
  const word = server.status === 'normal' ? orEmpty(view, null, 'normal') : server.status
  return word !== null && view.gap('server.status') === 'kebab' ? word.replaceAll('_', '-') : word
}

/** The environment of the server's process: a variable of the egg takes precedence over a value of the panel. */
function environment(view: View, server: ServerRow): Record<string, string> {
  const { locations, nodes, variables } = view.tables
  const own = variables
    .of('egg', server.egg_id)
    .map((variable) => [variable.env_variable, serverValue(server, variable)] as const)
  const ofPanel = {
    STARTUP: server.startup,
    P_SERVER_LOCATION: locations.must(nodes.must(server.node_id).location_id).short,
    P_SERVER_UUID: server.uuid,
    P_SERVER_ALLOCATION_LIMIT: String(server.feature_limits.allocations ?? 0),
  }
  return Object.fromEntries([...own, ...Object.entries(ofPanel), ...own])
}
