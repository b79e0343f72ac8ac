import type { DatabaseRow } from '../store/rows.ts'
import { type Make, orEmpty } from './view.ts'

/** Section 2.13. */
export const databaseResource: Make<DatabaseRow> = (view, database) => ({
  object: 'database',
  attributes: {
    server: { id: database.server_id, name: view.tables.servers.must(database.server_id).name },
    name: database.name,
    username: database.username,
    connections_from: database.connections_from,
    max_connections: orEmpty(view, database.max_connections, 0),
  },
})
