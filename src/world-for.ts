import { standardWorld, type WantedWorld } from './fixtures/standard-world.ts'
import { isSubset } from './is-subset.ts'
import type { World } from './store/world.ts'
import { knownWorldOf } from './store/world-data.ts'

/** The world that is wanted, made anew. Faker is loaded by the first one that is not ready-made. */
export async function worldFor(wanted: WantedWorld): Promise<World> {
  const identity = standardWorld(wanted)
  const { readyMade } = await import('./fixtures/ready-made.ts')
  const ready = readyMade.find((world) => isSubset(identity, world))
  return ready ? knownWorldOf(ready) : (await import('./fixtures/index.ts')).makeWorld(identity)
}
