import { createHash } from 'node:crypto'
import { Dice } from '../util/dice.ts'
import type { Identity } from './identity.ts'
import { type Replaced, Table } from './table.ts'
import { shapes, type TableName, type Tables, tableNames } from './tables.ts'

/** A row that a request replaced, and the table it stands in. */
export interface Change extends Replaced {
  readonly table: TableName
}

/** All the data of one seed: the tables, and what was changed in them. */
export class World {
  readonly identity: Identity
  readonly tables: Tables
  readonly #base: World | undefined
  /** Those of the transaction that runs. */
  #changes: Change[] | undefined
  #digested: { readonly moves: number; readonly checksum: string } | undefined

  /** A world of its own, empty, or one that lies over a base that no longer changes. */
  constructor(identity: Identity, base?: World) {
    this.identity = identity
    this.#base = base
    const made = tableNames.map((name) => [
      name,
      new Table(
        // The shape, its rows and the table below belong to one name, which a loop over names cannot tell the compiler.
        shapes[name] as never,
        ({ before, after }) => this.#changes?.push({ table: name, before, after }),
        base?.tables[name] as never,
      ),
    ])
    this.tables = Object.fromEntries(made) as Tables
  }

  /** A world that starts as this one is and goes its own way. This one must not change any more. */
  fork(): World {
    return new World(this.identity, this)
  }

  /** A world that is as this one is now; both may change from then on. What neither changed is shared. */
  copy(): World {
    const copy = new World(this.identity, this.#base)
    // Both tables are of that name.
    for (const name of tableNames) copy.tables[name].takeOver(this.tables[name] as never)
    if (this.#digested?.moves === this.#moves()) copy.#digested = { ...this.#digested, moves: copy.#moves() }
    return copy
  }

  /** A UUID for a new row, the same in every run of the same world. */
  uuid(table: TableName, id: number = this.tables[table].lastId + 1): string {
    return new Dice(this.identity.seed, 'uuid', table, id).uuid()
  }

  /**
   * Runs writes that stand or fall together.
   * @throws what `work` throws, after everything it wrote is undone.
   */
  transaction<T>(work: () => T): { result: T; changes: readonly Change[] } {
    const changes: Change[] = []
    this.#changes = changes
    try {
      return { result: work(), changes }
    } catch (error) {
      this.undo(changes)
      throw error
    } finally {
      this.#changes = undefined
    }
  }

  /** Takes back what a transaction changed; the later of two goes first. */
  undo(changes: readonly Change[]): void {
    for (const change of changes.toReversed()) this.tables[change.table].undo(change as never)
  }

  /** Digest of everything in the world, 12 hexadecimal digits: equal worlds, equal checksums. */
  checksum(): string {
    const moves = this.#moves()
    if (this.#digested?.moves !== moves) this.#digested = { moves, checksum: this.#digest(moves) }
    return this.#digested.checksum
  }

  #moves(): number {
    return tableNames.reduce((sum, name) => sum + this.tables[name].moves, 0)
  }

  #digest(moves: number): string {
    // What lies over a base and was never written to is as the base, which is asked by many.
    if (moves === 0 && this.#base) return this.#base.checksum()
    const hash = createHash('sha256')
    for (const name of tableNames) {
      hash.update(name)
      hash.update(JSON.stringify(this.tables[name].rows()))
    }
    return hash.digest('hex').slice(0, 12)
  }
}
