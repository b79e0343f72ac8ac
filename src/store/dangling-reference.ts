import { fieldOf, referencesOf } from './references.ts'
import { tableNames } from './tables.ts'
import type { World } from './world.ts'

/** The first id without a row, with its path in the world and the requirement; undefined if every id has a row. */
export function danglingReference(world: World): { path: string; must: string } | undefined {
  for (const name of tableNames) {
    for (const [index, row] of world.tables[name].rows().entries()) {
      for (const { field, to } of referencesOf(name)) {
        const ids = [fieldOf(row, field)].flat()
        const lost = ids.find((id) => typeof id === 'number' && !world.tables[to].get(id))
        if (lost !== undefined) {
          return { path: `tables.${name}[${index}].${field}`, must: `be the id of a row in ${to}` }
        }
      }
    }
  }
  return undefined
}
