import type { Row } from './rows.ts'

export type Key = string | number

/** The keys under which an index finds a row; null for none. */
export type KeysOf<R extends Row> = (row: R) => Key | null | readonly Key[]

const none: readonly number[] = []

/**
 * Finds the ids of rows by a key. An index can lie over that of a table below: it
 * then holds the keys that were touched here, and what it does not hold is found there.
 */
export class RowIndex<R extends Row> {
  readonly #keysOf: KeysOf<R>
  readonly #below: RowIndex<R> | undefined
  /** Ascending; a lone id, which is what most keys have, stands for itself. */
  readonly #own = new Map<Key, number | number[]>()

  constructor(keysOf: KeysOf<R>, below: RowIndex<R> | undefined) {
    this.#keysOf = keysOf
    this.#below = below
  }

  /** Ascending. */
  ids(key: Key): readonly number[] {
    const own = this.#own.get(key)
    if (own === undefined) return this.#below?.ids(key) ?? none
    return typeof own === 'number' ? [own] : own
  }

  /** The lowest id. */
  first(key: Key): number | undefined {
    const own = this.#own.get(key)
    if (own === undefined) return this.#below?.first(key)
    return typeof own === 'number' ? own : own[0]
  }

  /** Puts a row in the place of another one of the same id, of which one may be missing. */
  move(id: number, before: R | undefined, after: R | undefined): void {
    const old = before ? this.#keysOf(before) : null
    const next = after ? this.#keysOf(after) : null
    if (old === next) return
    if (typeof old === 'object' || typeof next === 'object') {
      const [left, joined] = [new Set(each(old)), new Set(each(next))]
      for (const key of left) if (!joined.has(key)) this.#leave(key, id)
      for (const key of joined) if (!left.has(key)) this.#join(key, id)
    } else {
      this.#leave(old, id)
      this.#join(next, id)
    }
  }

  /** Becomes as another index is that lies over the same one. */
  takeOver(other: RowIndex<R>): void {
    for (const [key, ids] of other.#own) this.#own.set(key, typeof ids === 'number' ? ids : [...ids])
  }

  #join(key: Key, id: number): void {
    const own = this.#own.get(key)
    if (typeof own === 'object') addInOrder(own, id)
    else if (own === undefined && this.#below?.first(key) === undefined) this.#own.set(key, id)
    else this.#own.set(key, addInOrder([...this.ids(key)], id))
  }

  #leave(key: Key, id: number): void {
    const own = this.#own.get(key)
    if (typeof own === 'object') removeInOrder(own, id)
    else this.#own.set(key, removeInOrder([...this.ids(key)], id))
  }
}

const each = (keys: Key | null | readonly Key[]): readonly Key[] =>
  keys === null ? [] : typeof keys === 'object' ? keys : [keys]

/** Inserts an id where the ascending order wants it, which is nearly always the end. */
export function addInOrder(ids: number[], id: number): number[] {
  let at = ids.length
  while (at > 0 && (ids[at - 1] as number) > id) at -= 1
  if (at === ids.length) ids.push(id)
  else ids.splice(at, 0, id)
  return ids
}

/** Removes an id from ids in ascending order, if it is among them. */
export function removeInOrder(ids: number[], id: number): number[] {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((ids[middle] as number) < id) from = middle + 1
    else to = middle
  }
  if (ids[from] === id) ids.splice(from, 1)
  return ids
}
