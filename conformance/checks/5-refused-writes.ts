import type { OperationId, WritingId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { barredFrom, isBarred, kebab } from '../judge/access.ts'
import { attempts, forms } from '../judge/battery.ts'
import { type Fixtures, plainly, type Scene } from '../judge/fixtures.ts'
import { inquire, mustNotBeLockedOut } from '../judge/inquiry.ts'
import { isServerError, mayBeTheBody } from '../judge/ladder.ts'
import { personLikeGranted } from '../judge/operations/create-user.ts'
import { importMarked } from '../judge/operations/import-egg.ts'
import { nodesCount, selection, syncTags, twoTags } from '../judge/operations/sync-node-tags.ts'
import { knownOther } from '../judge/operations/update-node.ts'
import {
  foreignEgg,
  sendStartup,
  startupLeft,
  startupParts,
} from '../judge/operations/update-server-startup.ts'
import { prerequisite, Unjudged } from '../judge/outcome.ts'
import { containerOf, granted, sentFields } from '../judge/parts.ts'
import { inShort, receptionOrThrow, wasGranted } from '../judge/reception.ts'
import { doesNotSuit, mustBeGranted, type Refusal } from '../judge/why-refused.ts'
import { type CheckRow, needsResource } from './check.ts'

/** Operations that write, except the tag sync, whose effects no other operation shows. */
type Written = Exclude<WritingId, 'syncNodeTags'>

interface RefusedWrite {
  readonly title: string
  /** A request whose granted response shows the effect of a refused write. */
  readonly look: (fixtures: Fixtures) => Promise<Exchange>
}

/** The effects of each write, by which a refused write that was done is found. */
const writes: Readonly<Record<Written, RefusedWrite>> = {
  updateNode: {
    title: 'a refused update does not change the node',
    look: (fixtures) => sendStartup(fixtures, 'later'),
  },
  importEgg: {
    title: 'a refused import does not change the egg',
    look: (fixtures) => sendStartup(fixtures, 'later 2'),
  },
  updateServerStartup: {
    title: 'a refused startup update does not change the server',
    look: (fixtures) => importMarked(fixtures, `${fixtures.session.mark} later`),
  },
  createUser: {
    title: 'a refused creation creates no user',
    look: async (fixtures) =>
      fixtures.session.send('createUser', { fields: await personLikeGranted(fixtures) }),
  },
}

/** Checks that writes that were refused because of their credential have no effect. Section 5. */
export function refusedWriteChecks(id: OperationId): readonly CheckRow[] {
  if (id === 'syncNodeTags') return [refusedTagSync]
  return Object.hasOwn(writes, id) ? [refusedWriteCheck(id as Written)] : []
}

/**
 * The `nodes_count` of a tag shows the effect of a sync: the tag is selected for another node, whose response shows
 * the tag, and this node is not changed.
 */
async function refusedSync(fixtures: Fixtures): Promise<RefusedSync> {
  const { session } = fixtures
  const [first, second] = twoTags(session)
  const sync = async (tag: number, node?: number) => {
    const exchange = await syncTags(session, [tag], node)
    if (wasGranted(exchange)) return exchange
    // A server may refuse the selection, but only for its body.
    throw new Unjudged({
      skip: doesNotSuit(fixtures, exchange),
      isMoot: mayBeTheBody(exchange) && exchange.reply?.status !== 404,
    })
  }
  const look = () => sync(second, session.resource('otherNode'))
  const counted = async (tag: number) => (await sync(tag)) && nodesCount(await look(), second)
  const [alone, both, again] = [await counted(first), await counted(second), await counted(first)]
  // A change by the read itself is not an effect of a refused request.
  const still = nodesCount(await look(), second)
  if (both !== Number(alone) + 1 || again !== alone || still !== alone)
    throw new Unjudged({
      skip: '`nodes_count` of a tag does not follow the nodes that have it',
      isMoot: true,
    })
  let last: Exchange | undefined
  for (const credential of barredFrom('syncNodeTags', session)) {
    last = await session.send('syncNodeTags', { ...selection(session, [second]), credential })
    if (receptionOrThrow(last) !== 'refused')
      throw new Unjudged(prerequisite('5/sync-node-tags-refuses-*', last))
  }
  const after = await look()
  if (!last) throw new Unjudged('no request was refused for its credential')
  await mustNotBeLockedOut(fixtures, session.tokenFor('syncNodeTags'), last)
  return { refused: last, before: still, after, now: nodesCount(after, second) }
}

/** How often a count must change as by the refused syncs, because another client may change tags meanwhile. */
const mostRounds = 3

/** The refused syncs, again as long as they seem to be done. */
const refusedSyncs: Scene<[], RefusedSync> = async (fixtures) => {
  let sync = await refusedSync(fixtures)
  for (let round = 1; round < mostRounds && isDone(sync); round += 1) sync = await refusedSync(fixtures)
  return sync
}

/** Whether a tag counts one node more than before: the node of the refused syncs, which did not have it. */
const isDone = ({ before, now }: RefusedSync): boolean => now === Number(before) + 1

interface RefusedSync {
  readonly refused: Exchange
  /** How many nodes had the tag before the refused syncs. */
  readonly before: number
  /** A sync of the other node, whose response counts the nodes `now`. */
  readonly after: Exchange
  readonly now: number
}

const refusedTagSync: CheckRow = {
  id: '5/sync-node-tags-refused-changes-nothing',
  clauses: ['5#refused-changes-nothing'],
  title: 'a refused tag sync does not change the tags of the node',
  phase: 'refusal',
  isMeasured: true,
  notSelected: needsResource('otherNode'),
  needs: [plainly.syncNodeTags, refusedSyncs],
  judge(evidence) {
    const sync = evidence.result(refusedSyncs)
    if (!sync || sync.now === sync.before) return undefined
    const { refused, before, after, now } = sync
    if (!isDone(sync))
      return {
        skip: `a tag counted ${before} nodes before the refused syncs and ${now} after them, which shows another change`,
      }
    return {
      message: 'A refused tag sync seems to have been done: its tag counts other nodes than before.',
      expected: `${before} nodes`,
      actual: `${now} nodes`,
      pointer: '/data/0/attributes/nodes_count',
      exchange: after,
      after: refused,
    }
  },
}

/** Writes that must be refused, with reads before and after. */
const refusedWrites: Scene<[Written], readonly Exchange[]> = async (fixtures, id) => {
  const { server } = fixtures.target.resources
  // The mounts show other nodes and servers as well.
  if (server) await fixtures.mountsNow()
  const lookAtOther = await otherLook(fixtures, id)
  const refused = await refusedAttempts(fixtures, id)
  const last = refused.at(-1)
  if (!last) throw new Unjudged('no request was refused for its credential')
  await mustNotBeLockedOut(fixtures, fixtures.session.tokenFor(id), last)
  const shown = await writes[id].look(fixtures)
  if (server) await fixtures.mountsNow()
  await lookAtOther?.()
  granted(shown)
  return refused
}

/** The user of refused requests, which can be created if these had no effect. */
const sameUser: Scene<[], Refusal | undefined> = async (fixtures) => {
  const { session } = fixtures
  const refused = await fixtures.play(refusedWrites, 'createUser')
  const last = refused.findLast((exchange) => Object.keys(sentFields(exchange)).length > 3)
  if (!last) return undefined
  const fields = { ...sentFields(last), last_name: 'Check' }
  const create = () => session.send('createUser', { fields })
  const exchange = await create()
  if (receptionOrThrow(exchange) === 'granted') return undefined
  const other = await session.send('createUser', { fields: await personLikeGranted(fixtures) })
  if (!wasGranted(other))
    throw new Unjudged(`no other user could be created either: ${doesNotSuit(fixtures, other)}`)
  // A single error of the server does not show that the user exists, and the request may have created it.
  const again = isServerError(exchange) ? await create() : exchange
  if (wasGranted(again)) return undefined
  if (isServerError(exchange) && !isServerError(again))
    throw new Unjudged(
      `a valid request may have created the user, and got a server error: ${inShort(exchange.reply)}`,
    )
  return inquire(fixtures, exchange, {
    claim: 'A user whom only refused requests tried to create already exists.',
    expected: 'the user can be created',
    isChosen: false,
  })
}

function refusedWriteCheck(id: Written): CheckRow {
  const { needs = [], judge } = id === 'createUser' ? mustBeGranted(sameUser) : {}
  return {
    id: `5/${kebab(id)}-refused-changes-nothing`,
    clauses: ['5#refused-changes-nothing'],
    title: writes[id].title,
    ignored: 'fields that no later response shows',
    phase: 'refusal',
    needs: [plainly[id], (fixtures) => fixtures.play(refusedWrites, id), ...needs],
    ...(judge && { judge }),
  }
}

/**
 * A granted request whose response shows the second resource of the kind: it sends one field of that resource, so that
 * the others stay as a refused request left them. Whether a body may have few fields is a gap.
 */
async function otherLook(fixtures: Fixtures, id: Written): Promise<(() => Promise<unknown>) | undefined> {
  const { session } = fixtures
  const { otherNode, otherEgg, otherServer } = session.target.resources
  if (id === 'updateNode' && otherNode !== undefined) {
    const known = await fixtures.play(knownOther)
    const name = known?.['name'] ?? session.otherMark
    if (!known) session.ledger.push(`node ${otherNode}: its name was not put back`)
    return () => session.send(id, { named: otherNode, fields: { name } })
  }
  if (id === 'updateServerStartup' && otherServer) {
    const known = await fixtures.companion('showServer', otherServer.id)
    const startup = known
      ? containerOf(known)['startup_command']
      : (await startupParts(fixtures, 'other')).fields?.['startup']
    if (!known) session.ledger.push(startupLeft(otherServer.id))
    return () => session.send(id, { named: otherServer.id, fields: { startup } })
  }
  return id === 'importEgg' && otherEgg !== undefined ? () => foreignEgg(fixtures, 'id') : undefined
}

/**
 * All requests of an operation that were refused because of their credential. @throws Unjudged if one was granted
 */
async function refusedAttempts(fixtures: Fixtures, id: Written): Promise<readonly Exchange[]> {
  const { session } = fixtures
  for (const credential of barredFrom(id, session)) await attempts(fixtures, id, credential, forms(id))
  const barred = session.exchanges.filter(({ ask }) => ask.operation === id && isBarred(ask))
  // A busy server gets the same request again; its later response counts.
  const sent = [...new Map(barred.map((exchange) => [exchange.ask, exchange])).values()]
  const done = sent.find((exchange) => receptionOrThrow(exchange) !== 'refused')
  if (done) throw new Unjudged(prerequisite(`5/${kebab(id)}-refuses-*`, done))
  return sent
}
