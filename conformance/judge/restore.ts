import { Unjudged } from './outcome.ts'
import { isObject, wasGranted } from './reception.ts'
import type { Scenes } from './scenes.ts'

/**
 * Puts back what the run can know of: what the node's first answer showed, the
 * tags and the file that the target states. The rest goes into the ledger.
 */
export async function restore(scenes: Scenes): Promise<void> {
  const { session, calls } = scenes
  if (!session.mayWrite) return
  const { resources, requests, importEgg } = session.target
  const granted = session.exchanges.filter(wasGranted)
  const wrote = new Set(granted.map(({ ask }) => ask.operation))
  for (const { ask } of granted.filter((exchange) => exchange.ask.operation === 'createUser')) {
    session.ledger.push(`a user ${isObject(ask.json) ? ask.json['email'] : ''}`)
  }
  if (wrote.has('updateNode'))
    await putBack(scenes, `node ${resources.node}: its fields`, () => restoreNode(scenes))
  const { tags } = resources
  if (wrote.has('syncNodeTags') && tags && requests.syncTags)
    await putBack(scenes, `node ${resources.node}: its tags`, () => calls.syncTags(tags))
  if (wrote.has('importEgg')) {
    const isBack =
      importEgg !== undefined &&
      (await putBack(scenes, `egg ${resources.egg}: its file`, () => calls.importEgg(importEgg)))
    const left = isBack ? 'the file of the target is in it again' : "the run's own file is in it"
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

/** Does it, or says that it could not be done: the run has its results, whatever becomes of this. */
async function putBack({ session }: Scenes, what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error
    session.ledger.push(`${what} could not be put back: ${error.message}`)
    return false
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
