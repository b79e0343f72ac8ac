import { weigh } from '../journal/weigh.ts'
import { tableNames } from '../store/tables.ts'
import type { Snapshot } from '../store/versions.ts'
import { Versions } from '../store/versions.ts'
import type { Change, World } from '../store/world.ts'

/**
 * The versions of one world with their weight: characters, as JSON, of the rows that the world does not share with the
 * world that all sandboxes start from. A snapshot weighs as much as the world that it keeps.
 */
export class WeighedVersions extends Versions {
  readonly #grew: (characters: number) => void
  readonly #snapshots = new Map<string, number>()
  #start = 0
  #now = 0

  /** @param grew receives how many characters were added */
  constructor(start: World, grew: (characters: number) => void) {
    super(start)
    this.#grew = grew
  }

  get weight(): number {
    return [...this.#snapshots.values()].reduce((sum, weight) => sum + weight, this.#start + this.#now)
  }

  /** Counts the rows that a write replaced. */
  written(changes: readonly Change[]): void {
    for (const { after } of changes) this.#add(after === undefined ? 0 : weigh(after))
  }

  override reset(start?: World): void {
    if (start) {
      this.#start = weightOf(start)
      this.#grew(this.#start)
    }
    super.reset(start)
    this.#now = 0
  }

  override put(world: World): void {
    super.put(world)
    this.#now = 0
    this.#add(weightOf(world))
  }

  override snapshot(name: string, at: number): Snapshot {
    const snapshot = super.snapshot(name, at)
    this.#snapshots.set(name, this.#now)
    this.#grew(this.#now)
    return snapshot
  }

  override restore(name: string): boolean {
    const isThere = super.restore(name)
    if (isThere) this.#now = this.#snapshots.get(name) ?? 0
    return isThere
  }

  override forget(name: string): boolean {
    this.#snapshots.delete(name)
    return super.forget(name)
  }

  #add(characters: number): void {
    this.#now += characters
    this.#grew(characters)
  }
}

const weightOf = ({ tables }: World): number =>
  tableNames.reduce((sum, name) => sum + weigh(tables[name].rows()), 0)
