import { defined, type OperationId, operations, type Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type TokenName, tokenNames } from '../client/credentials.ts'
import { acceptClause } from '../judge/access.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { namedFields, startups } from '../judge/operations/update-server-startup.ts'
import { ignoreUnjudged } from '../judge/outcome.ts'
import { type Attributes, attributesOf, containerOf, itemsOf, sentFields } from '../judge/parts.ts'
import { cut, isObject, wasGranted, wasUnauthorized } from '../judge/reception.ts'
import { isSame } from '../judge/same.ts'
import { whyReadOnly } from '../judge/why-refused.ts'
import type { Target } from './target.ts'

type Server = NonNullable<Target['resources']['server']>

/**
 * Mistakes in a target that responses of the server show, in sentences; without this step, they would be reported as
 * failures of the server. Before a run judges or writes anything, reads are sent. Only where no read shows the server, its
 * first startup updates are sent as well.
 * @param sections of the checks that will run; requests that none of them needs are not sent
 */
export async function targetProblems(fixtures: Fixtures, sections: ReadonlySet<Section>): Promise<string[]> {
  const { server, otherServer } = fixtures.session.target.resources
  const problems = await swappedTokens(fixtures, sections)
  if (writing.some((section) => sections.has(section)))
    problems.push(
      ...(await serverProblems(fixtures, 'server', server)),
      ...(await serverProblems(fixtures, 'otherServer', otherServer)),
      ...(await ownerProblems(fixtures, server)),
      ...(await locationProblems(fixtures)),
    )
  if (problems.length > 0 || !server || !(sections.has('4.4') || sections.has('4.5'))) return problems
  return identityProblems(fixtures, server, sections.has('4.5'))
}

/** The first read of each family that accepts client tokens, and the tokens that may be swapped with its token. */
const reads: readonly (readonly [id: OperationId, ...others: TokenName[]])[] = [
  ['listHostDatabases', 'application', 'userClient'],
  // A root administrator may see the server of any user, so only a granted application token shows a swap.
  ['listServerBackups', 'application'],
]

/** Sections of the operations that write. */
const writing: readonly Section[] = Object.values(operations)
  .filter(({ method }) => method !== 'GET')
  .map(({ section }) => section)

async function swappedTokens(fixtures: Fixtures, sections: ReadonlySet<Section>): Promise<string[]> {
  const { session } = fixtures
  const found: string[] = []
  for (const [id, ...others] of reads.filter(([id]) => sections.has(operations[id].section))) {
    // The run judges this response later: a server could respond differently to a second request.
    const own = await fixtures.plain(id).catch(ignoreUnjudged)
    if (!own || !wasUnauthorized(own)) continue
    for (const other of others.filter((name) => session.has(name) && name !== own.ask.token)) {
      const exchange = await fixtures.like(id, { credential: other }).catch(ignoreUnjudged)
      if (!exchange || !wasGranted(exchange)) continue
      const path = `${exchange.ask.method} ${exchange.ask.path}`
      found.push(
        `\`tokens.${own.ask.token}\` and \`tokens.${other}\` seem to be swapped: ${path} refuses the first and grants the second.`,
      )
    }
  }
  return found
}

/** Mistakes in a server of the target: its id and UUID belong to two servers, or its node or egg is another one. */
async function serverProblems(
  fixtures: Fixtures,
  name: 'server' | 'otherServer',
  server: Server | undefined,
): Promise<string[]> {
  if (!server) return []
  const { node, egg } = fixtures.session.target.resources
  const shown = await companion(fixtures, 'showServer', server.id)
  const wrong = `\`resources.${name}\` is wrong:`
  const uuid = shown?.['uuid']
  if (typeof uuid === 'string' && !isSame('uuid', uuid, server.uuid))
    return [`${wrong} ${hasOtherUuid(server, uuid)}`]
  if (!shown || name === 'otherServer') return []
  return Object.entries(defined({ node, egg }))
    .filter(([field, id]) => Number.isInteger(shown[field]) && shown[field] !== id)
    .map(([field, id]) => `${wrong} its ${field} is ${shown[field]}, but \`resources.${field}\` is ${id}.`)
}

