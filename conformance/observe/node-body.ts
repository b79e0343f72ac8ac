import type { Attributes } from '../judge/parts.ts'
import type { Scenes } from '../judge/scenes.ts'
import { control } from './ask.ts'

/** The fourteen fields as the run last sent them, with those that the target prefers. */
export async function fullNode(scenes: Scenes): Promise<Attributes> {
  await control(scenes, 'updateNode')
  return { ...(await scenes.nodeBody(2)), ...scenes.session.target.requests.updateNode }
}
