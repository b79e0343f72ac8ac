import { operations } from '../contract/operations.ts'
import { databaseResource } from '../resources/database.ts'
import { endpoint } from './endpoint.ts'
import { byId } from './lookup.ts'
import { paginate, unstatedPages } from './pagination.ts'

/** Section 4.8 */
export const listHostDatabases = endpoint(operations.listHostDatabases, {
  pages: unstatedPages,
  handle({ view, params, url }) {
    const { hosts, databases } = view.tables
    const host = byId('database host', hosts, params['databaseHost_id'])
    return paginate(view, url, unstatedPages(view.gap), {
      table: databases,
      ids: databases.idsOf('host', host.id),
      make: databaseResource,
    })
  },
})
