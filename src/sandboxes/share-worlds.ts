import type { WantedWorld } from '../fixtures/standard-world.ts'
import type { World } from '../store/world.ts'

type Make = (wanted: WantedWorld) => Promise<World>

/**
 * Hands out a world that somebody still uses in the place of making it again: made
 * worlds never change, so a thousand sandboxes of one seed can stand on the same.
 */
export function shareWorlds(make: Make): Make {
  const made = new Map<string, WeakRef<World>>()
  const known = (name: string) => made.get(name)?.deref()
  return async (wanted) => {
    const name = JSON.stringify([wanted.seed, wanted.scenario, wanted.scale, wanted.today])
    const shared = known(name)
    if (shared) return shared
    const world = await make(wanted)
    for (const other of [...made.keys()]) if (!known(other)) made.delete(other)
    // Somebody else may have made it meanwhile.
    const first = known(name) ?? world
    made.set(name, new WeakRef(first))
    return first
  }
}
