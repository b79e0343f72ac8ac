import { operations } from '../contract/operations.ts'
import { endpoint } from '../endpoint.ts'
import { numberAt, paginate } from '../paginate.ts'
import { databaseResource } from '../resources/database.ts'
import { byId } from './lookup.ts'

/** Section 4.8 */
export const listHostDatabases = endpoint(operations.listHostDatabases, {
  handle({ view, params, url }) {
    const { hosts, databases } = view.tables
    const host = byId('database host', hosts, params['databaseHost_id'])
    const maximum = numberAt(view.gap, 'page.maximum-databases')
    return paginate(
      view,
      url,
      {
        standard: Math.min(numberAt(view.gap, 'page.default-databases'), maximum),
        maximum,
        over: (gap) => gap('page.over-maximum-databases'),
      },
      { table: databases, ids: databases.idsOf('host', host.id), make: databaseResource },
    )
  },
})
