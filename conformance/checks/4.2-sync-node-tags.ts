import type { Exchange } from '../client/client.ts'
import { type Evidence, type Fixtures, plainly, type Scene, type ServerName } from '../judge/fixtures.ts'
import { inquire } from '../judge/inquiry.ts'
import { saysBusy } from '../judge/installing.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { importMarked } from '../judge/operations/import-egg.ts'
import { nodesCount, syncTags, tagSyncs, twoTags } from '../judge/operations/sync-node-tags.ts'
import { foreignEgg, startups } from '../judge/operations/update-server-startup.ts'
import { type Outcome, prerequisite, Unjudged } from '../judge/outcome.ts'
import { attributesOf, granted, itemsOf, nestedItems, partsOf } from '../judge/parts.ts'
import { inShort, isHollow, wasGranted } from '../judge/reception.ts'
import { doesNotSuit, whyRefused } from '../judge/why-refused.ts'
import { type CheckRow, failureIfDifferent, needsResource } from './check.ts'
import { distinctCheck } from './identity-checks.ts'

const idsOf = (exchange: Exchange): unknown[] =>
  itemsOf(exchange)
    .map(({ id }) => id)
    .toSorted()

/** Why no selections can show whether the set is replaced. */
function fewSyncs(evidence: Evidence): Outcome {
  const all = evidence.result(tagSyncs) ?? []
  const syncs = all.filter((sync) => sync.ask.tags?.length && wasGranted(sync))
  if (syncs.length < 2)
    return {
      skip: 'fewer than two selections of tags were granted; `resources.tags` of the target can name others',
    }
  const isShort = syncs.some((sync) => !sync.ask.tags?.every((id) => idsOf(sync).includes(id)))
  return isShort ? prerequisite('4.2/tags-now') : undefined
}

/** The sync with no tags. @throws Unjudged if the server refuses it, which the document allows */
const emptySync: Scene<[], Exchange> = async (fixtures) => {
  await fixtures.play(plainly.syncNodeTags)
  const exchange = (await fixtures.play(tagSyncs)).at(-1)
  // No other request makes a node without tags.
  if (exchange && mayBeTheBody(exchange))
    throw new Unjudged({
      skip: `the server refuses a selection of no tags, which is allowed: ${inShort(exchange.reply)}`,
      isMoot: true,
    })
  if (exchange && isHollow(exchange)) throw new Unjudged(prerequisite('2.1/envelope', exchange))
  if (!exchange || !wasGranted(exchange))
    throw new Unjudged(
      `a selection of no tags was not answered with a list: ${inShort(exchange?.reply, exchange?.failure)}`,
    )
  return exchange
}

/** Gives the server the other egg while its node has no tags. */
const otherEgg = async (fixtures: Fixtures) => {
  const empty = await fixtures.play(emptySync)
  if (idsOf(empty).length > 0) throw new Unjudged(prerequisite('4.2/empties'))
  const [plain] = await fixtures.play(startups)
  granted(plain)
  const byId = await fixtures.play(foreignEgg, 'id')
  const first = await fixtures.play(foreignEgg, 'uuid')
  // Another client may have given the node tags meanwhile.
  const byUuid = mayBeTheBody(first) ? await withTags(fixtures, [], 'uuid') : first
  if (!wasGranted(byId) && mayBeTheBody(byId)) return { byId, rounds: await retried(fixtures) }
  const refused = [byId, byUuid].find((each) => !wasGranted(each))
  if (!refused) return { byId, rounds: [] }
  const refusal = await inquire(fixtures, refused, {
    claim: 'A server on a node without tags could not be given another egg.',
    expected: `the server with egg ${fixtures.session.resource('otherEgg')}`,
    // The server granted the same body by id, so the UUID must be the reason of the refusal.
    isChosen: false,
  })
  return { byId, rounds: [], refusal }
}

interface Round {
  readonly tagged: Exchange
  readonly tagless: Exchange
  /** With tags, right after a busy server refused it without them. */
  readonly atOnce?: Exchange
}

/** Gives the node tags, and then the server the other egg. */
async function withTags(fixtures: Fixtures, tags: readonly number[], by: ServerName): Promise<Exchange> {
  const { session } = fixtures
  await syncTags(session, tags)
  return foreignEgg(fixtures, by)
}

