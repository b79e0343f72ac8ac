import type { RowOf, TableName } from './tables.ts'
import { tableNames } from './tables.ts'
import type { World } from './world.ts'

/** A field that holds ids of rows in another table. */
interface Reference {
  readonly field: string
  readonly to: TableName
}

type References = { readonly [N in TableName]: { readonly [F in keyof RowOf<N> & string]?: TableName } }

const references: References = {
  locations: {},
  tags: {},
  nodes: { location_id: 'locations', tag_ids: 'tags' },
  eggs: { tag_ids: 'tags' },
  variables: { egg_id: 'eggs' },
  users: {},
  servers: {
    user_id: 'users',
    node_id: 'nodes',
    allocation_id: 'allocations',
    egg_id: 'eggs',
    subuser_ids: 'users',
  },
  allocations: { node_id: 'nodes', server_id: 'servers' },
  mounts: { egg_ids: 'eggs', node_ids: 'nodes', server_ids: 'servers' },
  backups: { server_id: 'servers' },
  hosts: {},
  databases: { host_id: 'hosts', server_id: 'servers' },
}

/** The first id without a row, with its path in the world and the requirement; undefined if every id has a row. */
export function danglingReference(world: World): { path: string; must: string } | undefined {
  for (const name of tableNames) {
    const fields: Reference[] = Object.entries(references[name]).map(([field, to]) => ({ field, to }))
    for (const [index, row] of world.tables[name].rows().entries()) {
      for (const { field, to } of fields) {
        const ids = [(row as unknown as Record<string, number | null | readonly number[]>)[field]].flat()
        const lost = ids.find((id) => typeof id === 'number' && !world.tables[to].get(id))
        if (lost !== undefined) {
          return { path: `tables.${name}.${index}.${field}`, must: `be the id of a row in ${to}` }
        }
      }
    }
  }
  return undefined
}
