import { ControlError } from '../contract/checking/errors-in.ts'
import type { Change, World } from './world.ts'

/** Maximum number of snapshots of one world. */
export const mostSnapshots = 100

/** Maximum characters, as JSON, of all snapshots of one world. */
const mostSnapshotCharacters = 128_000_000

/** Approximate characters that a copy of a world takes in addition to its rows: those of its tables and indexes. */
const snapshotWeight = 15_000

/** A copy of a world. */
export interface Snapshot {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly world: World
}

/**
 * The current world of a workspace, the world it started with, and its snapshots. Their weight is the number of
 * characters, as JSON, of the rows that they do not share with the world at the start of the service, and a fixed one for
 * each snapshot.
 */
export class Versions {
  readonly #shared: World
  #start: World
  #now: World
  readonly #snapshots = new Map<string, Snapshot>()

  /** @param start must not change any more */
  constructor(start: World) {
    this.#shared = start
    this.#start = start
    this.#now = start.fork()
  }

  get weight(): number {
    const worlds = this.#start.weight([this.#shared]) + this.weightOf(this.#now) + this.#weightOfSnapshots()
    return worlds + this.#snapshots.size * snapshotWeight
  }

  /** The weight of a world in addition to that of the world at the start. */
  weightOf(world: World): number {
    return world.weight([this.#shared, this.#start])
  }

  #weightOfSnapshots(replaced?: string): number {
    return this.snapshots().reduce(
      (sum, { name, world }) => sum + (name === replaced ? 0 : this.weightOf(world)),
      0,
    )
  }

  /** The world to read and write; another object after `enter`. */
  get now(): World {
    return this.#now
  }

  /** The world to which a reset returns. It must not change any more. */
  get start(): World {
    return this.#start
  }

  /** A copy of the world of a snapshot, which can be restored more than once; undefined if there is no such snapshot. */
  copyOf(name: string): World | undefined {
    return this.#snapshots.get(name)?.world.copy()
  }

  /** Replaces the current world, and the one to which later resets return. */
  enter(world: World, start = this.#start): void {
    this.#start = start
    this.#now = world
  }

  /**
   * Copies the current world. A snapshot of the same name is replaced.
   * @param unsaved changes that are left out of the copy, in the order in which they were made
   * @throws ControlError above a limit
   */
  snapshot(name: string, at: number, unsaved: readonly Change[] = []): Snapshot {
    if (!this.#snapshots.has(name) && this.#snapshots.size >= mostSnapshots) {
      throw new ControlError(409, `There are ${mostSnapshots} snapshots already; delete one of them first.`)
    }
    const world = this.#now.copy()
    world.undo(unsaved)
    const together = this.#weightOfSnapshots(name) + this.weightOf(world)
    if (together > mostSnapshotCharacters) {
      throw new ControlError(
        409,
        `The snapshots of this world would have ${together} characters; they may have ${mostSnapshotCharacters}. Delete one of them first.`,
      )
    }
    const snapshot = { name, at, world }
    this.#snapshots.delete(name)
    this.#snapshots.set(name, snapshot)
    return snapshot
  }

  /** @returns whether there was a snapshot of that name */
  forget(name: string): boolean {
    return this.#snapshots.delete(name)
  }

  /** The snapshots, oldest first. */
  snapshots(): Snapshot[] {
    return [...this.#snapshots.values()]
  }
}
