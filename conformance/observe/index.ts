import type { Observation } from '../outcome.ts'
import type { Scenes } from '../scenes.ts'

export async function observe(_scenes: Scenes): Promise<Observation[]> {
  return []
}
