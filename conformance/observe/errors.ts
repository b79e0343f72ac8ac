import type { Reply } from '../client/client.ts'
import { isObject } from '../judge/reception.ts'
import { unknownId } from '../judge/sent-values.ts'
import { ask, refusals } from './ask.ts'
import { fullNode } from './nodes.ts'
import { agreed, type Observers, tally } from './observer.ts'

/** Gaps about bodies of errors. */
export const errors = {
  'error.body': async (fixtures) =>
    agreed(
      'error.body',
      tally(
        refusals(fixtures).flatMap(({ reply }) =>
          reply && reply.status >= 400 && reply.status < 500
            ? [{ value: shapeOf(reply), where: String(reply.status) }]
            : [],
        ),
      ),
    ),

  'error.words': async (fixtures) => {
    const exchange = await ask(fixtures, 'syncNodeTags', { json: {} })
    const [rule] = rulesIn(exchange.reply)
    if (rule === undefined) return { observed: 'unseen', detail: 'the error names no rule' }
    const known = { required: 'own', present: 'panel' } as const
    const observed = Object.entries(known).find(([name]) => name === rule)?.[1] ?? 'other'
    return { observed, detail: `the rule of missing tags is \`${rule}\`` }
  },

  'error.negotiation': async (fixtures) => {
    const json = await fullNode(fixtures)
    const headers = { accept: 'text/html' }
    const { reply } = await ask(fixtures, 'updateNode', { named: unknownId, json, headers })
    if (reply === undefined) return undefined
    const type = String(reply.headers['content-type'] ?? 'no content type')
    if (type.startsWith('text/html')) return { observed: 'html' }
    return { observed: /[/+]json\b/.test(type) ? 'json' : 'other', detail: type }
  },

  'status.options': async () => ({ observed: 'unseen', detail: 'the kit sends no request with OPTIONS' }),
} satisfies Partial<Observers>

/** The rules that an error body names, in either form of error bodies in the contract. */
export function rulesIn(reply: Reply | undefined): readonly string[] {
  const entries = isObject(reply?.json) ? reply.json['errors'] : undefined
  return (Array.isArray(entries) ? entries : []).flatMap((entry) => {
    const { rule } = { ...Object(entry), ...Object(entry)['meta'] }
    return typeof rule === 'string' ? [rule] : []
  })
}

function shapeOf({ headers, text, json }: Reply): string {
  if (text.trim() === '') return 'empty'
  const type = String(headers['content-type'] ?? 'no content type')
  if (type.startsWith('application/problem+json')) return 'problem'
  if (!isObject(json)) return json === undefined ? type : 'JSON that is not an object'
  const entries = json['errors']
  const isPanel = Array.isArray(entries) && entries.length > 0 && entries.every(isEntry)
  return isPanel ? 'panel' : `JSON with ${Object.keys(json).slice(0, 5).join(', ') || 'no keys'}`
}

const isEntry = (entry: unknown): boolean =>
  isObject(entry) && ['code', 'status', 'detail'].every((key) => Object.hasOwn(entry, key))
