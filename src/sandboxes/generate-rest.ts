import type { World } from '../store/world.ts'
import { nextTurn } from '../util/timers.ts'

/** Milliseconds after which generation is interrupted, so that requests do not wait for long. */
const turnMs = 2

/**
 * Generates the rows of a world that were not read yet, between requests.
 * @param isOver stops the generation
 */
export async function generateRest(world: World, isOver: () => boolean): Promise<void> {
  do await nextTurn()
  while (!isOver() && !world.generateFor(turnMs))
}
