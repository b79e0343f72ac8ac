import type { Exchange } from '../../client/client.ts'
import type { Scene } from '../fixtures.ts'
import { inOrder } from '../ladder.ts'
import { Unjudged } from '../outcome.ts'
import { attributesOf, itemsOf, nestedItems } from '../parts.ts'
import type { RequestParts, Session } from '../session.ts'
import { naming, type Plan } from './plan.ts'

/** The request that selects some tags. */
export const selection = (
  session: Session,
  tags: readonly (number | string)[],
  named: number = session.resource('node'),
): RequestParts => ({ named, tags })

export const syncTags = (session: Session, tags: readonly number[], named?: number): Promise<Exchange> =>
  session.send('syncNodeTags', selection(session, tags, named))

/** Two tags of the target. @throws Unjudged if it names one only */
export function twoTags(session: Session): readonly [number, number] {
  const [one, two] = session.resource('tags')
  if (one !== undefined && two !== undefined) return [one, two]
  throw new Unjudged('the target names one tag only; `resources.tags` needs two')
}

/** How the kit syncs the tags of a node. Section 4.2. */
export const syncNodeTags: Plan = {
  ...naming('syncNodeTags'),
  key: 'requests.syncTags',
  async plainerBodies({ session }) {
    const tags = session.resource('tags')
    return [tags.slice(0, 1), tags, tags.slice(0, 2)].map((some) => selection(session, some))
  },
  // A node with tags may refuse later updates of its server, unless the egg of the server has one of the tags.
  marked(parts, _, { session, seen }) {
    const { egg, tags = [] } = session.target.resources
    const eggs = seen.found('egg').filter(({ attributes }) => attributes['id'] === egg)
    const fitting = new Set(
      eggs.flatMap(({ attributes }) => nestedItems(attributes, 'tags').map(({ id }) => id)),
    )
    const tag = tags.find((id) => fitting.has(id))
    return tag === undefined ? parts : selection(session, [tag])
  },
}

/** Syncs one tag, all but the first, all with the first twice, the first two twice, the last, and none. */
export const tagSyncs: Scene<[], readonly Exchange[]> = async (fixtures) => {
  const { session } = fixtures
  const tags = session.resource('tags')
  const first = tags.slice(0, 1)
  const sets = [tags.slice(1), [...tags, ...first], tags.slice(0, 2), tags.slice(0, 2), tags.slice(-1), []]
  const plain = await fixtures.plain('syncNodeTags')
  return [plain, ...(await inOrder(sets, (sent) => syncTags(session, sent)))]
}

/** The `nodes_count` of a tag in the response to a sync or to an import. */
export const nodesCount = (exchange: Exchange, tag: number): number =>
  Number(tagsIn(exchange).find(({ id }) => id === tag)?.['nodes_count'])

const tagsIn = (exchange: Exchange) => [
  ...itemsOf(exchange),
  ...nestedItems(attributesOf(exchange.reply?.json), 'tags'),
]