/** Gives the server the other egg with tags and without them, twice if the first time shows that tags are the reason. */
async function retried(fixtures: Fixtures): Promise<readonly Round[]> {
  const tags = fixtures.session.resource('tags')
  const rounds: Round[] = []
  while (rounds.length < 2 && rounds.every(isForTags)) {
    const tagged = await withTags(fixtures, tags, 'id')
    const tagless = await withTags(fixtures, [], 'id')
    const atOnce = saysBusy(tagless) && (await withTags(fixtures, tags, 'id'))
    rounds.push({ tagged, tagless, ...(atOnce && { atOnce }) })
  }
  return rounds
}

/**
 * Whether the egg was granted with tags, and refused without them. A server that is busy after a change of the egg refuses
 * the next change, regardless of the tags of the node.
 */
const isForTags = ({ tagged, tagless, atOnce }: Round): boolean =>
  wasGranted(tagged) && !wasGranted(tagless) && mayBeTheBody(tagless) && (!atOnce || wasGranted(atOnce))

/**
 * The failure for a refusal of the other egg. The missing tags of the node are the reason only if the egg is granted
 * each time that the node has tags, and refused each time that it has none.
 */
function refusedEgg({ target }: Evidence, byId: Exchange, rounds: readonly Round[]): Outcome {
  const { otherEgg: egg } = target.resources
  const other = rounds.find((round) => !isForTags(round))
  if (other)
    return {
      skip: `the server refused egg ${egg} on the node without tags: ${inShort(byId.reply)}; ${wasGranted(other.tagged) ? 'it granted the same another time' : 'it refuses the same on the node with tags'}, so that tags need not be the reason; \`requests.startupOtherEgg\` of the target can hold what that egg needs (its image, its variables), and \`resources.otherEgg\` can name another egg`,
    }
  const exchange = rounds.at(-1)?.tagless ?? byId
  return {
    message: `The server was refused egg ${egg} each time that its node had no tags, and granted it each time that the node had tags.`,
    expected: `the server with egg ${egg}, as with tags`,
    actual: inShort(exchange.reply),
    exchange,
  }
}

/**
 * Syncs one tag for the other node, after this node was given another tag; a second time only if the first is wrong,
 * because another client may change tags meanwhile.
 */
const otherSyncs = async (fixtures: Fixtures) => {
  const { target, session } = fixtures
  const syncs = [await otherSync(fixtures)]
  if (syncs.some((sync) => wrongSync(fixtures, sync))) syncs.push(await otherSync(fixtures))
  session.ledger.push(`node ${target.resources.otherNode}: its tags were not put back`)
  return syncs
}

async function otherSync(fixtures: Fixtures): Promise<OtherSync> {
  const { session } = fixtures
  const [one, two] = twoTags(session)
  const ofThis = () => syncTags(session, [one])
  const ofOther = (tag: number) => syncTags(session, [tag], session.resource('otherNode'))
  await ofThis()
  const exchange = await ofOther(two)
  if (!wasGranted(exchange) || failureIfDifferent(exchange, '/data', [two], idsOf(exchange), ''))
    return { exchange }
  const alone = nodesCount(await ofThis(), one)
  await ofOther(two)
  const both = nodesCount(await ofOther(one), one)
  const counts = both === alone ? await countsOf(fixtures) : undefined
  return { exchange, ...(counts && { counts }) }
}

interface OtherSync {
  readonly exchange: Exchange
  readonly counts?: Counts
}

/** How many nodes have a tag: neither of two nodes, each of them alone, and both, twice. */
type Counts = NonNullable<Awaited<ReturnType<typeof countsOf>>>

/** Why a sync for the other node is wrong, or proves nothing. */
function wrongSync(evidence: Evidence, { exchange, counts }: OtherSync): Outcome {
  if (!wasGranted(exchange)) return { skip: doesNotSuit(evidence, exchange) }
  const [, two] = evidence.target.resources.tags ?? []
  const message = 'The tags of another node are not those that were selected for it.'
  return (
    failureIfDifferent(exchange, '/data', [two], idsOf(exchange), message) ??
    (counts && takenTag(evidence, counts))
  )
}

