import { plural } from '../../src/contract/checking/words.ts'
import { companions } from '../../src/contract/index.ts'
import type { Reply } from '../client/client.ts'
import { written } from '../client/long-integers.ts'
import { granted } from '../judge/parts.ts'
import { unknownId } from '../judge/sent-values.ts'
import { ask, control, isGranted, outcome } from './ask.ts'
import { askNode, fullNode } from './nodes.ts'
import { eitherOf, type Observers, other, sampled, unseen } from './observer.ts'

/** Gaps about the form of requests, rate limits, security headers, and operations beyond the document. */
export const requests = {
  'path.short-identifier': async (fixtures) => {
    const { uuid } = fixtures.session.resource('server')
    const shown = fixtures.seen.found('server').find(({ attributes }) => attributes['uuid'] === uuid)
    const identifier = shown?.attributes['identifier']
    const named = typeof identifier === 'string' && identifier !== '' ? identifier : uuid.slice(0, 8)
    const exchange = await ask(fixtures, 'listServerMounts', { named })
    return isGranted(exchange) ? 'accept' : 'refuse'
  },

  'body.unknown-fields': async (fixtures) =>
    isGranted(await askNode(fixtures, { nestbox_unknown: 'x' })) ? 'ignore' : 'refuse',

  'rate.limit': async ({ session: { exchanges } }) => {
    const replies = exchanges.flatMap(({ reply }) => reply ?? [])
    const limits = replies.flatMap((reply) => statedLimit(reply) ?? [])
    const busy = replies.filter(({ status }) => status === 429).length
    const seen = `${limits.length} of ${replies.length} responses state a limit, ${busy} were a 429`
    const stated = [...new Set(limits)]
    if (stated.length === 0) return busy > 0 ? other(seen) : unseen(seen)
    const known = { '256': '256-a-minute', '240,720': '240-720' } as const
    const found = Object.entries(known).find(([limits]) => limits === stated.toSorted().join())
    return sampled(found?.[1] ?? 'other', `${stated.join(', ')}; ${seen}`)
  },

  'rate.headers': async (fixtures) => {
    const { exchange } = await control(fixtures, 'updateNode')
    if (!exchange.reply || statedLimit(exchange.reply) === undefined) return unseen('no limit is stated')
    const { reply } = await askNode(fixtures, {}, { named: unknownId })
    if (reply === undefined) return undefined
    return {
      observed: statedLimit(reply) === undefined ? 'spare' : 'count',
      detail: 'a node that is not there',
    }
  },

  'headers.security': async ({ session: { exchanges } }) => {
    const counts = exchanges.flatMap(({ reply }) =>
      reply ? [securityHeaders.filter((name) => reply.headers[name] !== undefined).length] : [],
    )
    if (counts.length === 0) return undefined
    const known = { 0: 'none', 4: 'four' } as const
    const found = Object.entries(known).find(([all]) => counts.every((count) => count === Number(all)))
    return { observed: found?.[1] ?? 'other', detail: `in ${plural(counts.length, 'response')}` }
  },

  'body.types': async (fixtures) => {
    const { memory } = await fullNode(fixtures)
    const exchange = await askNode(fixtures, { memory: String(memory) })
    return eitherOf(isGranted(exchange), ['lenient', 'strict'], 'a number as a string is')
  },

  'body.media-types': async (fixtures) => {
    const node = await fullNode(fixtures)
    const description = `${String(node['description'])} as text/plain`
    const headers = { 'content-type': 'text/plain' }
    const exchange = await askNode(fixtures, { description }, { headers })
    if (!isGranted(exchange)) {
      const status = exchange.reply?.status
      const observed = status === 415 ? 'refuse' : status === 400 ? 'other' : 'lenient'
      return sampled(observed, `a body as text/plain is refused with ${status}`)
    }
    if (granted(exchange).attributes['description'] !== description)
      return sampled('lenient', 'a body as text/plain counts as empty')
    await askNode(fixtures)
    return other('text/plain is read as JSON')
  },

  'body.empty-text': async (fixtures) => {
    const description = 'spaces around it'
    const exchange = await askNode(fixtures, { description: ` ${description} ` })
    if (!isGranted(exchange)) return other('spaces around a text are refused')
    const shown = granted(exchange).attributes['description']
    await askNode(fixtures)
    if (shown === ` ${description} `) return sampled('keep', 'spaces around a string stay')
    return shown === description
      ? sampled('null', 'spaces around a string are removed')
      : other(`the description became ${JSON.stringify(shown)}`)
  },

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
    if (outcome(exchange) === 'granted') return sampled('companions', `${detail} is granted`)
    const { status } = exchange.reply ?? {}
    return sampled(
      unknown.includes(Number(status)) ? 'absent' : 'other',
      `${detail} does not show the node, but has ${status}`,
    )
  },
} satisfies Partial<Observers>

const securityHeaders = ['x-frame-options', 'x-content-type-options', 'x-xss-protection', 'referrer-policy']

/** The rate limit that the headers of a response state. */
function statedLimit({ headers }: Reply): string | undefined {
  const header = headers['x-ratelimit-limit'] ?? headers['ratelimit-limit'] ?? headers['ratelimit-policy']
  if (header === undefined) return undefined
  return /\d+/.exec(String(header))?.[0] ?? String(header)
}

/** Statuses of a path or method that a server does not have. */
const unknown = [404, 405, 501]
