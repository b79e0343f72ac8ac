import type { Reply } from '../client/client.ts'
import { ask, isGranted } from './ask.ts'
import { fullNode } from './nodes.ts'
import type { Observers } from './observer.ts'

/** What requests may say beyond the document, and how many there may be. */
export const requests = {
  'path.short-identifier': async (fixtures) => {
    const { uuid } = fixtures.session.resource('server')
    const shown = fixtures.seen.found('server').find(({ attributes }) => attributes['uuid'] === uuid)
    const identifier = shown?.attributes['identifier']
    const named = typeof identifier === 'string' && identifier !== '' ? identifier : uuid.slice(0, 8)
    const exchange = await ask(fixtures, 'listServerMounts', { named })
    return { observed: isGranted(exchange) ? 'accept' : 'refuse' }
  },

  'body.unknown-fields': async (fixtures) => {
    const json = { ...(await fullNode(fixtures)), nestbox_unknown: 'x' }
    return { observed: isGranted(await ask(fixtures, 'updateNode', { json })) ? 'ignore' : 'refuse' }
  },

  'rate.limit': async ({ session: { exchanges } }) => {
    const replies = exchanges.flatMap(({ reply }) => reply ?? [])
    const limits = replies.flatMap((reply) => statedLimit(reply) ?? [])
    const busy = replies.filter(({ status }) => status === 429).length
    const seen = `${limits.length} of ${replies.length} replies state a limit, ${busy} were a 429`
    const stated = [...new Set(limits)]
    if (stated.length > 0) {
      const detail = `${stated.join(', ')}; ${seen}`
      return stated.join() === '256' ? { observed: '256-a-minute', detail } : { observed: 'other', detail }
    }
    return busy > 0 ? { observed: 'other', detail: seen } : { observed: 'unseen', detail: seen }
  },
} satisfies Partial<Observers>

/** The number of requests that a header grants, by the names in use. */
function statedLimit({ headers }: Reply): string | undefined {
  const header = headers['x-ratelimit-limit'] ?? headers['ratelimit-limit'] ?? headers['ratelimit-policy']
  if (header === undefined) return undefined
  return /\d+/.exec(String(header))?.[0] ?? String(header)
}
