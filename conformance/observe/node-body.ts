import type { Fixtures } from '../judge/fixtures.ts'
import { nodeBody } from '../judge/operations/update-node.ts'
import type { Attributes } from '../judge/parts.ts'
import { ask, control } from './ask.ts'

/** The fields that the run last sent of the node, with those that the target pins. */
export async function fullNode(fixtures: Fixtures): Promise<Attributes> {
  await control(fixtures, 'updateNode')
  return { ...(await nodeBody(fixtures)).fields, ...fixtures.session.pins('updateNode') }
}

/** Sends the node once more as the run left it. */
export async function putBack(fixtures: Fixtures): Promise<void> {
  await ask(fixtures, 'updateNode', { json: await fullNode(fixtures) })
}
