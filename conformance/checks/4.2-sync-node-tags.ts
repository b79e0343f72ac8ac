import type { Exchange } from '../client/client.ts'
import { type Fixtures, granted } from '../judge/fixtures.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { importMarked } from '../judge/operations/import-egg.ts'
import { selection, tagSyncs } from '../judge/operations/sync-node-tags.ts'
import { foreignEgg, startups } from '../judge/operations/update-server-startup.ts'
import { type Outcome, prerequisite, Unjudged } from '../judge/outcome.ts'
import { attributesOf, dataOf, itemsOf, nestedItems } from '../judge/parts.ts'
import { inShort, isHollow, wasGranted } from '../judge/reception.ts'
import { doesNotSuit, whyRefused } from '../judge/why-refused.ts'
import { type CheckRow, differs, inJson, needsResource } from './check.ts'
import { distinctCheck } from './identity-checks.ts'
import { logCheck } from './log-check.ts'
import { pathCheck } from './path-check.ts'

const idsOf = (exchange: Exchange): unknown[] =>
  dataOf(exchange)
    .map((tag) => attributesOf(tag)['id'])
    .toSorted()

export const syncNodeTags: readonly CheckRow[] = [
  logCheck({
    id: '4.2/tags-now',
    clauses: ['4.2#tags-now'],
    title: 'the response has the tags that were selected',
    ignored: 'their order, and other tags',
    on: 'syncNodeTags',
    scenes: [tagSyncs],
  }),
  distinctCheck('syncNodeTags', 'the response has each tag once', {
    fixtures: [tagSyncs],
    without: ({ data }) => (data.length === 0 ? 'no response has a tag' : undefined),
  }),
  logCheck({
    id: '4.2/replaces',
    clauses: ['4.2#replaces'],
    title: 'tags that are not selected are gone',
    on: 'syncNodeTags',
    async opening(fixtures) {
      const syncs = (await tagSyncs(fixtures)).filter((sync) => sync.ask.tags?.length && wasGranted(sync))
      if (syncs.length < 2)
        throw new Unjudged(
          'fewer than two selections of tags were granted; `resources.tags` of the target can name others',
        )
      const isShort = syncs.some((sync) => !sync.ask.tags?.every((id) => idsOf(sync).includes(id)))
      if (isShort) throw new Unjudged(prerequisite('4.2/tags-now'))
    },
  }),
  logCheck({
    id: '4.2/empties',
    clauses: ['4.2#empties'],
    title: 'selecting no tags leaves the node with none, where it is granted',
    ignored: 'a refusal of an empty selection',
    on: 'syncNodeTags',
    opening: emptySync,
  }),
  {
    id: '4.2/tagless-accepts-any-egg',
    clauses: ['4.2#tagless-accepts-any-egg'],
    title: 'a node without game tags accepts any egg',
    async run(fixtures) {
      const empty = await emptySync(fixtures)
      if (idsOf(empty).length > 0) return prerequisite('4.2/empties')
      const [plain] = await startups(fixtures)
      granted(plain)
      const exchange = await foreignEgg(fixtures)
      const byUuid = await foreignEgg(fixtures, 1, 'uuid')
      const refused = [exchange, byUuid].find((each) => !wasGranted(each))
      if (refused === exchange && mayBeTheBody(exchange)) return refusedEgg(fixtures, exchange)
      if (refused) {
        return whyRefused(fixtures, refused, {
          claim: 'A server on a node without tags could not be given another egg.',
          expected: `the server with egg ${fixtures.session.resource('otherEgg')}`,
          // The server granted the same body by id, so the UUID must be the reason of the refusal.
          isChosen: false,
        })
      }
      if (granted(exchange).attributes['egg'] !== fixtures.session.resource('otherEgg'))
        return prerequisite('4.5/egg')
      return undefined
    },
  },
  pathCheck('syncNodeTags', 'an id that no node has is not answered with tags'),
  {
    id: '4.2/other-node',
    clauses: ['4.2#path'],
    title: 'the tags of another node are those that were selected for that node',
    notSelected: needsResource('otherNode'),
    async run(fixtures) {
      granted(await fixtures.plain('syncNodeTags'))
      const { otherNode } = fixtures.session.target.resources
      // Another client may change tags meanwhile, so that only a second failure counts.
      const outcome = (await otherNodeSync(fixtures)) && (await otherNodeSync(fixtures))
      fixtures.session.ledger.push(`node ${otherNode}: its tags were not put back`)
      return outcome
    },
  },
]

