import { type Adapter, Low } from 'lowdb'
import { nextTurn } from '../util/timers.ts'
import { BadWorldData, BadWorldFile, NotKept } from './errors.ts'
import { fileReason, isFile, mustBeWritable, removeTemporaries, resolveLinks } from './file-system.ts'
import { type Lock, lock } from './lock.ts'
import type { Change, World } from './world.ts'
import { dataOf, type WorldData, worldOf } from './world-data.ts'
import { worldFile } from './world-file.ts'

interface Write {
  readonly world: World
  readonly changes: readonly Change[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * A world in a data file, which is locked until `close`. The file holds one complete world at all times: each write
 * replaces the file. Writes during a replacement share the next replacement.
 */
export class PersistentWorld {
  readonly #path: string
  readonly #db: Low<WorldData | null>
  readonly #lock: Lock
  readonly #waiting: Write[] = []
  /** The writes in the world that is being saved. */
  #saving: readonly Write[] = []
  /** Settles after all queued work on the file. */
  #queue: Promise<void> = Promise.resolve()
  #isClosed = false

  /** @param adapter stores the world in the file that `held` locks */
  constructor(path: string, adapter: Adapter<WorldData>, held: Lock) {
    this.#path = path
    this.#db = new Low<WorldData | null>(adapter as Adapter<WorldData | null>, null)
    this.#lock = held
  }

  /** @throws Locked, or BadWorldFile for a path that is not a file */
  static async open(path: string): Promise<PersistentWorld> {
    // The path is checked before a lock file is created.
    try {
      if (await isFile(path)) await mustBeWritable(path)
    } catch (error) {
      throw unusable(path, error)
    }
    const held = await lock(path)
    try {
      // Symbolic links are resolved, so that writes go to the locked file.
      const file = await resolveLinks(path)
      await removeTemporaries(file)
      return new PersistentWorld(path, worldFile(file, held), held)
    } catch (error) {
      held.release()
      throw unusable(path, error)
    }
  }

  /**
   * The world in the file; undefined if there is no file.
   * @throws BadWorldFile; the file stays as it is
   */
  async load(): Promise<World | undefined> {
    try {
      await this.#db.read()
      const { data } = this.#db
      // A data file may have everything that a service writes with any gap settings.
      return data === null ? undefined : await worldOf(data, { allowsDuplicateUsers: true })
    } catch (error) {
      throw unusable(this.#path, error)
    }
  }

  /**
   * Resolves when a write to the world is on disk.
   * @throws NotKept after this write and all later writes were undone
   */
  commit(world: World, changes: readonly Change[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ world, changes, resolve, reject })
      if (this.#waiting.length === 1) void this.#enqueue(() => this.#flush())
    })
  }

  /** Changes of the current world that are not on disk yet and may still be undone, in the order in which they were made. */
  unsaved(): readonly Change[] {
    return [...this.#saving, ...this.#waiting].flatMap(({ changes }) => changes)
  }

  /**
   * Replaces the world in the file.
   * @param enter makes the new world the current one; called as soon as the new world is on disk
   * @throws NotKept; the old world is still in the file, and `enter` was not called
   */
  replace(world: World, enter: () => void = () => {}): Promise<void> {
    return this.#enqueue(async () => {
      await this.#save(world)
      enter()
      // The waiting writes were made to the old world before the replacement, which is on disk.
      for (const { resolve } of this.#waiting.splice(0)) resolve()
    })
  }

  /** Finishes all queued work, then unlocks the file. Later writes are refused with NotKept. */
  close(): Promise<void> {
    return this.#enqueue(async () => {
      this.#isClosed = true
      this.#lock.release()
    })
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => {})
    return done
  }

  async #flush(): Promise<void> {
    // Requests that arrived together share a replacement.
    await nextTurn()
    const writes = this.#waiting.splice(0)
    const [first] = writes
    if (!first) return
    this.#saving = writes
    try {
      await this.#save(first.world)
      for (const { resolve } of writes) resolve()
    } catch (error) {
      // Writes that were made in the meantime are based on the failed writes.
      const lost = [...writes, ...this.#waiting.splice(0)]
      for (const { world, changes } of lost.toReversed()) world.undo(changes)
      for (const { reject } of lost) reject(error)
    } finally {
      this.#saving = []
    }
  }

  async #save(world: World): Promise<void> {
    let outcome = 'Nothing was changed.'
    try {
      if (this.#isClosed) throw new Error('the service has stopped')
      this.#db.data = dataOf(world)
      await this.#db.write()
      outcome = 'The write may be in the file.'
      this.#lock.confirm()
    } catch (error) {
      const reason = fileReason(error)
      const told = /[/\\]/.test(reason) ? 'the log of the server has the reason' : reason
      throw new NotKept(
        `${this.#path} cannot be written: ${reason}. ${outcome}`,
        `The data file cannot be written: ${told}. ${outcome}`,
      )
    }
  }
}

function unusable(path: string, error: unknown): BadWorldFile {
  const reason = error instanceof BadWorldData ? error.message : fileReason(error)
  return new BadWorldFile(`Cannot use ${path}: ${reason}. It was left untouched.`)
}