const hasOtherUuid = ({ id, uuid }: Server, shown: unknown): string =>
  `the server with the id ${id} has the UUID ${valueInShort(shown)}, not ${uuid}.`

/** A value of the server in a sentence. */
const valueInShort = (value: unknown): string =>
  cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))

/**
 * A location that is not that of the node, according to a read of the node or the first response that nests the node.
 */
async function locationProblems(fixtures: Fixtures): Promise<string[]> {
  const { node, location } = fixtures.session.target.resources
  if (node === undefined || location === undefined) return []
  await fixtures.mounts().catch(ignoreUnjudged)
  const read = await companion(fixtures, 'showNode', node)
  const id = read?.['location_id'] ?? fixtures.seen.first('node', node)?.['location_id']
  if (!Number.isInteger(id) || id === location) return []
  return [`\`resources.location\` is wrong: the node ${node} is in location ${id}, not ${location}.`]
}

/**
 * An id and a UUID that do not belong to one server, as far as requests of the document show it. If both are shown
 * together, or if only one response contradicts them, that may be a bug of the server, which the run judges.
 */
async function identityProblems(fixtures: Fixtures, server: Server, mayUpdate: boolean): Promise<string[]> {
  const byId = await fixtures.mounts('id').catch(ignoreUnjudged)
  const byUuid = await fixtures.mounts('uuid').catch(ignoreUnjudged)
  const shown = serversShown(fixtures, server)
  if (shown.isTogether) return []
  if (byId && byUuid && areApart(byId, byUuid) && shown.words !== undefined) return [shown.words]
  if (!mayUpdate) return []
  const updates = await fixtures.play(startups).catch(ignoreUnjudged)
  const after = serversShown(fixtures, server)
  const isRefused = updates?.some(({ reply }) => reply?.status === 404) ?? false
  const isWrong = !after.isTogether && (after.isContrary || isRefused)
  return isWrong && after.words !== undefined ? [after.words] : []
}

/** Whether the mounts of one id and one UUID can hardly be those of one server. */
function areApart(one: Exchange, other: Exchange): boolean {
  const mounts = (exchange: Exchange) =>
    JSON.stringify(itemsOf(exchange).map(({ id, mounted }) => [id, mounted]))
  const isGranted = [one, other].map(wasGranted)
  if (isGranted.every((is) => is)) return mounts(one) !== mounts(other)
  return isGranted.includes(true) && [one, other].some(({ reply }) => reply?.status === 404)
}

/** The data of a server of the target in the responses so far. */
function serversShown({ seen }: Fixtures, server: Server) {
  const { id, uuid } = server
  const servers = seen.found('server').map(({ attributes }) => attributes)
  const isPromised = (each: Attributes): boolean => isSame('uuid', each['uuid'], uuid)
  const ofId = servers.filter((each) => each['id'] === id)
  const [other] = ofId
  const another = servers.find(isPromised)
  const words = other
    ? hasOtherUuid(server, other['uuid'])
    : another && `the server with the UUID ${uuid} has the id ${valueInShort(another['id'])}, not ${id}.`
  return {
    /** Whether a response shows its id and UUID together. */
    isTogether: ofId.some(isPromised),
    /** Whether responses show its id with another UUID, and its UUID with another id. */
    isContrary: other !== undefined && another !== undefined,
    /** One of the two as a sentence, if it was seen. */
    words: words && `\`resources.server\` is wrong: ${words}`,
  }
}

/** Mistakes in the target that the responses of a whole run show, in sentences. */
export function targetDoubts(fixtures: Fixtures): string[] {
  const { server } = fixtures.session.target.resources
  const shown = server && serversShown(fixtures, server)
  const doubt = shown?.isContrary && !shown.isTogether ? shown.words : undefined
  return [
    ...refusedTokens(fixtures),
    ...(doubt === undefined ? [] : [doubt.replace('is wrong', 'may be wrong')]),
    ...idleNames(fixtures),
    ...otherRuns(fixtures),
  ]
}

