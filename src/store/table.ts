import { mapValues } from '../contract/objects.ts'
import { weightOf } from '../util/weigh.ts'
import { NotKept } from './errors.ts'
import { addInOrder, type Key, type KeysOf, RowIndex, removeFrom } from './row-index.ts'
import type { Row } from './rows.ts'

/** The indexes of a table by their names: the keys of each row in each of them. */
export type Indexes<R extends Row, I extends string = never> = Readonly<Record<I, KeysOf<R>>>

/** One row that a write replaced: `before` is missing for a new row, `after` for a removed one. */
export interface Replaced<R extends Row = Row> {
  readonly before: R | undefined
  readonly after: R | undefined
}

/** The highest id of a row; ids up to twice this are exact numbers in JSON. */
export const highestId = 2 ** 52

const none: readonly number[] = []

/**
 * Rows by id, with indexes. A table can be on top of another one that is no longer written to: it then holds only the
 * differences, so that a new world takes no time and the time of a lookup does not depend on the number of rows.
 */
export class Table<R extends Row, I extends string = never> {
  readonly #below: Table<R, I> | undefined
  readonly #written: (replaced: Replaced<R>) => void
  readonly #rows = new Map<number, R | null>()
  readonly #indexes: Readonly<Record<I, RowIndex<R>>>
  #ids: number[] | undefined
  #lastId = 0
  #moves = 0
  #writes = 0
  #weight: number | undefined

  constructor(
    indexes: Indexes<R, I>,
    written: (replaced: Replaced<R>) => void = () => {},
    below?: Table<R, I>,
  ) {
    this.#written = written
    this.#below = below
    this.#indexes = mapValues(
      indexes,
      (keysOf: KeysOf<R>, name) => new RowIndex(keysOf, (key) => below?.idsOf(name, key) ?? none),
    )
  }

  /** The highest id that the table ever assigned; the next row gets the following id. */
  get lastId(): number {
    return Math.max(this.#lastId, this.#below?.lastId ?? 0)
  }

  /** Number of changes to the rows; results that were computed from the rows are valid while it is the same. */
  get moves(): number {
    return this.#moves
  }

  /** Number of writes that were not undone. */
  get writes(): number {
    return this.#writes
  }

  /** Characters, as JSON, of the rows that the table does not share with the one below. */
  get weight(): number {
    this.#weight ??= [...this.#rows.values()].reduce((sum, row) => sum + weightOf(row), 0)
    return this.#weight
  }

  get size(): number {
    return this.ids().length
  }

  get(id: number): R | undefined {
    const own = this.#rows.get(id)
    return own === undefined ? this.#below?.get(id) : (own ?? undefined)
  }

  /** The row with an id that other rows refer to. @throws Error if there is no such row */
  must(id: number): R {
    const row = this.get(id)
    if (!row) throw new Error(`no row ${id}`)
    return row
  }

  /** The row with a key; the row with the lowest id where several rows have the key. */
  find(index: I, key: Key): R | undefined {
    const [id] = this.idsOf(index, key)
    return id === undefined ? undefined : this.get(id)
  }

  /** All ids, ascending. */
  ids(): readonly number[] {
    return this.#ids ?? this.#below?.ids() ?? none
  }

  /** Ids of the rows that share a key, ascending. */
  idsOf(index: I, key: Key): readonly number[] {
    return this.#indexes[index].ids(key)
  }

  rows(ids: readonly number[] = this.ids()): R[] {
    return ids.map((id) => this.must(id))
  }

  of(index: I, key: Key): R[] {
    return this.rows(this.idsOf(index, key))
  }

  count(index: I, key: Key): number {
    return this.idsOf(index, key).length
  }

  /** Adds a row under the next id. */
  insert(fields: Omit<R, 'id'> & { readonly id?: never }): R {
    return this.add({ id: this.lastId + 1, ...fields } as R)
  }

  /** Adds a row that already has the next id, without the copy that `insert` makes: for generators of many rows. */
  add(row: R): R {
    this.#put(undefined, row)
    return row
  }

  /** Replaces the row that has the same id. @throws Error if there is no such row */
  replace(row: R): R {
    this.#put(this.must(row.id), row)
    return row
  }

  remove(id: number): void {
    this.#put(this.must(id), undefined)
  }

  /** Adds a row with any id without reporting a write, such as a row of a data file. */
  load(row: R): void {
    this.#move(undefined, row)
  }

  /** Copies the rows of another table on top of the same table, into an unused table. */
  takeOver(other: Table<R, I>): void {
    for (const [id, row] of other.#rows) {
      this.#rows.set(id, row)
      this.#index(id, this.#below?.get(id), row ?? undefined)
    }
    this.#ids = other.#ids && [...other.#ids]
    this.#lastId = other.#lastId
    this.#weight = other.#weight
    this.#writes = other.#writes
    this.#moves += 1
  }

  /** Undoes a reported write; several writes are undone in reverse order. */
  undo({ before, after }: Replaced<R>): void {
    this.#move(after, before)
    this.#writes -= 1
    if (!before && after && after.id === this.#lastId) this.#lastId -= 1
  }

  /** Raises `lastId`, so that ids of removed rows are not assigned again. */
  skipTo(lastId: number): void {
    this.#lastId = Math.max(this.#lastId, lastId)
  }

  #put(before: R | undefined, after: R | undefined): void {
    if (after && after.id > highestId) {
      throw new NotKept(`The table has no more ids; the highest is ${highestId}. Nothing was changed.`)
    }
    this.#move(before, after)
    this.#writes += 1
    this.#written({ before, after })
  }

  #move(before: R | undefined, after: R | undefined): void {
    const id = (after ?? before)?.id
    if (id === undefined) return
    this.#moves += 1
    // A row below that is back after an undone write belongs to the table below alone; an own row is removed for good.
    const own = after === this.#below?.get(id) ? undefined : (after ?? null)
    if (this.#weight !== undefined) this.#weight += weightOf(own) - weightOf(this.#rows.get(id))
    if (own === undefined) this.#rows.delete(id)
    else this.#rows.set(id, own)
    if (!before || !after) {
      this.#ids ??= [...(this.#below?.ids() ?? none)]
      if (after) addInOrder(this.#ids, id)
      else removeFrom(this.#ids, id)
    }
    this.#lastId = Math.max(this.#lastId, id)
    this.#index(id, before, after)
  }

  #index(id: number, before: R | undefined, after: R | undefined): void {
    // `for...in` is faster than a list of the indexes.
    for (const name in this.#indexes) this.#indexes[name].move(id, before, after)
  }
}
