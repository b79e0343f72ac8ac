import { filtered, operations, type WritingId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type Named, pathOf } from '../client/request-path.ts'
import { nodeFields } from './body-fields.ts'
import type { Fixtures } from './fixtures.ts'
import { mayBeAValue } from './ladder.ts'
import { plans } from './operations/index.ts'
import { syncTags } from './operations/sync-node-tags.ts'
import { knownNode, knownOther } from './operations/update-node.ts'
import { showsStartup, startupLeft, startupOf } from './operations/update-server-startup.ts'
import { ignoreUnjudged, whyUnjudged } from './outcome.ts'
import { type Attributes, granted, sentFields } from './parts.ts'
import { inShort, statusOf, wasGranted } from './reception.ts'
import type { Session } from './session.ts'

/** Writes that may have been done: granted writes, and writes with a valid token that got an error response. */
const mayHaveBeenDone = ({ session }: Fixtures): readonly Exchange[] =>
  session.exchanges.filter(
    (exchange) =>
      exchange.ask.method !== 'GET' &&
      (wasGranted(exchange) || exchange.ask.credential === exchange.ask.token),
  )

/** Restores what each write may have changed, or adds a line to the ledger. */
const restorers: Readonly<
  Record<WritingId, (fixtures: Fixtures, done: readonly Exchange[]) => Promise<void>>
> = {
  async updateNode(fixtures) {
    const { node } = fixtures.session.target.resources
    await putBack(fixtures, `node ${node}: its fields`, () => restoreNode(fixtures))
  },
  async syncNodeTags(fixtures) {
    const { session } = fixtures
    const { resources, requests } = session.target
    const { tags } = resources
    if (tags && requests.syncTags)
      await putBack(fixtures, `node ${resources.node}: its tags`, () => syncTags(session, tags))
  },
  async importEgg(fixtures, done) {
    const { session } = fixtures
    if (!done.some(mayBeDone)) return
    const { resources, importEgg } = session.target
    const isBack =
      importEgg !== undefined &&
      !importEgg.includes('{{mark}}') &&
      (await putBack(fixtures, `egg ${resources.egg}: its file`, () =>
        session.send('importEgg', { named: session.resource('egg'), file: importEgg }),
      ))
    const left = isBack ? 'the file of the target is in it again' : 'a file of the kit is in it'
    session.ledger.push(
      `egg ${resources.egg}: ${left}; its servers may have lost values of variables that it had before`,
    )
  },
  async updateServerStartup(fixtures, done) {
    const { session } = fixtures
    const { id } = session.resource('server')
    const isBack = await putBack(
      fixtures,
      `server ${id}: its startup`,
      async () => (await restoreStartup(fixtures, id)) ?? restoreEgg(fixtures, done),
    )
    const isShown = isBack && showsStartup(session, await fixtures.companion('showServer', id))
    if (!isShown) session.ledger.push(startupLeft(id))
  },
  async createUser({ session }, done) {
    const emails = done.filter(wasGranted).map((exchange) => String(sentFields(exchange)['email']))
    const ends = [...new Set([emails[0], emails.at(-1)])].join(' to ')
    note(session, 'users created:', emails.length > 0 ? ` ${emails.length} (${ends})` : undefined)
  },
}

/** Adds a line to the ledger, in place of the one with this start: the run restores twice, and the second time counts. */
function note({ ledger }: Session, start: string, rest: string | undefined): void {
  const before = ledger.findIndex((line) => line.startsWith(start))
  if (before >= 0) ledger.splice(before, 1)
  if (rest !== undefined) ledger.push(start + rest)
}

/**
 * Restores the values that the run knows: the node and the server as they were read before the first write, and the
 * tags and the egg file of the target. Everything else that a write may have changed is added to the ledger.
 */