/** The response to a sync of one tag for the other node, after this node was given another tag. */
async function otherNodeSync(fixtures: Fixtures): Promise<Outcome> {
  const { session } = fixtures
  const [one, two] = session.resource('tags')
  if (one === undefined || two === undefined)
    return { skip: 'the target names one tag only; `resources.tags` needs two' }
  await session.send('syncNodeTags', selection(session, [one]))
  const exchange = await session.send(
    'syncNodeTags',
    selection(session, [two], session.resource('otherNode')),
  )
  if (!wasGranted(exchange)) return { skip: doesNotSuit(fixtures, exchange) }
  const message = 'The tags of another node are not those that were selected for it.'
  const failure = differs(exchange, '/data', [two], idsOf(exchange), message)
  if (failure) return failure
  const both = await session.send('syncNodeTags', selection(session, [two]))
  return nodesCount(both, two) === nodesCount(exchange, two) ? takenTag(fixtures) : undefined
}

/** The `nodes_count` of a tag in the response to a sync or to an import. */
const nodesCount = (exchange: Exchange, tag: number): unknown =>
  [...itemsOf(exchange), ...nestedItems(attributesOf(exchange.reply?.json), 'tags')].find(
    ({ id }) => id === tag,
  )?.['nodes_count']

/**
 * A failure if a sync gives its tags to other nodes, or takes them away. Only the `nodes_count` of the tag shows that,
 * which need not follow the nodes: each of two nodes that has the tag alone must count, seen from an egg with the tag.
 */
async function takenTag(fixtures: Fixtures): Promise<Outcome> {
  const { session } = fixtures
  const { tags = [] } = session.target.resources
  const imported = () => importMarked(fixtures, `${session.mark} tags`)
  const ofEgg = nestedItems(attributesOf((await imported()).reply?.json), 'tags').map(({ id }) => id)
  const tag = tags.find((each) => ofEgg.includes(each))
  const other = tags.find((each) => each !== tag)
  if (tag === undefined || other === undefined) return undefined
  const [one, two] = [session.resource('node'), session.resource('otherNode')]
  const select = (node: number, each: number) =>
    session.send('syncNodeTags', selection(session, [each], node))
  const look = async () => nodesCount(await imported(), tag)
  await select(one, other)
  await select(two, other)
  const none = await look()
  const second = nodesCount(await select(two, tag), tag)
  await select(two, other)
  const first = nodesCount(await select(one, tag), tag)
  const exchange = await select(two, tag)
  const [both, later] = [nodesCount(exchange, tag), await look()]
  if (![none, first, second, both].every((count) => typeof count === 'number') || both !== later)
    return undefined
  const [of, ofOne, ofTwo] = [Number(none), Number(first) - Number(none), Number(second) - Number(none)]
  if (ofOne < 1 || ofTwo < 1 || Number(both) === of + ofOne + ofTwo) return undefined
  return {
    message: `A sync of node ${one} or node ${two} changed the tags of other nodes: with tag ${tag} at one of the two, the tag counts ${ofOne} and ${ofTwo} nodes more than with neither, and with both ${Number(both) - of} more.`,
    expected: inJson(of + ofOne + ofTwo),
    actual: inJson(both),
    pointer: '/data/0/attributes/nodes_count',
    exchange,
  }
}

/** The sync with no tags. @throws Unjudged if the server refuses it, which the document allows */
async function emptySync(fixtures: Fixtures): Promise<Exchange> {
  granted(await fixtures.plain('syncNodeTags'))
  const exchange = (await tagSyncs(fixtures)).at(-1)
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

/**
 * The failure for a refusal of the other egg. The missing tags of the node are the reason only if the egg is granted
 * each time that the node has tags, and refused each time that it has none.
 */
async function refusedEgg(fixtures: Fixtures, refused: Exchange): Promise<Outcome> {
  const { session } = fixtures
  const tags = session.resource('tags')
  const egg = session.resource('otherEgg')
  const attempt = async (some: readonly number[], round: string): Promise<Exchange> => {
    await session.send('syncNodeTags', selection(session, some))
    return foreignEgg(fixtures, `${round}, ${some.length} tags`)
  }
  let last = refused
  for (const round of ['again', 'once more']) {
    const tagged = await attempt(tags, round)
    last = await attempt([], round)
    // A server that is busy after a change of the egg refuses the next change, regardless of the tags of the node.
    const isOnlyBusy = isBusy(last) && !wasGranted(await attempt(tags, `${round}, at once`))
    if (!wasGranted(tagged) || wasGranted(last) || !mayBeTheBody(last) || isOnlyBusy)
      return {
        skip: `the server refused egg ${egg} on the node without tags: ${inShort(refused.reply)}; ${wasGranted(tagged) ? 'it granted the same another time' : 'it refuses the same on the node with tags'}, so that tags need not be the reason; \`requests.startupOtherEgg\` of the target can hold what that egg needs (its image, its variables), and \`resources.otherEgg\` can name another egg`,
      }
  }
  return {
    message: `The server was refused egg ${egg} each time that its node had no tags, and granted it each time that the node had tags.`,
    expected: `the server with egg ${egg}, as with tags`,
    actual: inShort(last.reply),
    exchange: last,
  }
}

const isBusy = ({ reply }: Exchange): boolean => reply?.status === 409 || reply?.status === 423
