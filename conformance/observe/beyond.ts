import { companions } from '../../src/contract/index.ts'
import { Unjudged } from '../outcome.ts'
import type { Scenes } from '../scenes.ts'
import { control, outcome } from './ask.ts'
import type { Observers } from './observer.ts'

/** Reads of what an operation of the same family and token is about, the first of which will do. */
const ways = [
  {
    beside: 'updateNode',
    companion: 'showNode',
    named: ({ session }: Scenes) => session.resource('node'),
  },
  {
    beside: 'listServerBackups',
    companion: 'showOwnServer',
    named: ({ session }: Scenes) => session.resource('server').uuid,
  },
] as const

/** What a server says to a path or method that it does not have. */
const unknown = [404, 405, 501]

/** What there is beyond the eight operations: one read is asked for, and nobody is judged by it. */
export const beyond = {
  'operations.beyond': async (scenes) => {
    const { session, calls } = scenes
    const way = ways.find(({ beside }) => session.exchanges.some(({ ask }) => ask.operation === beside))
    if (!way) throw new Unjudged('no selected check calls an operation that has a read beside it')
    await control(scenes, way.beside)
    const { method, path } = companions[way.companion]
    const exchange = await session.client.send({
      operation: way.companion,
      method,
      path: path.replace(/\{\w+\}/, String(way.named(scenes))),
      credential: calls.credentialFor(way.beside),
    })
    const detail = `${method} ${path}`
    if (outcome(exchange) === 'granted') return { observed: 'companions', detail }
    const { status } = exchange.reply ?? {}
    return unknown.includes(Number(status))
      ? { observed: 'absent', detail }
      : { observed: 'other', detail: `${status} to ${detail}` }
  },
} satisfies Partial<Observers>
