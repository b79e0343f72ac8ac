import { isObject, verdictOf } from './judge.ts'
import type { Scenes } from './scenes.ts'

/**
 * Puts back what the run can know of: the node as its first answer had it, the
 * tags and the file that the target states. The rest goes into the ledger.
 */
export async function restore(scenes: Scenes): Promise<void> {
  const { session, calls } = scenes
  const { resources, requests, importEgg } = session.target
  const wrote = new Set(
    session.exchanges
      .filter(({ ask, reply }) => verdictOf(ask.operation, reply) === 'granted')
      .map(({ ask }) => ask.operation),
  )
  if (!session.mayWrite) return
  if (wrote.has('updateNode')) {
    const first = await scenes.node()
    const known = isObject(first) ? first : undefined
    session.ledger.push(
      `node ${resources.node}: name and description are the run's own; nothing reads a node before it is written`,
    )
    if (known) {
      const { name: _, description: __, ...fields } = await scenes.nodeBody(0)
      await calls.updateNode({
        name: known['name'],
        description: known['description'],
        ...fields,
        behind_proxy: known['behind_proxy'],
        maintenance_mode: known['maintenance_mode'],
      })
    }
  }
  if (wrote.has('syncNodeTags') && resources.tags && requests.syncTags) await calls.syncTags(resources.tags)
  if (wrote.has('importEgg')) {
    if (importEgg !== undefined) await calls.importEgg(importEgg)
    session.ledger.push(
      `egg ${resources.egg}: ${importEgg === undefined ? 'what the run imported is still in it' : 'imported anew from the file of the target'}`,
    )
  }
  if (wrote.has('updateServerStartup')) {
    session.ledger.push(`server ${resources.server?.uuid}: the startup command and image are the run's own`)
  }
}
