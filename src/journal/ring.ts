import { type Entry, emptyEntry } from './entry.ts'

/** A remembered entry, valid until the ring reuses its place. */
export interface Kept extends Entry {
  readonly id: number
  /** Approximate number of characters that the entry takes. */
  readonly weight: number
}

/**
 * The latest entries. Their places are created once and reused, and values that successive entries
 * have in common are kept once: the garbage collector would have to move objects that live for a
 * thousand requests again and again.
 */
export class Ring {
  readonly #capacity: number
  readonly #places: Place[] = []
  #oldest = 0
  #size = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.#size
  }

  /** @returns the weight of the entry that was dropped for it, or 0 */
  add(id: number, weight: number, entry: Entry): number {
    const latest = this.#places[this.#at(this.#size - 1)]
    const place = this.#next()
    const freed = place.weight
    place.fill(id, weight, entry, latest)
    return freed
  }

  /** Counts a repeat of a request. @returns the entry with the changes of all attempts; undefined if it was dropped */
  repeat(id: number, weight: number, changes: Entry['changes']): Kept | undefined {
    const place = this.#places.find((each) => each.id === id)
    place?.repeat(weight, changes)
    return place && { ...place }
  }

  /** Drops the oldest entry. @returns the weight of the entry, or 0 without entries */
  drop(): number {
    const place = this.#places[this.#oldest]
    if (!place || this.#size === 0) return 0
    const freed = place.weight
    place.fill(0, 0, emptyEntry, undefined)
    this.#oldest = this.#at(1)
    this.#size -= 1
    return freed
  }

  clear(): void {
    this.#places.length = 0
    this.#oldest = 0
    this.#size = 0
  }

  /** The entries, oldest first. */
  list(): Kept[] {
    return Array.from({ length: this.#size }, (_, nth) => this.#places[this.#at(nth)] as Kept)
  }

  #at(nth: number): number {
    return (this.#oldest + nth + this.#capacity) % this.#capacity
  }

  #next(): Place {
    if (this.#size === this.#capacity) this.#oldest = this.#at(1)
    else this.#size += 1
    const at = this.#at(this.#size - 1)
    const place = this.#places[at] ?? new Place()
    this.#places[at] = place
    return place
  }
}

class Place implements Kept {
  id = 0
  weight = 0
  at = 0
  method = ''
  path = ''
  headers = emptyEntry.headers
  body: unknown
  operation: string | null = null
  bearer: string | null = null
  status: number | null = null
  responseHeaders = emptyEntry.responseHeaders
  jsonBytes: number | undefined
  responseBody = emptyEntry.responseBody
  length = 0
  assumed = emptyEntry.assumed
  duration = 0
  fault: string | null = null
  repeats = 0
  changes = emptyEntry.changes

  fill(id: number, weight: number, entry: Entry, latest: Place = this): void {
    this.path = latest.path === entry.path ? latest.path : entry.path
    this.bearer = latest.bearer === entry.bearer ? latest.bearer : entry.bearer
    this.assumed = isSame(latest.assumed, entry.assumed) ? latest.assumed : entry.assumed
    this.id = id
    this.weight = weight
    this.at = entry.at
    this.method = entry.method
    this.headers = entry.headers
    this.body = entry.body
    this.operation = entry.operation
    this.status = entry.status
    this.responseHeaders = entry.responseHeaders
    this.jsonBytes = entry.jsonBytes
    this.responseBody = entry.responseBody
    this.length = entry.length
    this.duration = entry.duration
    this.fault = entry.fault
    this.repeats = entry.repeats
    this.changes = entry.changes.length === 0 ? emptyEntry.changes : entry.changes
  }

  repeat(weight: number, changes: Entry['changes']): void {
    this.weight += weight
    this.repeats += 1
    this.changes = [...this.changes, ...changes]
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at])
