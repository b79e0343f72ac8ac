import { type Check, differs, firstOf } from '../check.ts'
import { isObject } from '../judge.ts'
import { Unjudged } from '../outcome.ts'
import { granted, type Scenes } from '../scenes.ts'
import { dataOf } from '../seen.ts'
import { answerCheck } from './answer.ts'

const syncs = async (scenes: Scenes) =>
  (await scenes.tagSyncs()).map(({ wanted, exchange }) => {
    granted(exchange)
    return { wanted, exchange, got: idsOf(exchange) }
  })

const idsOf = (exchange: Parameters<typeof dataOf>[0]): unknown[] =>
  dataOf(exchange)
    .map((tag) => (isObject(tag) && isObject(tag['attributes']) ? tag['attributes']['id'] : undefined))
    .toSorted()

const sorted = (ids: readonly number[]): number[] => ids.toSorted()

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
      const [first] = await syncs(scenes)
      const message = 'The answer does not have the tags that were selected.'
      const missing = first?.wanted.filter((id) => !first.got.includes(id)) ?? []
      return first && missing.length > 0
        ? differs(first.exchange, '/data', first.wanted, first.got, message)
        : undefined
    },
  },
  {
    id: '4.2/replaces',
    section: '4.2',
    clauses: ['4.2#replaces'],
    level: 'stated',
    title: 'tags that are not selected are gone',
    async run(scenes) {
      const [, second] = await syncs(scenes)
      if (!second || second.wanted.length === 0)
        throw new Unjudged('the target promises fewer than two `resources.tags`')
      const message =
        'The selected tags were added to the old ones, or some are missing: the set was not replaced.'
      return differs(second.exchange, '/data', sorted(second.wanted), second.got, message)
    },
  },
  {
    id: '4.2/empties',
    section: '4.2',
    clauses: ['4.2#empties'],
    level: 'inferred',
    title: 'selecting no tags leaves the node with none',
    async run(scenes) {
      const all = await syncs(scenes)
      const last = all.at(-1)
      return (
        last && differs(last.exchange, '/data', [], last.got, 'Tags are left although none was selected.')
      )
    },
  },
  {
    id: '4.2/tagless-accepts-any-egg',
    section: '4.2',
    clauses: ['4.2#tagless-accepts-any-egg'],
    level: 'stated',
    title: 'a node without game tags accepts any egg',
    async run(scenes) {
      const all = await syncs(scenes)
      const last = all.at(-1)
      if (!last || last.got.length > 0) throw new Unjudged('prerequisite: 4.2/empties')
      const [plain] = await scenes.startups()
      granted(plain)
      const exchange = await scenes.foreignEgg()
      const other = scenes.session.resource('otherEgg')
      const attributes = isObject(exchange.reply?.json) ? exchange.reply.json['attributes'] : undefined
      const egg = isObject(attributes) ? attributes['egg'] : undefined
      return firstOf(
        differs(
          exchange,
          '/attributes/egg',
          other,
          egg,
          'A server on a node without tags could not take another egg.',
        ),
      )
    },
  },
]
