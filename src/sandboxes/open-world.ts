import type { WantedWorld } from '../fixtures/world-for.ts'
import { OtherWorld } from '../store/errors.ts'
import type { Change, World } from '../store/world.ts'

/** Makes the changes of the main world durable. */
export interface Keeper {
  /** Makes a write durable. @throws NotKept after the write was undone */
  commit(world: World, changes: readonly Change[]): Promise<void>
  /** Makes a whole world durable, then calls `enter`, which makes it the current one. @throws NotKept */
  replace(world: World, enter: () => void): Promise<void>
  /** Changes of the current world that are not durable yet and may still be undone. */
  unsaved(): readonly Change[]
  /** Finishes all writes so far, and unlocks the data file. */
  close(): Promise<void>
}

/** Keeps the world in memory alone. */
export const inMemory: Keeper = {
  commit: async () => {},
  replace: async (_, enter) => enter(),
  unsaved: () => [],
  close: async () => {},
}

/**
 * Opens the world that a service starts with: that in the data file. If there is no file, a world is generated and
 * written to it.
 * @param make generates a world
 * @throws BadWorldFile, OtherWorld, Locked or NotKept for a data file that cannot be used
 */
export async function openWorld(
  wanted: WantedWorld & { readonly data?: string },
  make: () => Promise<World>,
): Promise<{ readonly base: World; readonly keeper: Keeper }> {
  const { data: path } = wanted
  if (path === undefined) return { base: await make(), keeper: inMemory }
  const { PersistentWorld } = await import('../store/persistent-world.ts')
  const keeper = await PersistentWorld.open(path)
  try {
    const loaded = await keeper.load()
    if (loaded) refuseOther(path, loaded, wanted)
    const base = loaded ?? (await make())
    if (!loaded) await keeper.replace(base)
    return { base, keeper }
  } catch (error) {
    await keeper.close()
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