/** Counts the nodes of a tag of the egg, as only imports show it; undefined if the egg has no tag of the target. */
async function countsOf(fixtures: Fixtures) {
  const { session } = fixtures
  const { tags = [] } = session.target.resources
  const imported = () => importMarked(fixtures, `${session.mark} tags`)
  const ofEgg = nestedItems(attributesOf((await imported()).reply?.json), 'tags').map(({ id }) => id)
  const tag = tags.find((each) => ofEgg.includes(each))
  const other = tags.find((each) => each !== tag)
  if (tag === undefined || other === undefined) return undefined
  const [one, two] = [session.resource('node'), session.resource('otherNode')]
  const select = (node: number, each: number) => syncTags(session, [each], node)
  const look = async () => nodesCount(await imported(), tag)
  await select(one, other)
  await select(two, other)
  const none = await look()
  await select(two, tag)
  const second = await look()
  await select(two, other)
  await select(one, tag)
  const first = await look()
  // A tag that is not selected for the second node stays at the first.
  await select(two, other)
  const left = await look()
  const exchange = await select(two, tag)
  return { tag, none, first, second, left, both: await look(), later: await look(), exchange }
}

/**
 * A failure if a sync gives its tags to other nodes, or takes them away. Only the `nodes_count` of the tag shows that,
 * which need not follow the nodes: each of two nodes that has the tag alone must count, seen from an egg with the tag.
 */
function takenTag({ target }: Evidence, counts: Counts): Outcome {
  const { node, otherNode } = target.resources
  const { tag, none, first, second, left, both, later, exchange } = counts
  const all = first + second - none
  const isWrong = left !== first || (both === later && both !== all)
  // A request that was refused meanwhile counts nothing.
  const isCounted = [left, both, later].every(Number.isFinite)
  if (!(isCounted && first > none && second > none && isWrong)) return undefined
  return {
    message: `A sync of node ${node} or node ${otherNode} changed the tags of other nodes: tag ${tag} counts ${none} nodes with neither of them, ${first} and ${second} with one, ${left} after a sync of the second without it, and ${both} with both.`,
    expected: `${first} after the sync without it, and ${all} with both`,
    actual: `${left} and ${both}`,
    exchange,
  }
}

export const syncNodeTags: readonly CheckRow[] = [
  {
    id: '4.2/tags-now',
    title: 'the response has the tags that were selected',
    ignored: 'their order, and other tags',
    needs: [plainly.syncNodeTags],
    scenes: [tagSyncs],
  },
  distinctCheck('syncNodeTags', {
    scenes: [tagSyncs],
    without: ({ data }) => (data.length === 0 ? 'no response has a tag' : undefined),
  }),
  {
    id: '4.2/replaces',
    title: 'tags that are not selected are gone',
    needs: [plainly.syncNodeTags, tagSyncs],
    judge: fewSyncs,
  },
  {
    id: '4.2/empties',
    title: 'selecting no tags leaves the node with none, where it is granted',
    ignored: 'a refusal of an empty selection',
    needs: [emptySync],
  },
  {
    id: '4.2/tagless-accepts-any-egg',
    title: 'a node without game tags accepts any egg',
    needs: [otherEgg],
    judge(evidence) {
      const played = evidence.result(otherEgg)
      if (!played) return undefined
      const { byId, rounds, refusal } = played
      if (rounds.length > 0) return refusedEgg(evidence, byId, rounds)
      if (refusal) return whyRefused(evidence, refusal)
      const isGiven = partsOf(byId).attributes['egg'] === evidence.target.resources.otherEgg
      return isGiven ? undefined : prerequisite('4.5/egg')
    },
  },
  {
    id: '4.2/other-node',
    clauses: ['4.2#path'],
    title: 'the tags of another node are those that were selected for that node',
    notSelected: needsResource('otherNode'),
    needs: [plainly.syncNodeTags, otherSyncs],
    judge(evidence) {
      const last = evidence.result(otherSyncs)?.at(-1)
      return last && wrongSync(evidence, last)
    },
  },
]
