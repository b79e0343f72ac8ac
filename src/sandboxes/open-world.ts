import type { WantedWorld } from '../fixtures/standard-world.ts'
import { OtherWorld } from '../store/errors.ts'
import type { Change, World } from '../store/world.ts'

/** The world that a service starts with, and the functions that make its changes durable. */
export interface OpenWorld {
  readonly base: World
  /** Makes a write durable. @throws NotKept after the write was undone */
  readonly commit: (world: World, changes: readonly Change[]) => Promise<void>
  /** Makes a whole world durable, then calls `enter`, which makes it the current one. @throws NotKept */
  readonly replace: (world: World, enter: () => void) => Promise<void>
  /** Changes of the current world that are not durable yet and may still be undone. */
  readonly unsaved: () => readonly Change[]
  /** Finishes all writes so far, and unlocks the data file. */
  readonly release: () => Promise<void>
}

interface OpenWith {
  /** The day of a generated world; a world from a data file keeps its own day. */
  readonly day: string
  readonly makeWorld: (wanted: WantedWorld) => Promise<World>
}

/**
 * Opens the world in the data file. If there is no file, a world is generated and written to it.
 * @throws BadWorldFile, OtherWorld, Locked or NotKept for a data file that cannot be used
 */
export async function openWorld(
  wanted: WantedWorld & { readonly data?: string },
  { day, makeWorld }: OpenWith,
): Promise<OpenWorld> {
  const { data: path } = wanted
  const make = () => makeWorld({ ...wanted, today: day })
  if (path === undefined) {
    return {
      base: await make(),
      commit: async () => {},
      replace: async (_, enter) => enter(),
      unsaved: () => [],
      release: async () => {},
    }
  }
  const { PersistentWorld } = await import('../store/persistent-world.ts')
  const file = await PersistentWorld.open(path)
  try {
    const loaded = await file.load()
    if (loaded) refuseOther(path, loaded, wanted)
    const base = loaded ?? (await make())
    if (!loaded) await file.replace(base)
    return {
      base,
      commit: (world, changes) => file.commit(world, changes),
      replace: (world, enter) => file.replace(world, enter),
      unsaved: () => file.unsaved(),
      release: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

function refuseOther(path: string, { identity: found }: World, wanted: WantedWorld): void {
  for (const key of ['seed', 'scenario', 'scale', 'today'] as const) {
    if (wanted[key] !== undefined && wanted[key] !== found[key]) {
      throw new OtherWorld(
        `${path} holds a world of ${key} ${found[key]}, not ${wanted[key]}; leave --${key} out or name another file. It was left untouched.`,
      )
    }
  }
}