export async function restore(fixtures: Fixtures): Promise<void> {
  const { session } = fixtures
  if (!session.mayWrite) return
  for (const putBack of fixtures.putBacks) await putBack()
  const done = mayHaveBeenDone(fixtures)
  for (const line of unsettled(done)) session.ledger.push(line)
  const [first, ...others] = Object.keys(restorers) as [WritingId, ...WritingId[]]
  // A server may refuse updates while its node is in maintenance.
  const before = done.length > 0 ? await fixtures.play(knownNode).catch(ignoreUnjudged) : undefined
  const isClosed = before?.['maintenance_mode'] === true
  for (const id of isClosed ? [...others, first] : [first, ...others]) {
    // Checks that write to other resources add their own lines.
    const paths = await ownPaths(fixtures, id).catch(ignoreUnjudged)
    const own = done.filter(
      ({ ask }) => ask.operation === id && paths?.includes(ask.path.split('?')[0] ?? ''),
    )
    const isThere = own.some(wasGranted) || !own.some(({ reply }) => reply?.status === 404)
    const lines = session.ledger.length
    if (own.length > 0 && isThere) await restorers[id](fixtures, own)
    // What is put back after refusals alone had not changed, if the server is right.
    if (!own.some(mayBeDone)) session.ledger.splice(lines)
  }
  const { node, otherNode } = session.target.resources
  await noteFieldsLeft(fixtures, node, knownNode, done.filter(mayBeDone))
  await noteFieldsLeft(fixtures, otherNode, knownOther, done.filter(mayBeDone))
}

/** Adds a line to the ledger for fields that were sent to a node, and of which no response showed a value before. */
async function noteFieldsLeft(
  fixtures: Fixtures,
  named: number | undefined,
  before: typeof knownNode,
  done: readonly Exchange[],
): Promise<void> {
  if (named === undefined) return
  const updates = done.filter(({ ask }) => ask.path.split('?')[0] === pathOf('updateNode', named))
  const known = updates.length > 0 ? await fixtures.play(before).catch(ignoreUnjudged) : undefined
  // The restoring reports itself that no value is known.
  if (!known) return
  const sent = new Set(updates.flatMap((exchange) => Object.keys(sentFields(exchange))))
  const left = nodeFields.filter((field) => sent.has(field) && !Object.hasOwn(known, field))
  noteUnknown(fixtures.session, named, left)
}

function noteUnknown(session: Session, node: number, fields: readonly string[]): void {
  const start = `node ${node}: not put back, because no response showed a value before: `
  note(session, start, fields.length > 0 ? fields.join(', ') : undefined)
}

/** The paths of an operation for its resource of the target. @throws Unjudged if the target does not have it */
async function ownPaths(fixtures: Fixtures, id: WritingId): Promise<readonly string[]> {
  const { named, alias } = plans[id]
  return [await named(fixtures), alias?.(fixtures) ?? []].flat().map((name) => pathOf(id, name))
}

/** Whether a response leaves open that a write was done: it reports no refusal, or an error of any kind. */
const mayBeDone = (exchange: Exchange): boolean => {
  const { reply } = exchange
  const status = reply && statusOf(reply)
  return (
    wasGranted(exchange) || status === undefined || status < 300 || status >= 500 || reply?.status === 400
  )
}

/** Lines for writes with an error response that does not show whether the write was done. */
function unsettled(done: readonly Exchange[]): readonly string[] {
  const lines = done
    .filter((exchange) => mayBeDone(exchange) && !wasGranted(exchange))
    .map(
      ({ ask, reply }) =>
        `${operations[ask.operation].summary} (${ask.method} ${ask.path.split('?')[0]}): answered with ${reply?.status ?? 'nothing'}, and may have been written`,
    )
  return [...new Set(lines)]
}

/**
 * Restores something, and adds a line to the ledger if that fails, because the run already has its results.
 * @param work returns the last request, if it sends one
 */
async function putBack(
  { session }: Fixtures,
  what: string,
  work: () => Promise<Exchange | undefined>,
): Promise<boolean> {
  const why = await work().then(whyRefused, (error: unknown) => whyUnjudged(error).skip)
  note(session, `${what} could not be put back: `, why)
  return why === undefined
}

