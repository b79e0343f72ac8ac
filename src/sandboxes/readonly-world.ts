import type { Identity } from '../store/identity.ts'
import { type Tables, tableNames } from '../store/tables.ts'
import type { World } from '../store/world.ts'
import { onceFor } from '../util/once.ts'

/** What reads a table and changes nothing. */
type ReadonlyTable<T> = Omit<
  T,
  'add' | 'insert' | 'load' | 'moves' | 'remove' | 'replace' | 'skipTo' | 'takeOver' | 'undo'
>

/** The data of one seed, to be read. Rows are frozen, since worlds share them. */
export interface ReadonlyWorld {
  readonly identity: Identity
  readonly tables: { readonly [N in keyof Tables]: ReadonlyTable<Tables[N]> }
  /** Digest of everything in the world, 12 hexadecimal digits: equal worlds, equal checksums. */
  checksum(): string
}

/** The same object for the same world, which it follows. */
export const readonlyWorld = onceFor((world: World): ReadonlyWorld => {
  const tables = tableNames.map((name) => [name, readonlyTable(world.tables[name])])
  return {
    identity: Object.freeze({ ...world.identity }),
    // One table for each name.
    tables: Object.fromEntries(tables) as ReadonlyWorld['tables'],
    checksum: () => world.checksum(),
  }
})

/** Methods that return rows or ids. */
const readers = ['get', 'must', 'find', 'ids', 'idsOf', 'rows', 'of', 'count'] as const

function readonlyTable(table: Tables[keyof Tables]): object {
  const methods = readers.map((name) => {
    // The type of the parameters has only those that all tables have in common.
    const read = table[name].bind(table) as (...parameters: unknown[]) => unknown
    return [name, (...parameters: unknown[]) => withoutWrites(read(...parameters))]
  })
  const getters = { size: { get: () => table.size }, lastId: { get: () => table.lastId } }
  return Object.freeze(Object.defineProperties(Object.fromEntries(methods), getters))
}

/** Lists are copies: those of ids belong to the table, which goes on writing to them. */
const withoutWrites = (result: unknown): unknown =>
  Array.isArray(result) ? result.map(frozen) : frozen(result)

function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) frozen(part)
  }
  return value
}
