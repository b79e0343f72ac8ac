import { ChangeLog } from './change-log.ts'
import { DurableFile } from './durable-file.ts'
import { Keeper } from './keeper.ts'
import { WorldFile } from './world-file.ts'

/** What keeps a world in a data file, and in a log beside it. */
export const keeperOf = (path: string): Keeper =>
  new Keeper(new WorldFile(new DurableFile(path), path), new ChangeLog(path), path)
