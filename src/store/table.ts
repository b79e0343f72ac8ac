import type { Row } from './rows.ts'

type Key = string | number

type KeysOf<R extends Row> = (row: R) => Key | null | readonly Key[]

/** How the rows of a table are found: by keys that should be one row's own, and by keys that many share. */
export interface Shape<R extends Row, U extends string = never, G extends string = never> {
  readonly unique: Readonly<Record<U, (row: R) => Key | null>>
  readonly groups: Readonly<Record<G, KeysOf<R>>>
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
  readonly #keysOf: Readonly<Record<U | G, KeysOf<R>>>
  readonly #below: Table<R, U, G> | undefined
  readonly #written: (replaced: Replaced<R>) => void
  readonly #rows = new Map<number, R | null>()
  /** The ids of the rows with a key, ascending, by index and key: of those keys that writes here touched. */
  readonly #indexes = new Map<U | G, Map<Key, number[]>>()
  #ids: number[] | undefined
  #lastId: number
  #moves = 0

  constructor(
    shape: Shape<R, U, G>,
    written: (replaced: Replaced<R>) => void = () => {},
    below?: Table<R, U, G>,
  ) {
    this.#keysOf = { ...shape.unique, ...shape.groups } as Record<U | G, KeysOf<R>>
    this.#written = written
    this.#below = below
    this.#lastId = below ? below.lastId : 0
    for (const index of Object.keys(this.#keysOf) as (U | G)[]) this.#indexes.set(index, new Map())
  }

  /** The highest id ever given out; the next row gets the one after it. */
  get lastId(): number {
    return this.#lastId
  }

  /** How often rows came and went; what was worked out from the rows holds as long as it is the same. */
  get moves(): number {
    return this.#moves
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

  /** The row with that key; the oldest, where several have it. */
  find(index: U, key: Key): R | undefined {
    const [id] = this.#having(index, key)
    return id === undefined ? undefined : this.get(id)
  }

  /** All ids, ascending. */
  ids(): readonly number[] {
    return this.#ids ?? this.#below?.ids() ?? none
  }

  /** Ids of the rows that share a key, ascending. */
  idsOf(group: G, key: Key): readonly number[] {
    return this.#having(group, key)
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
  insert(fields: Omit<R, 'id'> & { readonly id?: never }): R {
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

  /** Becomes as another table is that lies over the same one. */
  takeOver(other: Table<R, U, G>): void {
    for (const [id, row] of other.#rows) this.#rows.set(id, row)
    for (const [index, lists] of other.#indexes) {
      this.#indexes.set(index, new Map([...lists].map(([key, ids]) => [key, [...ids]])))
    }
    this.#ids = other.#ids && [...other.#ids]
    this.#lastId = other.#lastId
    this.#moves += 1
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
    this.#moves += 1
    this.#rows.set(id, after ?? null)
    if (!before) this.#ids = added(this.#ids ?? [...(this.#below?.ids() ?? none)], id)
    if (!after) this.#ids = this.ids().filter((other) => other !== id)
    this.#lastId = Math.max(this.#lastId, id)
    for (const index of this.#indexes.keys()) this.#reindex(index, before, after)
  }

  #having(index: U | G, key: Key): readonly number[] {
    const own = this.#indexes.get(index)?.get(key)
    if (own) return own
    return this.#below ? this.#below.#having(index, key) : none
  }

  #reindex(index: U | G, before: R | undefined, after: R | undefined): void {
    const old = this.#keys(index, before)
    const next = this.#keys(index, after)
    for (const key of old) if (!next.includes(key)) this.#members(index, key, before)
    for (const key of next) if (!old.includes(key) && after) added(this.#members(index, key), after.id)
  }

  /** The keys that a row has in an index, each of them once. */
  #keys(index: U | G, row: R | undefined): readonly Key[] {
    if (!row) return []
    const key = this.#keysOf[index](row)
    return key === null ? [] : typeof key === 'object' ? [...new Set(key)] : [key]
  }

  /** This table's own list of the rows with a key, without the row that leaves it. */
  #members(index: U | G, key: Key, leaving?: R): number[] {
    const own = this.#indexes.get(index) as Map<Key, number[]>
    const known = own.get(key)
    if (known && !leaving) return known
    const members = this.#having(index, key).filter((id) => id !== leaving?.id)
    own.set(key, members)
    return members
  }
}

/** Inserts an id where the ascending order wants it, which is nearly always the end. */
function added(ids: number[], id: number): number[] {
  let at = ids.length
  while (at > 0 && (ids[at - 1] as number) > id) at -= 1
  ids.splice(at, 0, id)
  return ids
}
