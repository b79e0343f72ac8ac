import type { Row } from './rows.ts'

export type Key = string | number

/** The keys under which an index finds a row; null for none. */
export type KeysOf<R extends Row> = (row: R) => Key | null | readonly Key[]

const none: readonly number[] = []

/** Rows by id as a table holds them: null for a row of the table below that was removed. */
export type OwnRows<R extends Row> = ReadonlyMap<number, R | null>

/** Ids by key, ascending. */
type Own = Map<Key, number[]>

/** The table below. */
interface Below<R extends Row, I extends string> {
  idsOf(index: I, key: Key): readonly number[]
  get(id: number): R | undefined
}

/**
 * Finds the ids of rows by a key. An index is built from the rows on first use: a large world has many rows, and most
 * requests use few indexes. An index can be on top of the index of a table below: it then holds only the changed keys,
 * and other keys are found in the index below.
 */
export class RowIndex<R extends Row, I extends string> {
  readonly #name: I
  readonly #keysOf: KeysOf<R>
  readonly #rows: OwnRows<R>
  readonly #below: Below<R, I> | undefined
  #own: Own | undefined

  constructor(name: I, keysOf: KeysOf<R>, rows: OwnRows<R>, below: Below<R, I> | undefined) {
    this.#name = name
    this.#keysOf = keysOf
    this.#rows = rows
    this.#below = below
  }

  /** The ids of the rows with a key, ascending. */
  ids(key: Key): readonly number[] {
    return this.#built().get(key) ?? this.#below?.idsOf(this.#name, key) ?? none
  }

  /** Replaces a row by another row of the same id; `before` is missing for a new row, `after` for a removed one. */
  move(id: number, before: R | undefined, after: R | undefined): void {
    if (this.#own) this.#replace(this.#own, id, before, after)
  }

  #built(): Own {
    if (this.#own) return this.#own
    this.#own = new Map()
    for (const [id, row] of this.#rows) this.#replace(this.#own, id, this.#below?.get(id), row ?? undefined)
    return this.#own
  }

  #replace(own: Own, id: number, before: R | undefined, after: R | undefined): void {
    const old = before ? this.#keysOf(before) : null
    const next = after ? this.#keysOf(after) : null
    if (old === next) return
    const [left, joined] = [new Set(each(old)), new Set(each(next))]
    for (const key of left) if (!joined.has(key)) this.#leave(own, key, id)
    for (const key of joined) if (!left.has(key)) addInOrder(this.#ownIds(own, key), id)
  }

  #leave(own: Own, key: Key, id: number): void {
    const left = removeFrom(this.#ownIds(own, key), id)
    if (left.length === 0 && !this.#below?.idsOf(this.#name, key).length) own.delete(key)
  }

  /** The ids with a key, to be changed here. */
  #ownIds(own: Own, key: Key): number[] {
    const ids = own.get(key) ?? [...this.ids(key)]
    own.set(key, ids)
    return ids
  }
}

const each = (keys: Key | null | readonly Key[]): readonly Key[] =>
  keys === null ? [] : typeof keys === 'object' ? keys : [keys]

/** Inserts an id in ascending order; the search starts at the end, where nearly all new ids belong. */
export function addInOrder(ids: number[], id: number): number[] {
  let at = ids.length
  while (at > 0 && (ids[at - 1] as number) > id) at -= 1
  if (at === ids.length) ids.push(id)
  else ids.splice(at, 0, id)
  return ids
}

/** Removes an id, if it is among the ids. */
export function removeFrom(ids: number[], id: number): number[] {
  const at = ids.lastIndexOf(id)
  if (at >= 0) ids.splice(at, 1)
  return ids
}
