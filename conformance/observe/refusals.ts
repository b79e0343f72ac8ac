import { operations } from '../../src/contract/index.ts'
import { otherServers } from '../checks/4.7-list-server-backups.ts'
import type { Exchange } from '../client/client.ts'
import { isTokenName } from '../client/credentials.ts'
import { refusedKinds } from '../judge/access.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { unknownId } from '../judge/sent-values.ts'
import type { RequestParts } from '../judge/session.ts'
import { ask, isGranted, refusals } from './ask.ts'
import { askNode } from './nodes.ts'
import { agreed, type Observers, unseen } from './observer.ts'

/** The maximum number of servers of other users that are requested until one is refused. */
const tries = 2

/** Gaps about requests that are refused because of their token, and about users who do not own the server. */
export const tokenRefusals = {
  'refusal.unknown-token': async (fixtures) =>
    statusWhere(fixtures, ({ ask }) => !isTokenName(ask.credential)),

  'refusal.wrong-kind': async (fixtures) =>
    statusWhere(fixtures, ({ ask: { credential, operation } }) => {
      const { family } = operations[operation]
      return (
        credential !== 'otherUserClient' &&
        isTokenName(credential) &&
        refusedKinds[family].includes(credential)
      )
    }),

  'refusal.foreign-server': async (fixtures) => {
    const credential = fixtures.session.need('userClient')
    const foreign = otherServers(fixtures, false)
    for (const named of foreign.slice(0, tries)) {
      const exchange = await ask(fixtures, 'listServerBackups', { named, credential })
      if (!isGranted(exchange)) return { value: String(exchange.reply?.status) }
    }
    return unseen(
      foreign.length === 0 ? 'no response shows the server of somebody else' : 'the servers tried were shown',
    )
  },

  // `resources.server` belongs to an ordinary user, and not to the root administrator.
  'access.root-anywhere': async (fixtures) => {
    const credential = fixtures.session.need('rootClient')
    const exchange = await ask(fixtures, 'listServerBackups', { credential })
    return isGranted(exchange) ? 'serve' : 'refuse'
  },

  'access.subusers': async () => unseen('no promised token belongs to a subuser of the server'),

  'checks.order': async (fixtures) => {
    const credential = fixtures.session.need('userClient')
    const statusOf = async (parts: RequestParts) => (await askNode(fixtures, {}, parts)).reply?.status
    const ofToken = await statusOf({ credential })
    const ofPath = await statusOf({ named: unknownId })
    const ofBoth = await statusOf({ credential, named: unknownId })
    if (ofToken === ofPath) return unseen(`both are refused with ${ofToken}`)
    const seen = new Map([[ofToken, 'path-last'] as const, [ofPath, 'path-first'] as const])
    return { observed: seen.get(ofBoth) ?? 'other', detail: `the response has ${ofBoth}` }
  },
} satisfies Partial<Observers>

const statusWhere = (fixtures: Fixtures, matches: (exchange: Exchange) => boolean) =>
  agreed(
    refusals(fixtures)
      .filter(matches)
      .map(({ ask: { credential }, reply }) => ({ value: String(reply?.status), where: credential })),
  )
