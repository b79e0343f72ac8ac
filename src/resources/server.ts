import type { EggVariableRow, ServerRow } from '../store/rows.ts'
import { orEmpty, type View } from './view.ts'

/** The fields of a server that its row has in another form. Section 2.8. */
export const serverFields = {
  identifier: (_: View, { uuid }: ServerRow) => uuid.slice(0, 8),
  status,
  suspended: (_: View, server: ServerRow) => server.status === 'suspended',
  container: (view: View, server: ServerRow) => ({
    startup_command: server.startup,
    image: server.image,
    skip_scripts: server.skip_scripts,
    installed: isInstalled(server) ? 1 : 0,
    environment: environment(view, server),
  }),
}

/** Whether the install script has succeeded. Section 2.8 `installed`. */
export const isInstalled = ({ status }: ServerRow): boolean =>
  status !== 'installing' && status !== 'install_failed'

/** The real panel has no word for the normal status, so it counts as a missing value. */
function status(view: View, server: ServerRow): string | null {
  const word = server.status === 'normal' ? orEmpty(view, null, 'normal') : server.status
  return word !== null && view.gap('server.status') === 'kebab' ? word.replaceAll('_', '-') : word
}

/** The value of a variable for a server: the server's own, otherwise the default. */
export const serverValue = (server: ServerRow, variable: EggVariableRow): string =>
  Object.hasOwn(server.environment, variable.env_variable)
    ? (server.environment[variable.env_variable] as string)
    : variable.default_value

/** The value of each of some variables for a server. */
export const valuesOf = (server: ServerRow, variables: readonly EggVariableRow[]): Record<string, string> =>
  Object.fromEntries(variables.map((each) => [each.env_variable, serverValue(server, each)]))

/** The environment of the server's process: a variable of the egg takes precedence over a value of the panel. */
function environment(view: View, server: ServerRow): Record<string, string> {
  const { locations, nodes, variables } = view.tables
  const own = valuesOf(server, variables.of('egg', server.egg_id))
  own['STARTUP'] ??= server.startup
  own['P_SERVER_LOCATION'] ??= locations.must(nodes.must(server.node_id).location_id).short
  own['P_SERVER_UUID'] ??= server.uuid
  own['P_SERVER_ALLOCATION_LIMIT'] ??= String(server.feature_limits.allocations ?? 0)
  return own
}
