import { weigh, weighOnce } from '../journal/weigh.ts'
import { TooManySnapshots } from '../store/errors.ts'
import { tableNames } from '../store/tables.ts'
import type { Snapshot, Successor } from '../store/versions.ts'
import { Versions } from '../store/versions.ts'
import type { Change, World } from '../store/world.ts'

/** Maximum size of all snapshots of a world in bytes of JSON, of which a character counts as one. */
const mostSnapshotBytes = 128_000_000

/** Maximum characters, as JSON, of a row, of what a request adds, and of the rows that a world does not share with its start. */
export const mostCharacters = { row: 500_000, request: 1_000_000, world: 128_000_000 }

/** The weight of a world in characters, and of its start if the start changes too. */
interface Weights {
  readonly now: number
  readonly start?: number
}

/**
 * The versions of one world with their weights. A weight is the number of characters, as JSON, of the rows that the
 * world does not share with the start world of all sandboxes. A snapshot has the weight of its world.
 */
export class WeighedVersions extends Versions {
  readonly #grew: (characters: number) => void
  readonly #snapshots = new Map<string, number>()
  /** The weights of worlds that are ready to replace the current one. */
  readonly #weights = new WeakMap<World, Weights>()
  #start = 0
  #now = 0

  /** @param grew is called with the number of added characters */
  constructor(start: World, grew: (characters: number) => void) {
    super(start)
    this.#grew = grew
  }

  get weight(): number {
    return [...this.#snapshots.values()].reduce((sum, weight) => sum + weight, this.#start + this.#now)
  }

  /** Why a write that has not been counted yet is too large, in a sentence; undefined if it is not. */
  tooLarge(changes: readonly Change[]): string | undefined {
    const { row, request, world } = mostCharacters
    let added = 0
    for (const { table, before, after } of changes) {
      const now = weightOf(after)
      const was = weightOf(before)
      added += now - was
      // A row of a data file may be longer, and requests may leave it so.
      if (now > Math.max(row, was))
        return `A row of ${table} would have ${now} characters as JSON; it may have ${row}.`
    }
    if (added > request) return `The request would add ${added} characters of data; it may add ${request}.`
    const grown = this.#now + this.#growth(changes)
    return added > 0 && grown > world
      ? `The world would have ${grown} characters in new and changed rows; it may have ${world}. Reset it.`
      : undefined
  }

  /** Counts the rows that a write replaced. */
  written(changes: readonly Change[]): void {
    const growth = this.#growth(changes)
    this.#now += growth
    if (growth > 0) this.#grew(growth)
  }

  /** The characters that a write adds to the rows that the world does not share with its start. */
  #growth(changes: readonly Change[]): number {
    const { tables } = this.start
    return changes.reduce((sum, { table, before, after }) => {
      const isShared = before !== undefined && tables[table].get(before.id) === before
      return sum + weightOf(after) - (isShared ? 0 : weightOf(before))
    }, 0)
  }

  override afterReset(start?: World): Successor {
    const successor = super.afterReset(start)
    return this.#weighed(successor, { now: 0, ...(start && { start: weightOfAll(start) }) })
  }

  override afterLoad(world: World): Successor {
    return this.#weighed(super.afterLoad(world), { now: weightOfAll(world) })
  }

  override afterRestore(name: string): Successor | undefined {
    const successor = super.afterRestore(name)
    return successor && this.#weighed(successor, { now: this.#snapshots.get(name) ?? 0 })
  }

  override enter(successor: Successor): void {
    super.enter(successor)
    const { now = 0, start = this.#start } = this.#weights.get(successor.world) ?? {}
    const before = this.#start + this.#now
    this.#start = start
    this.#now = now
    this.#grew(start + now - before)
  }

  override snapshot(name: string, at: number, unsaved: readonly Change[] = []): Snapshot {
    const others = [...this.#snapshots].filter(([other]) => other !== name)
    const weight = others.reduce((sum, [, each]) => sum + each, this.#now)
    if (weight > mostSnapshotBytes) {
      throw new TooManySnapshots(
        `The snapshots of this world would have ${weight} bytes; they may have ${mostSnapshotBytes}. Delete one of them first.`,
      )
    }
    const snapshot = super.snapshot(name, at, unsaved)
    this.#snapshots.set(name, this.#now)
    this.#grew(this.#now)
    return snapshot
  }

  override forget(name: string): boolean {
    this.#snapshots.delete(name)
    return super.forget(name)
  }

  #weighed(successor: Successor, weights: Weights): Successor {
    this.#weights.set(successor.world, weights)
    return successor
  }
}

const weightOf = (row: object | undefined): number => (row === undefined ? 0 : weighOnce(row))

const weightOfAll = ({ tables }: World): number =>
  tableNames.reduce((sum, name) => sum + weigh(tables[name].rows()), 0)
