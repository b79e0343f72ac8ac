import { recordOf } from '../contract/objects.ts'
import { onceFor } from '../contract/once.ts'
import { type Tables, tableNames } from '../store/tables.ts'
import type { Identity, World } from '../store/world.ts'

/** Methods of a table that return rows or ids. */
const readers = ['get', 'must', 'find', 'ids', 'idsOf', 'rows', 'of', 'count'] as const

/** A table without the methods that change it. */
type ReadonlyTable<T extends Tables[keyof Tables]> = Pick<T, (typeof readers)[number] | 'size' | 'lastId'>

/** A world for reading. Its rows are frozen, because worlds share them. */
export interface ReadonlyWorld {
  readonly identity: Identity
  readonly tables: { readonly [N in keyof Tables]: ReadonlyTable<Tables[N]> }
  /** Digest of the whole world, 12 hexadecimal digits; equal worlds have equal checksums. */
  checksum(): string
}

/** A live view of a world; each world has one view. */
export const readonlyWorld = onceFor((world: World): ReadonlyWorld => {
  const tables = recordOf(tableNames, (name) => readonlyTable(world.tables[name]))
  return {
    identity: Object.freeze({ ...world.identity }),
    // A table for reading has the methods of its table.
    tables: tables as ReadonlyWorld['tables'],
    checksum: () => world.checksum(),
  }
})

function readonlyTable(table: Tables[keyof Tables]): object {
  const methods = recordOf(readers, (name) => {
    // The methods of a union of tables have the parameter types that all tables accept.
    const read = table[name].bind(table) as (...parameters: unknown[]) => unknown
    return (...parameters: unknown[]) => withoutWrites(read(...parameters))
  })
  const getters = { size: { get: () => table.size }, lastId: { get: () => table.lastId } }
  return Object.freeze(Object.defineProperties(methods, getters))
}

/** Lists are copied: a list of ids belongs to the table, which changes it later. */
const withoutWrites = (result: unknown): unknown =>
  Array.isArray(result) ? result.map(frozen) : frozen(result)

function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) frozen(part)
  }
  return value
}
