import { type Call, found } from './call.ts'
import { type Fields, list } from './envelopes.ts'
import { pageOf } from './pages.ts'
import { newestOf, viewDatabase } from './views.ts'

/** Section 4.8, newest first, with at most 5 databases on a page. */
export function listDatabases(call: Call): Fields {
  const { databaseHosts, databases } = call.site.world
  const host = found(databaseHosts.find((id) => id === call.parameter))
  const assigned = newestOf(databases.filter((database) => database.host === host))
  const { rows, pagination } = pageOf(call, assigned, 5, 'clamp')
  return list(
    rows.map((database) => viewDatabase(call.site, database)),
    { pagination },
  )
}
