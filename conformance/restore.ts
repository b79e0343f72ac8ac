import { isObject, verdictOf } from './judge.ts'
import type { Scenes } from './scenes.ts'

/**
 * Puts back what the run can know of: what the node's first answer showed, the
 * tags and the file that the target states. The rest goes into the ledger.
 */
export async function restore(scenes: Scenes): Promise<void> {
  const { session, calls } = scenes
  if (!session.mayWrite) return
  const { resources, requests, importEgg } = session.target
  const granted = session.exchanges.filter(({ ask, reply }) => verdictOf(ask.operation, reply) === 'granted')
  const wrote = new Set(granted.map(({ ask }) => ask.operation))
  for (const { ask } of granted.filter((exchange) => exchange.ask.operation === 'createUser')) {
    session.ledger.push(`a user ${isObject(ask.json) ? ask.json['email'] : ''}`)
  }
  if (wrote.has('updateNode')) await restoreNode(scenes)
  if (wrote.has('syncNodeTags') && resources.tags && requests.syncTags) await calls.syncTags(resources.tags)
  if (wrote.has('importEgg')) {
    if (importEgg !== undefined) await calls.importEgg(importEgg)
    const left =
      importEgg === undefined ? "the run's own file is in it" : 'the file of the target is in it again'
    session.ledger.push(
      `egg ${resources.egg}: ${left}; its servers may have lost values of variables it had before`,
    )
  }
  if (wrote.has('updateServerStartup')) {
    session.ledger.push(
      `server ${resources.server?.uuid}: startup command, image and environment are the run's own`,
    )
  }
}

/** Nothing reads a node before it is written, so its old name is lost, unless the target states it. */
async function restoreNode(scenes: Scenes): Promise<void> {
  const { session, calls } = scenes
  const known = await scenes.node()
  if (!known) {
    session.ledger.push(`node ${session.target.resources.node}: all it was sent is the run's own`)
    return
  }
  const { description, behind_proxy, maintenance_mode } = known
  await calls.updateNode({
    ...(await scenes.nodeBody(0)),
    description: description ?? '',
    behind_proxy,
    maintenance_mode,
  })
  session.ledger.push(`node ${session.target.resources.node}: the name is the run's own`)
}
