import { granted } from '../judge/fixtures.ts'
import { ask, isGranted } from './ask.ts'
import { fullNode, putBack } from './nodes.ts'
import type { Observers } from './observer.ts'

/** Gaps about bodies that are not JSON with the documented types. */
export const leniency = {
  'body.types': async (fixtures) => {
    const node = await fullNode(fixtures)
    const exchange = await ask(fixtures, 'updateNode', { json: { ...node, memory: String(node['memory']) } })
    return { observed: isGranted(exchange) ? 'lenient' : 'strict', detail: 'memory as text' }
  },

  'body.media-types': async (fixtures) => {
    const node = await fullNode(fixtures)
    const description = `${String(node['description'])} as text/plain`
    const headers = { 'content-type': 'text/plain' }
    const exchange = await ask(fixtures, 'updateNode', { json: { ...node, description }, headers })
    if (!isGranted(exchange)) {
      const status = exchange.reply?.status
      const observed = status === 415 ? 'refuse' : status === 400 ? 'other' : 'lenient'
      return { observed, detail: `text/plain: ${status}` }
    }
    if (granted(exchange).attributes['description'] !== description) return { observed: 'lenient' }
    await putBack(fixtures)
    return { observed: 'other', detail: 'text/plain is read as JSON' }
  },

  'body.empty-text': async (fixtures) => {
    const node = await fullNode(fixtures)
    const description = 'spaces around it'
    const exchange = await ask(fixtures, 'updateNode', { json: { ...node, description: ` ${description} ` } })
    if (!isGranted(exchange)) return { observed: 'other', detail: 'spaces around a text are refused' }
    const shown = granted(exchange).attributes['description']
    await putBack(fixtures)
    if (shown === ` ${description} `) return { observed: 'keep', detail: 'spaces around a text stay' }
    return shown === description
      ? { observed: 'null', detail: 'spaces around a text are removed' }
      : { observed: 'other', detail: `the description became ${JSON.stringify(shown)}` }
  },
} satisfies Partial<Observers>
