import type { World } from './world.ts'

/** How many snapshots there can be of one world. */
export const mostSnapshots = 100

/** A world as it once was. */
export interface Snapshot {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly world: World
}

/** A snapshot more than there can be; the message says how many there can. */
export class TooManySnapshots extends Error {}

/** One world through time: as it was at the start, as it is now, and as it was when somebody kept it. */
export class Versions {
  #start: World
  #now: World
  readonly #snapshots = new Map<string, Snapshot>()

  /** @param start the world at the start; it must not change any more */
  constructor(start: World) {
    this.#start = start
    this.#now = start.fork()
  }

  /** The world to read and write; another one after each of the methods below. */
  get now(): World {
    return this.#now
  }

  /** Goes back to the start, or on to another one, which must not change any more. */
  reset(start: World = this.#start): void {
    this.#start = start
    this.#now = start.fork()
  }

  /** Puts a world in the place of the one that is now; a reset still goes back to the start. */
  put(world: World): void {
    this.#now = world.fork()
  }

  /**
   * Keeps the world as it is now, in the place of what had that name before.
   * @throws TooManySnapshots
   */
  snapshot(name: string, at: number): Snapshot {
    if (!this.#snapshots.has(name) && this.#snapshots.size >= mostSnapshots) {
      throw new TooManySnapshots(`There are ${mostSnapshots} snapshots already; delete one of them first.`)
    }
    const snapshot = { name, at, world: this.#now.copy() }
    this.#snapshots.delete(name)
    this.#snapshots.set(name, snapshot)
    return snapshot
  }

  /** Goes back to a snapshot, which stays. @returns whether there is one of that name */
  restore(name: string): boolean {
    const snapshot = this.#snapshots.get(name)
    if (snapshot) this.#now = snapshot.world.copy()
    return snapshot !== undefined
  }

  /** @returns whether there was a snapshot of that name */
  forget(name: string): boolean {
    return this.#snapshots.delete(name)
  }

  /** In the order in which they were taken. */
  snapshots(): Snapshot[] {
    return [...this.#snapshots.values()]
  }
}
