import { operations } from '../contract/operations.ts'
import { resourceOf } from '../resources/resource.ts'
import { endpoint } from './endpoint.ts'
import { byId } from './lookup.ts'
import { paginate, unstatedPages } from './pagination.ts'

/** Lists the databases on a database host, in pages. Section 4.8. */
export const listHostDatabases = endpoint(operations.listHostDatabases, {
  pages: unstatedPages,
  subject: ({ tables }, { databaseHost_id }) => byId('database host', tables.hosts, databaseHost_id),
  handle({ view, url }, host) {
    const { databases } = view.tables
    return paginate(view, url, unstatedPages(view.gap), {
      table: databases,
      ids: databases.idsOf('host', host.id),
      make: resourceOf('database', 'top'),
    })
  },
})
