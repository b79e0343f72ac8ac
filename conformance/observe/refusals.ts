import { operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type Credential, forgeryNames } from '../client/credentials.ts'
import type { Scenes } from '../judge/scenes.ts'
import { ask, isGranted, refusals } from './ask.ts'
import { agreed, choiceOr, type Observers, tally } from './observer.ts'

const unknown: readonly Credential[] = forgeryNames

/** How many servers of others are tried until one is refused. */
const tries = 2

/** Statuses of requests that are refused for who asks. */
export const tokenRefusals = {
  'refusal.unknown-token': async (scenes) =>
    agreed(
      'refusal.unknown-token',
      statusesWhere(scenes, ({ ask }) => unknown.includes(ask.credential)),
    ),

  'refusal.wrong-kind': async (scenes) =>
    agreed(
      'refusal.wrong-kind',
      statusesWhere(scenes, ({ ask: { credential, operation } }) => {
        const { family } = operations[operation]
        return (
          (credential === 'application' && family !== 'application') ||
          (credential === 'userClient' && family !== 'client')
        )
      }),
    ),

  'refusal.foreign-server': async (scenes) => {
    const credential = scenes.session.need('userClient')
    const foreign = serversOfOthers(scenes)
    for (const named of foreign.slice(0, tries)) {
      const exchange = await ask(scenes, 'listServerBackups', { named, credential })
      if (!isGranted(exchange)) return choiceOr('refusal.foreign-server', String(exchange.reply?.status))
    }
    return {
      observed: 'unseen',
      detail:
        foreign.length === 0 ? 'no answer shows the server of somebody else' : 'the servers tried were shown',
    }
  },
} satisfies Partial<Observers>

const statusesWhere = (scenes: Scenes, isMeant: (exchange: Exchange) => boolean) =>
  tally(
    refusals(scenes)
      .filter(isMeant)
      .map(({ ask: { credential }, reply }) => ({ value: String(reply?.status), where: credential })),
  )

/** UUIDs of servers, met in relationships, that belong to other users than the promised one does. */
function serversOfOthers({ session, seen }: Scenes): readonly string[] {
  const own = session.resource('server').uuid
  const servers = seen.found('server').map(({ attributes: { uuid, user } }) => ({ uuid, user }))
  const owner = servers.find(({ uuid }) => uuid === own)?.user
  if (owner === undefined) return []
  return [
    ...new Set(
      servers.flatMap(({ uuid, user }) =>
        typeof uuid === 'string' && typeof user === 'number' && user !== owner ? [uuid] : [],
      ),
    ),
  ]
}
