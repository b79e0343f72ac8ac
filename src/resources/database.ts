import type { DatabaseRow } from '../store/rows.ts'
import { keptPerRow } from '../util/kept-resources.ts'
import { orEmpty, type View } from './view.ts'

/** Section 2.13. */
export const databaseResource = keptPerRow<DatabaseRow>(
  (view, database) => [view.gap('nulls'), serverName(view, database)],
  (view, database) => ({
    object: 'database',
    attributes: {
      server: { id: database.server_id, name: serverName(view, database) },
      name: database.name,
      username: database.username,
      connections_from: database.connections_from,
      max_connections: orEmpty(view, database.max_connections, 0),
    },
  }),
)

const serverName = ({ tables }: View, { server_id }: DatabaseRow): string =>
  tables.servers.must(server_id).name
