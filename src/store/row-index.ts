import { keptIn } from '../contract/once.ts'
import type { Row } from './rows.ts'

export type Key = string | number

/** The keys under which an index finds a row; null for none. */
export type KeysOf<R extends Row> = (row: R) => Key | null | readonly Key[]

/**
 * Finds the ids of rows by a key. An index can be on top of the index of a table below: it then holds only the changed
 * keys, and other keys are found in the index below.
 */
export class RowIndex<R extends Row> {
  readonly #keysOf: KeysOf<R>
  readonly #below: (key: Key) => readonly number[]
  /** Ids by key, ascending; most tables of a sandbox never change, and need no map. */
  #own: Map<Key, number[]> | undefined

  /** @param below finds the ids of a key in the table below */
  constructor(keysOf: KeysOf<R>, below: (key: Key) => readonly number[]) {
    this.#keysOf = keysOf
    this.#below = below
  }

  /** The ids of the rows with a key, ascending. */
  ids(key: Key): readonly number[] {
    return this.#own?.get(key) ?? this.#below(key)
  }

  /** Replaces a row by another row of the same id; `before` is missing for a new row, `after` for a removed one. */
  move(id: number, before: R | undefined, after: R | undefined): void {
    const old = before ? this.#keysOf(before) : null
    const next = after ? this.#keysOf(after) : null
    if (old === next) return
    this.#own ??= new Map()
    const [left, joined] = [new Set(each(old)), new Set(each(next))]
    for (const key of left) if (!joined.has(key)) this.#leave(this.#own, key, id)
    for (const key of joined) if (!left.has(key)) addInOrder(this.#idsIn(this.#own, key), id)
  }

  #leave(own: Map<Key, number[]>, key: Key, id: number): void {
    const left = removeFrom(this.#idsIn(own, key), id)
    if (left.length === 0 && this.#below(key).length === 0) own.delete(key)
  }

  /** The ids with a key, to be changed here. */
  #idsIn(own: Map<Key, number[]>, key: Key): number[] {
    return keptIn(own, key, () => [...this.#below(key)])
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
