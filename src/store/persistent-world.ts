import { BadWorldFile } from './bad-world-file.ts'
import { BadLog, type ChangeLog, type LeftLog, type LogHead, lineOf } from './change-log.ts'
import { fileReason } from './file-reason.ts'
import { NotKept } from './not-kept.ts'
import type { Row } from './rows.ts'
import type { Change, World } from './world.ts'
import type { WorldData } from './world-data.ts'
import type { WorldFile } from './world-file.ts'

/** Bytes of a log that are folded into the data file even while clients write on and on. */
const longestLog = 8_000_000

/** Milliseconds of quiet after which a log is folded: soon, so that who opens the file sees the world as it is. */
const quiet = 100

interface Waiting {
  readonly world: World
  readonly changes: readonly Change[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Keeps a world: every write is a line in a log when it is answered, and the
 * log is folded into the data file when there is time.
 */
export class PersistentWorld {
  readonly #file: WorldFile
  readonly #log: ChangeLog
  readonly #name: string
  #world: World | undefined
  #waiting: Waiting[] = []
  /** What uses the log, one after the other. */
  #turn: Promise<void> = Promise.resolve()
  #isWriting = false
  #folding: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param name what to call the data file when something is wrong with it */
  constructor(file: WorldFile, log: ChangeLog, name: string) {
    this.#file = file
    this.#log = log
    this.#name = name
  }

  /**
   * The world that was kept, with all that was answered; undefined where there is none yet.
   * @throws BadWorldFile with one sentence; everything is left as it is
   */
  async load(): Promise<World | undefined> {
    const logs = await this.#left()
    const world = await this.#file.load((data) => laidOver(data, logs, this.#name))
    if (!world && logs.length > 0) {
      throw new BadWorldFile(
        `${this.#name} is gone, but ${this.#name}.changes holds what was written to it; put the file back, or remove the other.`,
      )
    }
    if (world && logs.length > 0) await this.replace(world)
    return world
  }

  /**
   * Resolves when a write is on disk.
   * @throws NotKept after the write, and all that stand on it, were undone
   */
  commit(world: World, changes: readonly Change[]): Promise<void> {
    this.#world = world
    const committed = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ world, changes, resolve, reject })
    })
    if (!this.#isWriting) {
      this.#isWriting = true
      this.#inTurn(() => this.#writeAll())
    }
    return committed
  }

  /** Puts a world in the place of what was kept; resolves when all of it is in the file. */
  async replace(world: World): Promise<void> {
    this.#world = world
    clearTimeout(this.#timer)
    await this.#folding
    await this.#inTurn(() => this.#saveWhole(world))
  }

  /** Folds what is left to fold; resolves when everything is in the data file alone. */
  async close(): Promise<void> {
    await this.#turn
    clearTimeout(this.#timer)
    await this.#folding
    if (!this.#log.isEmpty) await this.#fold().catch(() => {})
    await this.#file.settled()
    // What could not be folded stays for the next one, but nobody here writes to it any more.
    await this.#log.close()
  }

  async #left(): Promise<readonly LeftLog[]> {
    try {
      return await this.#log.left()
    } catch (error) {
      const reason = error instanceof BadLog ? error.message : fileReason(error)
      throw new BadWorldFile(`Cannot use ${this.#name}.changes: ${reason}. It was left untouched.`)
    }
  }

  /** Runs after all that was asked for before; what goes wrong is for who asked. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  /** Writes that come while some are under way share the next trip to the disk. */
  async #writeAll(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#waiting.length > 0) {
      await this.#writeSome()
      // Here, as a turn of its own would not come while clients write on and on.
      if (this.#log.size > longestLog)
        await this.#putAside().then(
          () => this.#foldAside(),
          () => {},
        )
    }
    this.#isWriting = false
    this.#foldSoon()
  }

  async #writeSome(): Promise<void> {
    const some = this.#waiting
    this.#waiting = []
    try {
      const lines = some.map(({ changes }) => lineOf(changes)).join('')
      const isThere = await this.#log.append(lines, this.#head(some))
      if (!isThere && this.#world) await this.#saveWhole(this.#world)
      for (const { resolve } of some) resolve()
    } catch (error) {
      // Whatever was written since stands on what is lost.
      const lost = [...some, ...this.#waiting]
      this.#waiting = []
      for (const { world, changes } of lost.toReversed()) world.undo(changes)
      const reason = new NotKept(
        `${this.#name} cannot be written: ${fileReason(error)}. Nothing was changed.`,
      )
      for (const { reject } of lost) reject(reason)
    }
  }

  /** Everything into the file, and nothing beside it. */
  async #saveWhole(world: World): Promise<void> {
    if (!this.#log.isEmpty) this.#file.epoch += 1
    await this.#file.save(world)
    await this.#log.clear()
  }

  #head([first]: readonly Waiting[]): LogHead {
    const { seed = '', scenario = '' } = first?.world.identity ?? {}
    return { format: 'nestbox-changes', version: 1, epoch: this.#file.epoch, seed, scenario }
  }

  #foldSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#foldAside(), quiet).unref()
  }

  /** Folds while clients go on; one that fails leaves everything where it is, for the next one. */
  #foldAside(): void {
    if (this.#folding || this.#log.isEmpty) return
    this.#folding = this.#fold()
      .then(
        // What was written meanwhile is folded as soon as anything else.
        () => this.#foldSoon(),
        () => {},
      )
      .finally(() => {
        this.#folding = undefined
      })
  }

  async #fold(): Promise<void> {
    const world = this.#world
    if (!world) return
    if (!this.#log.hasOld) await this.#inTurn(() => this.#putAside())
    // Saves the world as it is by then, which is all that was put aside, and perhaps more.
    await this.#file.save(world)
    await this.#log.dropOld()
  }

  /** Puts aside what is to be folded, unless there is something already that was not. */
  async #putAside(): Promise<void> {
    if (this.#log.hasOld) return
    await this.#log.rotate()
    this.#file.epoch += 1
  }
}

/** Data with the changes of logs laid over it; those of before its time it has already. */
function laidOver(data: WorldData, logs: readonly LeftLog[], name: string): WorldData {
  const wanted = logs.filter(({ head }) => head.epoch >= (data.epoch ?? 0))
  if (wanted.length === 0) return data
  const foreign = wanted.find(({ head }) => head.seed !== data.seed || head.scenario !== data.scenario)
  if (foreign) {
    throw new BadWorldFile(
      `${name}.changes belongs to a world of seed ${foreign.head.seed}, scenario ${foreign.head.scenario}, and ${name} holds another; put the right file back, or remove the changes.`,
    )
  }
  // Whoever checks the data will say what is wrong with them.
  if (!Object.values(data.tables).every(Array.isArray)) return data
  const tables = new Map(
    Object.entries<readonly Row[]>(data.tables).map(([table, rows]) => [
      table,
      new Map(rows.map((row) => [row.id, row])),
    ]),
  )
  const lastIds: Record<string, number> = { ...data.lastIds }
  for (const left of wanted.flatMap(({ rows }) => rows)) {
    const id = 'row' in left ? left.row.id : left.gone
    lastIds[left.table] = Math.max(lastIds[left.table] ?? 0, id)
    if ('row' in left) tables.get(left.table)?.set(id, left.row)
    else tables.get(left.table)?.delete(id)
  }
  const sorted = [...tables].map(([table, rows]) => [table, [...rows.values()].sort((a, b) => a.id - b.id)])
  return {
    ...data,
    lastIds: lastIds as WorldData['lastIds'],
    tables: Object.fromEntries(sorted) as WorldData['tables'],
  }
}
