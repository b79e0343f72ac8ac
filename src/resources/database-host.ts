import type { DatabaseHostRow } from '../store/rows.ts'
import type { Make } from './view.ts'

/** A database host with all fields of its row, as the document specifies no fields. Section 2.13. */
export const databaseHostResource: Make<DatabaseHostRow> = (view, host) => ({
  object: 'database_host',
  attributes: {
    id: host.id,
    name: host.name,
    host: host.host,
    port: host.port,
    databases_count: view.tables.databases.count('host', host.id),
  },
})
