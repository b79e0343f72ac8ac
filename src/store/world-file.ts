import { type Adapter, Low } from 'lowdb'
import { BadWorldData } from './bad-world-data.ts'
import { BadWorldFile } from './bad-world-file.ts'
import { fileReason } from './file-reason.ts'
import type { World } from './world.ts'
import { checkHead, dataOf, type WorldData, worldOf } from './world-data.ts'

/** A world that is kept in a file: loaded at the start, saved after each write. */
export class WorldFile {
  readonly #db: Low<WorldData | null>
  readonly #name: string
  /** Stands in the file, if it is not 0: what lies beside it and is of a lower one is in it already. */
  epoch = 0
  /** Settles when the last write that began is over, however it went. */
  #last: Promise<void> = Promise.resolve()
  /** The write that begins then, and the world that it takes. */
  #next: Promise<void> | undefined
  #world: World | undefined

  /** @param name what to call the file when something is wrong with it */
  constructor(adapter: Adapter<WorldData>, name: string) {
    this.#db = new Low<WorldData | null>(adapter as Adapter<WorldData | null>, null)
    this.#name = name
  }

  /**
   * The world in the file; undefined where there is none yet.
   * @param amend changes what the file holds, before it is checked
   * @throws BadWorldFile with one sentence; the file is left as it is
   */
  async load(amend: (data: WorldData) => WorldData = (data) => data): Promise<World | undefined> {
    try {
      await this.#db.read()
      const { data } = this.#db
      // It is what everything was made from; only the world is wanted from now on.
      this.#db.data = null
      if (data === null) return undefined
      checkHead(data)
      this.epoch = data.epoch ?? 0
      return await worldOf(amend(data))
    } catch (error) {
      if (error instanceof BadWorldFile) throw error
      throw new BadWorldFile(`Cannot use ${this.#name}: ${reason(error)}. It was left untouched.`)
    }
  }

  /**
   * Resolves when everything that is in the world now is on disk. Writes that
   * come while one is under way share the next one, which takes the world that
   * came last: one that was put in the place of another stays there.
   */
  save(world: World): Promise<void> {
    this.#world = world
    this.#next ??= this.#last.then(() => {
      this.#next = undefined
      this.#db.data = { ...dataOf(this.#world ?? world), ...(this.epoch > 0 && { epoch: this.epoch }) }
      const write = this.#db.write()
      this.#last = write.catch(() => {})
      return write
    })
    return this.#next
  }

  /** Resolves when every save so far is over, whether it went well or not. */
  async settled(): Promise<void> {
    await this.#next?.catch(() => {})
    await this.#last
  }
}

const reason = (error: unknown): string =>
  error instanceof BadWorldData
    ? error.message
    : error instanceof SyntaxError
      ? 'it is damaged, as it holds no whole JSON'
      : fileReason(error)
