import { companions } from '../../src/contract/index.ts'
import { written } from '../client/long-integers.ts'
import { control, outcome } from './ask.ts'
import type { Observers } from './observer.ts'

/** Statuses of a path or method that a server does not have. */
const unknown = [404, 405, 501]

/** The gap about operations beyond the document. */
export const beyond = {
  // The request is not in the document, so it is only sent where the kit may write.
  'operations.beyond': async (fixtures) => {
    const { session } = fixtures
    await control(fixtures, 'updateNode')
    const { method, path } = companions.showNode
    const token = session.tokenFor('updateNode')
    const exchange = await session.client.send({
      operation: 'showNode',
      method,
      path: path.replace('{node}', written(String(session.resource('node')))),
      credential: token,
      token,
    })
    const detail = `${method} ${path}`
    if (outcome(exchange) === 'granted') return { observed: 'companions', detail }
    const { status } = exchange.reply ?? {}
    return unknown.includes(Number(status))
      ? { observed: 'absent', detail }
      : { observed: 'other', detail: `${status} to ${detail}` }
  },
} satisfies Partial<Observers>
