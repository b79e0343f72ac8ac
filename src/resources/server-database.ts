import type { DatabaseRow } from '../store/rows.ts'
import { type Make, orEmpty } from './view.ts'

/** A database as the real panel shows it to users of its server. The password is given where it is to be shown. */
export const serverDatabaseResource =
  (password?: string): Make<DatabaseRow> =>
  (view, database) => {
    const { host, port } = view.tables.hosts.must(database.host_id)
    const shown = { object: 'database_password', attributes: { password } }
    return {
      object: 'server_database',
      attributes: {
        id: String(database.id),
        host: { address: host, port },
        name: database.name,
        username: database.username,
        connections_from: database.connections_from,
        max_connections: orEmpty(view, database.max_connections, 0),
        ...(password !== undefined && { relationships: { password: shown } }),
      },
    }
  }