/** The owner of the server must not be a root administrator, to whom the refusals for ordinary users do not apply. */
async function ownerProblems(fixtures: Fixtures, server: Server | undefined): Promise<string[]> {
  if (!server || !fixtures.session.has('userClient')) return []
  const owner = (await companion(fixtures, 'showServer', server.id))?.['user']
  if (typeof owner !== 'number') return []
  const user = await companion(fixtures, 'showUser', owner)
  if (user?.['root_admin'] !== true) return []
  return [
    `\`tokens.userClient\` or \`resources.server\` is wrong: the server belongs to user ${owner}, who is a root administrator.`,
  ]
}

/** Another run of the kit that writes to the server at the same time: each of the two undoes what the other writes. */
function otherRuns({ session }: Fixtures): string[] {
  const marks = session.client.exchanges
    // An import may keep texts of an earlier run.
    .filter(({ ask }) => ask.operation !== 'importEgg')
    .map(({ reply }) => attributesOf(reply?.json))
    .flatMap((shown) => [shown['name'], containerOf(shown)['startup_command']])
    .flatMap((text) => /Nestbox [\da-z]{4}\b/.exec(String(text)) ?? [])
  const own = marks.indexOf(session.mark)
  // Before its own mark, a run sees what earlier runs have left.
  const other = own < 0 ? undefined : marks.find((mark) => marks.indexOf(mark) > own)
  return other === undefined
    ? []
    : [`Another run of the kit (${other}) has written to the server: check again with one run at a time.`]
}

/** Fields of `requests.startup` that have no effect: their names come from the target, as the document has none. */
function idleNames({ session }: Fixtures): string[] {
  const { environment, scripts } = namedFields(session)
  const updates = session
    .granted('updateServerStartup')
    .map(({ ask, reply }) => ({ ask, shown: attributesOf(reply?.json) }))
    .filter(({ shown }) => shown['id'] === session.target.resources.server?.id)
    .map(({ ask, shown }) => ({ ask, sent: sentFields({ ask }), container: containerOf(shown) }))
  const values = updates.flatMap(({ ask: { variable = '' }, sent, container }) => {
    const [given, shown] = [sent[environment ?? ''], container['environment']]
    if (!isObject(given) || given[variable] === undefined) return []
    return [isObject(shown) && shown[variable] === given[variable]]
  })
  const behaviors = updates.filter(({ sent }) => typeof sent[scripts ?? ''] === 'boolean')
  const kinds = (of: (each: (typeof behaviors)[number]) => unknown) => new Set(behaviors.map(of)).size
  const isIdle =
    kinds(({ sent }) => sent[scripts ?? '']) > kinds(({ container }) => container['skip_scripts'])
  return [
    ...(values.length > 0 && !values.includes(true)
      ? [`\`requests.startup.${environment}\` may be wrong: no response has a value that was sent in it.`]
      : []),
    ...(isIdle
      ? [`\`requests.startup.${scripts}\` may be wrong: \`container.skip_scripts\` does not depend on it.`]
      : []),
  ]
}

const companion = (
  fixtures: Fixtures,
  id: 'showNode' | 'showServer' | 'showUser',
  named: number,
): Promise<Attributes | undefined> => fixtures.companion(id, named).catch(ignoreUnjudged)

/** Tokens with which every request that should have been granted was refused, in sentences. */
function refusedTokens({ session }: Fixtures): string[] {
  return tokenNames.flatMap((name) => {
    const sent = session.exchanges.filter(
      ({ ask }) => ask.credential === name && acceptClause(ask.operation, name) !== undefined,
    )
    if (sent.length === 0 || !sent.every(wasUnauthorized)) return []
    if (sent.some((exchange) => whyReadOnly(session.exchanges, exchange))) return []
    const statuses = [...new Set(sent.map(({ reply }) => reply?.status))].join(' or ')
    const all = sent.length === 1 ? 'the one request' : `each of the ${sent.length} requests`
    return [
      `\`tokens.${name}\` may be wrong: ${all} that it should be granted for was refused with ${statuses}.`,
    ]
  })
}
