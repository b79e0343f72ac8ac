import { ChangeLog } from './change-log.ts'
import { DurableFile } from './durable-file.ts'
import { PersistentWorld } from './persistent-world.ts'
import { WorldFile } from './world-file.ts'

/** What keeps a world in a data file, and in a log beside it. */
export const persistentWorldAt = (path: string): PersistentWorld =>
  new PersistentWorld(new WorldFile(new DurableFile(path), path), new ChangeLog(path), path)
