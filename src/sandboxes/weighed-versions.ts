import { weigh, weighOnce } from '../journal/weigh.ts'
import { TooManySnapshots } from '../store/errors.ts'
import { tableNames } from '../store/tables.ts'
import type { Snapshot, Successor } from '../store/versions.ts'
import { Versions } from '../store/versions.ts'
import type { Change, World } from '../store/world.ts'

/** Maximum size of all snapshots of a world in bytes of JSON, of which a character counts as one. */
const mostSnapshotBytes = 128_000_000

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

  /** Counts the rows that a write replaced. */
  written(changes: readonly Change[]): void {
    for (const { after } of changes) this.#add(after === undefined ? 0 : weighOnce(after))
  }

  override afterReset(start?: World): Successor {
    const successor = super.afterReset(start)
    return this.#weighed(successor, { now: 0, ...(start && { start: weightOf(start) }) })
  }

  override afterLoad(world: World): Successor {
    return this.#weighed(super.afterLoad(world), { now: weightOf(world) })
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

  #add(characters: number): void {
    this.#now += characters
    this.#grew(characters)
  }
}

const weightOf = ({ tables }: World): number =>
  tableNames.reduce((sum, name) => sum + weigh(tables[name].rows()), 0)
