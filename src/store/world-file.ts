import { type Adapter, Low } from 'lowdb'
import { BadWorldFile } from './bad-world-file.ts'
import { fileReason } from './file-reason.ts'
import type { World } from './world.ts'
import { BadWorldData, dataOf, type WorldData, worldOf } from './world-data.ts'

/** A world that is kept in a file: loaded at the start, saved after each write. */
export class WorldFile {
  readonly #db: Low<WorldData | null>
  readonly #name: string
  #running: Promise<void> | undefined
  #queued: Promise<void> | undefined

  /** @param name what to call the file when something is wrong with it */
  constructor(adapter: Adapter<WorldData>, name: string) {
    this.#db = new Low<WorldData | null>(adapter as Adapter<WorldData | null>, null)
    this.#name = name
  }

  /**
   * The world in the file; undefined where there is none yet.
   * @throws BadWorldFile with one sentence; the file is left as it is
   */
  async load(): Promise<World | undefined> {
    try {
      await this.#db.read()
      return this.#db.data === null ? undefined : await worldOf(this.#db.data)
    } catch (error) {
      throw new BadWorldFile(`Cannot use ${this.#name}: ${reason(error)}. It was left untouched.`)
    }
  }

  /**
   * Resolves when everything that is in the world now is on disk. Writes that
   * come while one is under way share the next one.
   */
  save(world: World): Promise<void> {
    if (!this.#running) return this.#write(world)
    this.#queued ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#queued = undefined
        return this.#write(world)
      })
    return this.#queued
  }

  /** Resolves when no write is under way, whether they went well or not. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running.catch(() => {})
  }

  #write(world: World): Promise<void> {
    this.#db.data = dataOf(world)
    this.#running = this.#db.write().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }
}

const reason = (error: unknown): string =>
  error instanceof BadWorldData
    ? error.message
    : error instanceof SyntaxError
      ? 'it is damaged, as it holds no whole JSON'
      : fileReason(error)
