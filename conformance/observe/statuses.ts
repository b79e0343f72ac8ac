import type { SettableGapId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { wasGranted } from '../judge/reception.ts'
import type { Scenes } from '../judge/scenes.ts'
import { ask, isGranted } from './ask.ts'
import { fullNode } from './node-body.ts'
import { agreed, choiceOr, type Observers, type Sight, tally } from './observer.ts'

/** A UUID that no server is likely to have. */
const nobody = '00000000-0000-4000-8000-000000000000'

/** Statuses of success and of requests that are refused for what they say. */
export const statuses = {
  'status.success': async (scenes) =>
    agreed(
      'status.success',
      successes(scenes, (operation) => operation !== 'createUser'),
    ),

  'status.created': async (scenes) =>
    agreed(
      'status.created',
      successes(scenes, (operation) => operation === 'createUser'),
    ),

  'status.invalid': async (scenes) =>
    statusOf(
      'status.invalid',
      await ask(scenes, 'updateNode', { json: { ...(await fullNode(scenes)), memory: 'x' } }),
    ),

  'status.bad-file': async (scenes) =>
    statusOf('status.bad-file', await ask(scenes, 'importEgg', { file: 'This is no egg.' })),

  'status.unknown-resource': async (scenes) =>
    statusOf('status.unknown-resource', await ask(scenes, 'listServerMounts', { named: nobody })),
} satisfies Partial<Observers>

const successes = ({ session }: Scenes, isMeant: (operation: string) => boolean) =>
  tally(
    session.exchanges
      .filter((exchange) => isMeant(exchange.ask.operation) && wasGranted(exchange))
      .map(({ ask: { operation }, reply }) => ({ value: String(reply?.status), where: operation })),
  )

/** The status of a refusal; a request that was granted all the same is another matter. */
function statusOf<I extends SettableGapId>(id: I, exchange: Exchange): Sight<I> {
  if (isGranted(exchange)) return { observed: 'other', detail: 'the request was granted' }
  return choiceOr(id, String(exchange.reply?.status))
}
