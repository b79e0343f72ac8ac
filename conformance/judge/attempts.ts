import type { OperationId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type Credential, strangers } from '../client/credentials.ts'
import { Unjudged } from './outcome.ts'
import { receptionOf, wasGranted } from './reception.ts'
import { ignoreUnlessBusy, type Scenes } from './scenes.ts'

/** The same request as the plain one of that operation, with another credential; a write says who tried it. */
export function attempt(scenes: Scenes, id: OperationId, credential: Credential): Promise<Exchange> {
  const { calls, session } = scenes
  const mark = `Intruder ${credential}`
  const play: Record<OperationId, () => Promise<Exchange>> = {
    updateNode: async () =>
      calls.updateNode({ ...(await scenes.nodeBody(2)), name: mark, maintenance_mode: false }, credential),
    syncNodeTags: () => calls.syncTags(session.resource('tags').slice(0, 1), credential),
    importEgg: () => calls.importMarked(mark, credential),
    listServerMounts: () => calls.mounts('id', credential),
    updateServerStartup: () => calls.startup(scenes.startupBody(mark), 'id', credential),
    createUser: async () => calls.createUser(await candidate(scenes, credential), credential),
    listServerBackups: () => calls.backups({}, credential),
    listHostDatabases: () => calls.databases({}, credential),
  }
  return session.once(`attempt ${id} ${credential}`, play[id])
}

/**
 * The person whom every bad token tries to create, so that one good token
 * afterwards tells whether any did. Once one of them got in, the others try
 * somebody new: else a refusal of the same e-mail would pass for one of the token.
 */
export const candidate = (
  scenes: Scenes,
  credential: Credential,
): Promise<Readonly<Record<string, unknown>>> => {
  const isBad = bad.includes(credential)
  const isTaken = scenes.session.exchanges.some(
    ({ ask, reply }) =>
      ask.operation === 'createUser' &&
      bad.includes(ask.credential) &&
      receptionOf('createUser', reply) !== 'refused',
  )
  const key = isBad && !isTaken ? 'candidate' : `candidate ${credential}`
  return scenes.session.once(key, async () => scenes.person())
}

/** Credentials that the application and the admin family have to refuse alike. */
export const bad: readonly Credential[] = [...strangers, 'userClient']

/** Where a token is granted if it is any good. */
const homes: Partial<Record<Credential, readonly OperationId[]>> = {
  application: ['createUser', 'updateNode'],
  userClient: ['listServerBackups'],
}

/** A real token that is refused proves something only if it is granted elsewhere. */
export async function mustBeAlive(scenes: Scenes, credential: Credential): Promise<void> {
  const ids = homes[credential]
  if (ids === undefined) return
  for (const id of ids) {
    const exchange = await attempt(scenes, id, credential).catch(ignoreUnlessBusy)
    if (exchange && wasGranted(exchange)) return
  }
  throw new Unjudged(`the token ${credential} was granted nowhere, so its refusal proves nothing`)
}