/** Why a request was not done; undefined if it was, even if its response is not as in the document. */
function whyRefused(exchange: Exchange | undefined): string | undefined {
  if (!exchange) return undefined
  const { ask, reply, failure } = exchange
  if (reply && statusOf(reply) < 300) return undefined
  return `${ask.method} ${ask.path} was not granted: ${inShort(reply, failure)}`
}

/**
 * Restores the node as it was read before the first write, or else as its first response showed it, without the fields
 * of that write.
 */
async function restoreNode(fixtures: Fixtures): Promise<Exchange | undefined> {
  const { session } = fixtures
  const named = session.resource('node')
  const known = await fixtures.play(knownNode)
  if (known) {
    note(session, fieldsLeft(named), undefined)
    const whole = await session.send('updateNode', { named, fields: known, pins: pinsBeside(known, session) })
    return mayBeAValue(whole) ? restoreEach(fixtures, known, whole) : whole
  }
  // Throws if the run was ended within the first write; later ones need not be over.
  const { exchange, parts } = await fixtures.accepted('updateNode')
  if (!wasGranted(exchange)) {
    session.ledger.push(`node ${named}: what was sent to it was not put back`)
    return undefined
  }
  const sent = sentFields(exchange)
  const isOwn = (field: string) => !Object.hasOwn(sent, field) && nodeFields.some((each) => each === field)
  const fields = { ...parts.fields, ...filtered(granted(exchange).attributes, isOwn) }
  noteUnknown(
    session,
    named,
    nodeFields.filter((field) => Object.hasOwn(sent, field)),
  )
  return session.send('updateNode', { ...parts, fields, pins: pinsBeside(fields, session) })
}

/** The fields of the target in the body of a node that has no known value of them: a server may require them. */
const pinsBeside = (known: Attributes, session: Session): Attributes =>
  filtered(session.pins('updateNode'), (field) => !Object.hasOwn(known, field))

/**
 * Restores the fields of the node one by one, so that a value that the server refuses keeps no other from being restored.
 * @param whole the refused request with all of them
 */
async function restoreEach(
  fixtures: Fixtures,
  known: Attributes,
  whole: Exchange,
): Promise<Exchange | undefined> {
  const { session } = fixtures
  const { parts, isGranted } = await fixtures.accepted('updateNode')
  if (!isGranted) return whole
  let { fields } = parts
  const refused = new Map<string, string>()
  for (const field of Object.keys(known)) {
    const next = { ...fields, [field]: known[field] }
    const why = whyRefused(
      await session.send('updateNode', { ...parts, fields: next, pins: pinsBeside(known, session) }),
    )
    if (why === undefined) fields = next
    else refused.set(field, why)
  }
  if (fields === parts.fields) return whole
  const [why] = refused.values()
  note(session, fieldsLeft(parts.named), why && `${[...refused.keys()].join(', ')}; ${why}`)
  return undefined
}

/** The start of a line about some fields of a node. */
const fieldsLeft = (node: Named | undefined): string => `node ${node}: some fields could not be put back: `

/**
 * Restores the startup of a server as a read beyond the document showed it before the first write; undefined if none did.
 */
export async function restoreStartup(fixtures: Fixtures, named: number): Promise<Exchange | undefined> {
  const { session } = fixtures
  const before = startupOf(session, await fixtures.companion('showServer', named))
  return before && session.send('updateServerStartup', before)
}

/** Gives the server its egg back where no read showed its startup, if the last write that named an egg named another. */
async function restoreEgg(fixtures: Fixtures, done: readonly Exchange[]): Promise<Exchange | undefined> {
  const { session } = fixtures
  const { egg } = session.target.resources
  const eggs = done.filter(wasGranted).map((exchange) => sentFields(exchange)['egg_id'])
  const last = eggs.findLast((each) => each !== undefined)
  if (egg === undefined || last === undefined || last === egg) return undefined
  const { parts } = await fixtures.accepted('updateServerStartup')
  return session.send('updateServerStartup', { ...parts, fields: { ...parts.fields, egg_id: egg } })
}
