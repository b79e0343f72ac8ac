import type { WantedWorld } from '../fixtures/standard-world.ts'
import type { World } from '../store/world.ts'

type Make = (wanted: WantedWorld) => Promise<World>

/**
 * Returns a world that is still in use instead of generating it again. Generated worlds never change, so many
 * sandboxes of one seed can share one.
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
    // A concurrent call may have made the same world during `await`.
    const first = known(name) ?? world
    made.set(name, new WeakRef(first))
    return first
  }
}
