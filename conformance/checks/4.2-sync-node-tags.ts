import type { Exchange } from '../client/client.ts'
import { findingOf } from '../judge/heard.ts'
import { prerequisite, Unjudged } from '../judge/outcome.ts'
import { attributesOf, dataOf } from '../judge/parts.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import { granted, type Scenes } from '../judge/scenes.ts'
import { answerCheck } from './answer-check.ts'
import { type Check, differs } from './check.ts'

/** One of the syncs, with the tags it was answered with. */
const sync = async (scenes: Scenes, at: number, by?: string) => {
  const played = (await scenes.tagSyncs()).at(at)
  if (!played) throw new Unjudged('the tags were never synced')
  granted(played.exchange, by)
  return { ...played, got: idsOf(played.exchange) }
}

const idsOf = (exchange: Exchange): unknown[] =>
  dataOf(exchange)
    .map((tag) => attributesOf(tag)['id'])
    .toSorted()

export const syncNodeTags: readonly Check[] = [
  answerCheck('syncNodeTags'),
  {
    id: '4.2/tags-now',
    section: '4.2',
    clauses: ['4.2#tags-now'],
    level: 'stated',
    title: 'the answer has the tags that were selected',
    ignored: 'their order',
    async run(scenes) {
      const { wanted, exchange, got } = await sync(scenes, 0)
      const message = 'The answer does not have the tags that were selected.'
      return wanted.every((id) => got.includes(id))
        ? undefined
        : differs(exchange, '/data', wanted, got, message)
    },
  },
  {
    id: '4.2/replaces',
    section: '4.2',
    clauses: ['4.2#replaces'],
    level: 'stated',
    title: 'tags that are not selected are gone',
    async run(scenes) {
      const { wanted, exchange, got } = await sync(scenes, 1)
      if (wanted.length === 0) throw new Unjudged('the target promises fewer than two `resources.tags`')
      const message =
        'The selected tags were added to the old ones, or some are missing: the set was not replaced.'
      return differs(exchange, '/data', wanted.toSorted(), got, message)
    },
  },
  {
    id: '4.2/empties',
    section: '4.2',
    clauses: ['4.2#empties'],
    level: 'inferred',
    title: 'selecting no tags leaves the node with none',
    async run(scenes) {
      await sync(scenes, 0)
      const exchange = (await scenes.tagSyncs()).at(-1)?.exchange
      if (exchange && !wasGranted(exchange)) {
        return {
          message: findingOf(exchange, 'The selection of no tags is not answered with a list.'),
          expected: 'a list without tags',
          actual: inShort(exchange.reply, exchange.failure),
          exchange,
        }
      }
      const { got } = await sync(scenes, -1)
      return exchange && differs(exchange, '/data', [], got, 'Tags are left although none was selected.')
    },
  },
  {
    id: '4.2/tagless-accepts-any-egg',
    section: '4.2',
    clauses: ['4.2#tagless-accepts-any-egg'],
    level: 'stated',
    title: 'a node without game tags accepts any egg',
    async run(scenes) {
      const { got } = await sync(scenes, -1, '4.2/empties')
      if (got.length > 0) throw prerequisite('4.2/empties')
      const [plain] = await scenes.startups()
      granted(plain)
      const exchange = await scenes.foreignEgg()
      if (!wasGranted(exchange)) {
        return {
          message: findingOf(exchange, 'A server on a node without tags could not take another egg.'),
          expected: `the server with egg ${scenes.session.resource('otherEgg')}`,
          actual: inShort(exchange.reply, exchange.failure),
          exchange,
        }
      }
      if (granted(exchange).attributes['egg'] !== scenes.session.resource('otherEgg')) {
        throw prerequisite('4.5/egg')
      }
      return undefined
    },
  },
]
