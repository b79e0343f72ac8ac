import { idsWithBody, operations, type SettableGapId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { unknownUuid } from '../judge/sent-values.ts'
import { ask, isGranted } from './ask.ts'
import { fullNode } from './nodes.ts'
import { agreed, choiceOr, type ObservedChoice, type Observers, tally } from './observer.ts'

/** Gaps about the statuses of successful requests, and of requests that are refused because of their content. */
export const statuses = {
  'status.success': async (fixtures) => agreed('status.success', successes(fixtures, false)),

  'status.created': async (fixtures) => agreed('status.created', successes(fixtures, true)),

  'status.invalid': async (fixtures) =>
    statusOf(
      'status.invalid',
      await ask(fixtures, 'updateNode', { json: { ...(await fullNode(fixtures)), memory: 'x' } }),
    ),

  'status.bad-file': async (fixtures) =>
    statusOf('status.bad-file', await ask(fixtures, 'importEgg', { file: 'This is not an egg.' })),

  'status.unknown-resource': async (fixtures) =>
    statusOf('status.unknown-resource', await ask(fixtures, 'listServerMounts', { named: unknownUuid })),
} satisfies Partial<Observers>

/** The statuses of successful responses with a body, either of operations that create a resource or of all others. */
const successes = ({ session }: Fixtures, isCreated: boolean) =>
  tally(
    session
      .granted(...idsWithBody.filter((id) => 'isNew' in operations[id].answer === isCreated))
      .map(({ ask: { operation }, reply }) => ({ value: String(reply?.status), where: operation })),
  )

/** The status of a refusal; `other` if the request was granted. */
function statusOf<I extends SettableGapId>(id: I, exchange: Exchange): ObservedChoice<I> {
  if (isGranted(exchange)) return { observed: 'other', detail: 'the request was granted' }
  return choiceOr(id, String(exchange.reply?.status))
}
