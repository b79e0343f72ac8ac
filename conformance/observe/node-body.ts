import { nodeBody } from '../judge/operations/update-node.ts'
import type { Attributes } from '../judge/parts.ts'
import type { Scenes } from '../judge/scenes.ts'
import { control } from './ask.ts'

/** The fields that the run last sent of the node, with those that the target pins. */
export async function fullNode(scenes: Scenes): Promise<Attributes> {
  await control(scenes, 'updateNode')
  return { ...(await nodeBody(scenes)).fields, ...scenes.session.pins('updateNode') }
}
