import { createHash } from 'node:crypto'
import { Dice } from '../util/dice.ts'
import { type Replaced, Table } from './table.ts'
import { indexesOf, type TableName, type Tables, tableNames } from './tables.ts'

/** The parameters of a generated world: equal identities give equal worlds, byte for byte. */
export interface Identity {
  readonly seed: string
  readonly scenario: string
  /** Number of servers. */
  readonly scale: number
  /** The UTC day before which all generated dates lie, such as `2026-06-01`. */
  readonly today: string
}

/** The default of `today`. */
export const standardToday = '2026-06-01'

/** A row that a request replaced, and the table of the row. */
export interface Change extends Replaced {
  readonly table: TableName
}

/** The tables of one identity, with transactions. */
export class World {
  readonly identity: Identity
  readonly tables: Tables
  readonly #base: World | undefined
  /** The changes of the running transaction. */
  #changes: Change[] | undefined
  #digested: { readonly moves: number; readonly checksum: string } | undefined

  /** Creates an empty world, or a world on top of a base that is no longer written to. */
  constructor(identity: Identity, base?: World) {
    this.identity = identity
    this.#base = base
    const made = tableNames.map((name) => [
      name,
      new Table(
        // The compiler cannot match the indexes and the table below by their name in a loop.
        indexesOf[name] as never,
        ({ before, after }) => this.#changes?.push({ table: name, before, after }),
        base?.tables[name] as never,
      ),
    ])
    this.tables = Object.fromEntries(made) as Tables
  }

  /** Creates a world that starts with the content of this world, which must not change any more. */
  fork(): World {
    return new World(this.identity, this)
  }

  /** Creates a world with the current content of this world; both may change afterwards. Both share the base. */
  copy(): World {
    const copy = new World(this.identity, this.#base)
    // The compiler cannot match the two tables by their name in a loop.
    for (const name of tableNames) copy.tables[name].takeOver(this.tables[name] as never)
    if (this.#digested?.moves === this.#moves()) copy.#digested = { ...this.#digested, moves: copy.#moves() }
    return copy
  }

  /** Characters, as JSON, of the rows that the world does not share with any of these worlds below it. */
  weight(shared: readonly World[]): number {
    if (shared.includes(this)) return 0
    const own = tableNames.reduce((sum, name) => sum + this.tables[name].weight, 0)
    return own + (this.#base?.weight(shared) ?? 0)
  }

  /** A UUID for a new row, the same in every run of the same world. */
  uuid(table: TableName, id: number = this.tables[table].lastId + 1): string {
    return new Dice(this.identity.seed, 'uuid', table, id).uuid()
  }

  /**
   * Runs several writes completely or not at all.
   * @param work gets the list of its changes, to refuse them
   * @throws the error of `work`, after all of its writes were undone.
   */
  transaction<T>(work: (changes: readonly Change[]) => T): { result: T; changes: readonly Change[] } {
    const changes: Change[] = []
    this.#changes = changes
    try {
      return { result: work(changes), changes }
    } catch (error) {
      this.undo(changes)
      throw error
    } finally {
      this.#changes = undefined
    }
  }

  /** Undoes the changes of transactions, the latest change first. */
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
    // A world without changes equals its base, whose checksum all worlds over it share.
    if (moves === 0 && this.#base) return this.#base.checksum()
    const hash = createHash('sha256')
    for (const name of tableNames) {
      hash.update(`${name}[`)
      // The JSON of a whole table can be longer than a string.
      for (const [at, row] of this.tables[name].rows().entries())
        hash.update((at > 0 ? ',' : '') + JSON.stringify(row))
      hash.update(']')
    }
    return hash.digest('hex').slice(0, 12)
  }
}
