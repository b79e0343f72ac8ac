import type { Row } from './rows.ts'

type Key = string | number

/** How the rows of a table are found: by keys that are one row's own, and by keys that many share. */
export interface Shape<R extends Row, U extends string = never, G extends string = never> {
  readonly unique: Readonly<Record<U, (row: R) => Key | null>>
  readonly groups: Readonly<Record<G, (row: R) => Key | null | readonly Key[]>>
}

/** One row that a write replaced: `before` is missing for a new row, `after` for a removed one. */
export interface Replaced<R extends Row = Row> {
  readonly before: R | undefined
  readonly after: R | undefined
}

const none: readonly number[] = []

/**
 * Rows by id, with indexes. A table can lie over another one that no longer
 * changes: it then holds only what differs, so that a new world costs nothing
 * and looking a row up costs the same however many there are.
 */
export class Table<R extends Row, U extends string = never, G extends string = never> {
  readonly #shape: Shape<R, U, G>
  readonly #below: Table<R, U, G> | undefined
  readonly #written: (replaced: Replaced<R>) => void
  readonly #rows = new Map<number, R | null>()
  readonly #unique = new Map<string, Map<Key, number | null>>()
  readonly #groups = new Map<string, Map<Key, number[]>>()
  #ids: number[] | undefined
  #lastId: number

  constructor(
    shape: Shape<R, U, G>,
    written: (replaced: Replaced<R>) => void = () => {},
    below?: Table<R, U, G>,
  ) {
    this.#shape = shape
    this.#written = written
    this.#below = below
    this.#lastId = below ? below.lastId : 0
    for (const name of Object.keys(shape.unique)) this.#unique.set(name, new Map())
    for (const name of Object.keys(shape.groups)) this.#groups.set(name, new Map())
  }

  /** The highest id ever given out; the next row gets the one after it. */
  get lastId(): number {
    return this.#lastId
  }

  get size(): number {
    return this.ids().length
  }

  get(id: number): R | undefined {
    const own = this.#rows.get(id)
    return own === undefined ? this.#below?.get(id) : (own ?? undefined)
  }

  /** The row with that id, which other rows rely on being there. */
  must(id: number): R {
    const row = this.get(id)
    if (!row) throw new Error(`no row ${id}`)
    return row
  }

  find(index: U, key: Key): R | undefined {
    const id = this.#owner(index, key)
    return id === undefined ? undefined : this.get(id)
  }

  /** All ids, ascending. */
  ids(): readonly number[] {
    return this.#ids ?? this.#below?.ids() ?? none
  }

  /** Ids of the rows that share a key, ascending. */
  idsOf(group: G, key: Key): readonly number[] {
    return this.#groups.get(group)?.get(key) ?? this.#below?.idsOf(group, key) ?? none
  }

  rows(ids: readonly number[] = this.ids()): R[] {
    return ids.map((id) => this.must(id))
  }

  of(group: G, key: Key): R[] {
    return this.rows(this.idsOf(group, key))
  }

  count(group: G, key: Key): number {
    return this.idsOf(group, key).length
  }

  /** Adds a row under the next id. */
  insert(fields: Omit<R, 'id'>): R {
    const row = { id: this.#lastId + 1, ...fields } as R
    this.#put(undefined, row)
    return row
  }

  /** Puts another row in the place of the one with its id. */
  replace(row: R): R {
    this.#put(this.must(row.id), row)
    return row
  }

  remove(id: number): void {
    this.#put(this.must(id), undefined)
  }

  /** Takes a row over as it is, id included, as when a world is read from a file. */
  load(row: R): void {
    this.#move(undefined, row)
  }

  /** Undoes a write that was reported; the last one first. */
  undo({ before, after }: Replaced<R>): void {
    this.#move(after, before)
    if (!before && after && after.id === this.#lastId) this.#lastId -= 1
  }

  /** Lets ids go on after those that were once given out. */
  skipTo(lastId: number): void {
    this.#lastId = Math.max(this.#lastId, lastId)
  }

  #put(before: R | undefined, after: R | undefined): void {
    this.#move(before, after)
    this.#written({ before, after })
  }

  #move(before: R | undefined, after: R | undefined): void {
    const id = (after ?? before)?.id
    if (id === undefined) return
    this.#rows.set(id, after ?? null)
    if (!before) this.#ids = added(this.#ids ?? [...(this.#below?.ids() ?? none)], id)
    if (!after) this.#ids = this.ids().filter((other) => other !== id)
    this.#lastId = Math.max(this.#lastId, id)
    for (const name of Object.keys(this.#shape.unique) as U[]) this.#reindex(name, before, after)
    for (const name of Object.keys(this.#shape.groups) as G[]) this.#regroup(name, before, after)
  }

  #owner(index: U, key: Key): number | undefined {
    const own = this.#unique.get(index)?.get(key)
    if (own !== undefined) return own ?? undefined
    return this.#below ? this.#below.#owner(index, key) : undefined
  }

  #reindex(name: U, before: R | undefined, after: R | undefined): void {
    const keyOf = this.#shape.unique[name]
    const index = this.#unique.get(name)
    const old = before ? keyOf(before) : null
    const next = after ? keyOf(after) : null
    if (old !== null && before && this.#owner(name, old) === before.id) index?.set(old, null)
    if (next !== null && after) index?.set(next, after.id)
  }

  #regroup(name: G, before: R | undefined, after: R | undefined): void {
    const keysOf = this.#shape.groups[name]
    const old = before ? keys(keysOf(before)) : []
    const next = after ? keys(keysOf(after)) : []
    for (const key of old) if (!next.includes(key)) this.#members(name, key, before)
    for (const key of next) if (!old.includes(key) && after) added(this.#members(name, key), after.id)
  }

  /** This table's own list of a group, without the row that leaves it. */
  #members(name: G, key: Key, leaving?: R): number[] {
    const groups = this.#groups.get(name) as Map<Key, number[]>
    let own = groups.get(key)
    if (!own || leaving) {
      own = this.idsOf(name, key).filter((id) => id !== leaving?.id)
      groups.set(key, own)
    }
    return own
  }
}

const keys = (key: Key | null | readonly Key[]): readonly Key[] =>
  key === null ? [] : typeof key === 'object' ? key : [key]

/** Inserts an id where the ascending order wants it, which is nearly always the end. */
function added(ids: number[], id: number): number[] {
  let at = ids.length
  while (at > 0 && (ids[at - 1] as number) > id) at -= 1
  ids.splice(at, 0, id)
  return ids
}
