import type { WantedWorld } from '../fixtures/standard-world.ts'
import { worldFor } from '../fixtures/world-for.ts'
import { lock } from '../store/lock.ts'
import type { Change, World } from '../store/world.ts'

/** The world that a service starts from, and what keeps what becomes of it. */
export interface OpenWorld {
  readonly base: World
  /** Makes a write durable. @throws NotKept after it was taken back */
  readonly commit: (world: World, changes: readonly Change[]) => Promise<void>
  /** Makes a whole world durable that was put in the place of another. */
  readonly replace: (world: World) => Promise<void>
  /** Gives the data file up, with everything in it. */
  readonly release: () => Promise<void>
}

/** A data file that belongs to another world than the one asked for; the message is the whole story. */
export class OtherWorld extends Error {}

/**
 * Opens the world in the data file if there is one, else makes one.
 * @param day the day of a world that is made; one from a file keeps its own
 * @throws BadWorldFile, OtherWorld or Locked for a data file that cannot be used
 */
export async function openWorld(
  wanted: WantedWorld & { readonly data?: string },
  day: string,
): Promise<OpenWorld> {
  const { data: path } = wanted
  const make = () => worldFor({ ...wanted, today: day })
  if (path === undefined) {
    const nothing = async () => {}
    return { base: await make(), commit: nothing, replace: nothing, release: nothing }
  }
  const { persistentWorldAt } = await import('../store/persistent-world-at.ts')
  const release = await lock(path)
  try {
    const keeper = persistentWorldAt(path)
    const loaded = await keeper.load()
    if (loaded) refuseOther(path, loaded, wanted)
    const base = loaded ?? (await make())
    if (!loaded) await keeper.replace(base)
    return {
      base,
      commit: (world, changes) => keeper.commit(world, changes),
      replace: (world) => keeper.replace(world),
      release: async () => {
        await keeper.close()
        await release()
      },
    }
  } catch (error) {
    await release()
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
